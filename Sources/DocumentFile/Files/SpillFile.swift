import ZipArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A temporary file for data that does not fit in memory.
///
/// The file has no name. It is created when first needed, is only appended to, and disappears with
/// the process in any case.
package final class SpillFile {
  /// A range of the file.
  package struct Extent: Sendable {
    package var offset: Int
    package var count: Int
  }

  private let folder: String
  private var file: TemporaryFile?
  private var size = 0

  /// Prepares a file in a folder with enough space; creates the file on the first write.
  package init(in folder: String) { self.folder = folder }

  /// Appends bytes and returns their place.
  @discardableResult
  func append(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) -> Extent {
    do throws(SystemFailure) {
      let file = try opened()
      try file.descriptor.write(bytes)
    } catch {
      throw failure(error)
    }
    defer { size += bytes.count }
    return Extent(offset: size, count: bytes.count)
  }

  /// Appends the elements of an array as they are in memory.
  @discardableResult
  package func append<Element: BitwiseCopyable>(_ elements: [Element]) throws(DocumentError)
    -> Extent
  {
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

  /// Fills a buffer with the bytes from an offset on.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(DocumentError) {
    guard let file else { return }
    var filled = 0
    // Bound: `filled` never exceeds `buffer.count`, and each call gets only the rest of the buffer.
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

  /// Returns the bytes of a range.
  package func bytes(of extent: Extent) throws(DocumentError) -> [UInt8] {
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

  /// Returns a source of all appended bytes, which can be read even after this object is gone.
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
