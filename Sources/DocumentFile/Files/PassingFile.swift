#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A temporary file for a library that opens files by their names, such as SQLite.
///
/// The file is in a private folder. Once the library has opened it, ``removeName()`` removes both, so
/// that a killed process leaves nothing behind; the content stays until both sides close the file.
package final class PassingFile {
  /// The path to open.
  package let path: String

  private let descriptor: OpenDescriptor
  private let folder: String
  private var isNamed = true

  /// Creates an empty file.
  ///
  /// - Parameter parent: A folder with enough space, such as that of ``PassOptions``.
  package init(in parent: String) throws(DocumentError) {
    var template = Array((parent + "/tripdocuments-XXXXXX").utf8CString)
    do throws(SystemFailure) {
      // Bound: the template ends with NUL, which `mkdtemp` does not move.
      let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
      guard made != nil else { throw SystemFailure("mkdtemp") }
      folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = folder + "/file"
      do throws(SystemFailure) {
        descriptor = try OpenDescriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
      } catch {
        rmdir(folder)
        throw error
      }
    } catch {
      throw DocumentError(.temporaryFileFailed, file: parent, error)
    }
  }

  deinit { removeName() }

  /// Removes the name of the file and its folder.
  package func removeName() {
    guard isNamed else { return }
    isNamed = false
    unlink(path)
    rmdir(folder)
  }

  /// Passes the content to an output, from the beginning to the end.
  package func copy(to output: DocumentOutput) throws(DocumentError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var offset: off_t = 0
    while true {
      let count: Int
      do throws(SystemFailure) {
        let source = descriptor.number
        // Bound: `pread` writes at most `bytes.count` bytes and returns their number.
        count = try system("pread") {
          buffer.withUnsafeMutableBytes { pread(source, $0.baseAddress, $0.count, offset) }
        }
      } catch {
        throw DocumentError(.temporaryFileFailed, file: folder, error)
      }
      if count == 0 { return }
      try buffer.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
        try output(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count])))
      }
      offset += off_t(count)
    }
  }
}
