import ZipArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where work that memory shall not hold lies for as long as it takes: one file without a name, made
/// when it is first needed, written at its end only, and gone with the process whatever happens.
final class SpillFile {
  /// A piece of the file.
  struct Extent: Sendable {
    var offset: Int
    var count: Int
  }

  private let folder: String
  private var file: TemporaryFile?
  private var size = 0

  /// Takes the folder in which there is room.
  init(in folder: String) { self.folder = folder }

  /// Appends bytes, and says where they lie.
  private func append(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) -> Extent {
    do throws(SystemFailure) {
      let file = try opened()
      try file.descriptor.write(bytes)
    } catch {
      throw failure(error)
    }
    defer { size += bytes.count }
    return Extent(offset: size, count: bytes.count)
  }

  /// Appends the words of an array as they lie in memory.
  func append<Element: BitwiseCopyable>(_ elements: [Element]) throws(DocumentError) -> Extent {
    // Lifetime: the buffer is used inside the call.
    try elements.withUnsafeBufferPointer { (elements) throws(DocumentError) in
      try append(UnsafeRawBufferPointer(elements))
    }
  }

  private func opened() throws(SystemFailure) -> TemporaryFile {
    if let file { return file }
    let directory = try OpenDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    let made = try TemporaryFile(in: directory, for: "spill", isPrivate: true)
    made.discard()
    file = made
    return made
  }

  /// Fills a buffer with what lies from an offset on.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(DocumentError) {
    guard let file else { return }
    var filled = 0
    // Bound: `filled` never passes `buffer.count`, and each call is given what is left of the buffer.
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count: Int
      do throws(SystemFailure) {
        count = try system("pread") {
          pread(file.descriptor.number, rest.baseAddress, rest.count, off_t(offset + filled))
        }
      } catch {
        throw failure(error)
      }
      guard count > 0 else { throw failure(SystemFailure("pread", number: EIO)) }
      filled += count
    }
  }

  /// The bytes of a piece.
  func bytes(of extent: Extent) throws(DocumentError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: extent.count)
    var problem: DocumentError?
    // Lifetime: the buffer is used inside the closure.
    bytes.withUnsafeMutableBytes { buffer in
      do throws(DocumentError) {
        try read(at: extent.offset, into: buffer)
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
    return bytes
  }

  /// Everything that was appended, to be read when this object is gone too.
  func source() throws(DocumentError) -> any ByteSource {
    guard let file else { return MemoryByteSource([]) }
    do {
      return try FileByteSource(descriptor: file.descriptor.number)
    } catch {
      throw DocumentError(error)
    }
  }

  private func failure(_ failure: SystemFailure) -> DocumentError {
    DocumentError(.temporaryFileFailed, file: folder, failure)
  }
}
