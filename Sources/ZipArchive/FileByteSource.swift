#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of an archive in a regular file, read through a descriptor without moving its offset.
///
/// The size is taken once, when the source is made: a file that becomes shorter is an error, bytes
/// appended later are not seen.
package final class FileByteSource: ByteSource {
  /// What becomes of the descriptor.
  package enum Ownership: Sendable {
    /// The caller keeps it open for as long as the source is used.
    case lent
    /// The source makes a duplicate of its own and closes that.
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

  /// Whether somebody has written into the file since; equal times prove nothing.
  ///
  /// A file that was put in the place of this one does not count: this one is as it was. One that
  /// has become shorter says so when it is read.
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
      // Bound: `filled` never passes `count`, because the call is given at most what is left of
      // the buffer, which lives until this closure returns.
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
