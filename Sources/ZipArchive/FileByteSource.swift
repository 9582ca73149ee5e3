#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An archive in a regular file, read through a descriptor without moving its file offset.
///
/// The size is read once, by the initialiser: bytes appended later are ignored, and reading a file
/// that became shorter throws.
package final class FileByteSource: ByteSource {
  /// How the source uses the caller's descriptor.
  package enum Ownership: Sendable {
    /// The source uses the descriptor itself, which the caller must keep open while the source is
    /// in use.
    case lent
    /// The source duplicates the descriptor and closes the duplicate.
    case duplicated
  }

  package let count: Int
  private let descriptor: Int32
  private let closesDescriptor: Bool
  private let status: stat

  package init(descriptor: Int32, ownership: Ownership = .duplicated) throws(ZipError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw ZipError(.readFailed, detail: .system(errno: errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ZipError(.readFailed, detail: .notARegularFile)
    }
    count = Int(status.st_size)
    self.status = status
    switch ownership {
    case .lent:
      self.descriptor = descriptor
      closesDescriptor = false
    case .duplicated:
      self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      closesDescriptor = true
      guard self.descriptor >= 0 else {
        throw ZipError(.readFailed, detail: .system(errno: errno))
      }
    }
  }

  deinit {
    if closesDescriptor, descriptor >= 0 { close(descriptor) }
  }

  /// Whether the file's modification time or size shows that it was written to since this source
  /// was created.
  ///
  /// Equal times prove nothing. Replacing the file at its path does not count, because the
  /// descriptor still refers to the unchanged file. If the file became shorter, this is false and
  /// reading throws.
  package var hasChanged: Bool {
    var now = stat()
    guard fstat(descriptor, &now) == 0, now.st_size >= status.st_size else { return false }
    #if canImport(Darwin)
      let (new, old) = (now.st_mtimespec, status.st_mtimespec)
    #else
      let (new, old) = (now.st_mtim, status.st_mtim)
    #endif
    return now.st_size > status.st_size || new.tv_sec != old.tv_sec || new.tv_nsec != old.tv_nsec
  }

  package func read(at offset: Int, count: Int) throws(ZipError) -> [UInt8] {
    try checkRange(at: offset, count: count)
    var failure: ZipError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // Bound: `filled` never exceeds `count`, because `pread` gets at most the remainder of the
      // buffer. Lifetime: the buffer is valid until this closure returns.
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
          off_t(offset + filled))
        if got > 0 {
          filled += got
        } else if got == 0 {
          failure = ZipError(.readFailed, offset: offset + filled, detail: .fileBecameShorter)
          return
        } else if errno != EINTR {
          failure = ZipError(
            .readFailed, offset: offset + filled, detail: .system(errno: errno))
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
