#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A temporary file without a name, for a library that reads and writes through a descriptor, such as SQLite.
///
/// The file disappears when all descriptors are closed, also those of a killed process.
package final class PassingFile {
  private let file: TemporaryFile
  private let folder: String

  /// Creates an empty file.
  ///
  /// - Parameter folder: A folder with enough space, such as that of ``PassOptions``.
  /// - Throws: ``DocumentError``: `.temporaryFileFailed`.
  package init(in folder: String) throws(DocumentError) {
    self.folder = folder
    do throws(SystemFailure) {
      let directory = try OpenDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      file = try TemporaryFile(in: directory, for: "passing", isPrivate: true)
    } catch {
      throw DocumentError(.temporaryFileFailed, file: folder, error)
    }
    // A system that has no files without a name gave it one.
    file.discard()
  }

  /// Returns another descriptor of the file, which the caller closes.
  ///
  /// - Throws: ``DocumentError``: `.temporaryFileFailed`.
  package func duplicate() throws(DocumentError) -> Int32 {
    do throws(SystemFailure) {
      let number = file.descriptor.number
      return try system("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 0) }
    } catch {
      throw failure(error)
    }
  }

  /// Appends bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) {
    do throws(SystemFailure) {
      try file.descriptor.write(bytes)
    } catch {
      throw failure(error)
    }
  }

  /// Returns at most `count` bytes from an offset on; none only at the end of the file.
  package func bytes(at offset: Int, count: Int) throws(DocumentError) -> [UInt8] {
    do throws(SystemFailure) {
      return try file.descriptor.piece(at: offset, count: count)
    } catch {
      throw failure(error)
    }
  }

  /// Passes the content to an output, from the beginning to the end.
  package func copy(to output: DocumentOutput) throws(DocumentError) {
    var offset = 0
    while true {
      let piece = try bytes(at: offset, count: 1 << 20)
      if piece.isEmpty { return }
      // Lifetime: the buffer is used inside the closure.
      try piece.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
        try output(UnsafeRawBufferPointer(bytes))
      }
      offset += piece.count
    }
  }

  private func failure(_ failure: SystemFailure) -> DocumentError {
    DocumentError(.temporaryFileFailed, file: folder, failure)
  }
}

extension OpenDescriptor {
  /// Returns at most `count` bytes from an offset on; none only at the end of the file.
  func piece(at offset: Int, count: Int) throws(SystemFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let number = number
    // Bound: the count of the array. Lifetime: inside the closure.
    let read = try system("pread") {
      bytes.withUnsafeMutableBytes { pread(number, $0.baseAddress, count, off_t(offset)) }
    }
    bytes.removeLast(count - min(count, max(0, read)))
    return bytes
  }
}
