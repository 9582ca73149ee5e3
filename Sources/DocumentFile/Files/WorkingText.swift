#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A text that a person edits in another program: a file alone in a folder that only its owner may enter.
package struct WorkingText: Sendable {
  package let path: String
  private let folder: String

  /// Writes a text.
  ///
  /// - Parameters:
  ///   - name: The name of the file, by which an editor knows its kind.
  ///   - parent: The folder for temporary files.
  /// - Throws: ``DocumentError`` that names the folder or the file.
  package init(_ bytes: [UInt8], named name: String, in parent: String) throws(DocumentError) {
    var template = Array((parent + "/tripconv-XXXXXX").utf8CString)
    do throws(SystemFailure) {
      // Bound: the array ends in a zero byte. Lifetime: the pointer is used in the call only.
      try system("mkdtemp") {
        template.withUnsafeMutableBufferPointer { buffer in
          buffer.baseAddress.flatMap { mkdtemp($0) } == nil ? -1 : 0
        }
      }
    } catch {
      throw DocumentError(.outputCannotBeCreated, error.description, underlying: error)
        .inFile(parent)
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/" + name
    do throws(DocumentError) {
      _ = try FileReplacement(file: try WriteTarget.path(path).resolveFile()).perform({
        (output) throws(DocumentError) in
        // Lifetime: the buffer is used within the closure only.
        try bytes.withUnsafeBufferPointer { (buffer) throws(DocumentError) in
          try output(UnsafeRawBufferPointer(buffer))
        }
      }) { (_) throws(DocumentError) in }
    } catch {
      remove()
      throw error.inFile(path)
    }
  }

  /// Removes the file, what an editor left beside it under its name, and the folder if nothing else is in it.
  package func remove() {
    for suffix in ["", "~"] { unlink(path + suffix) }
    rmdir(folder)
  }
}
