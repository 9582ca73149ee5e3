#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension DocumentFile {
  /// Makes a folder and those above it; one that is there already is no error.
  ///
  /// - Throws: ``DocumentError`` naming the folder that could not be made.
  package static func makeFolder(atPath path: String) throws(DocumentError) {
    var current = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    for name in path.split(separator: "/") {
      current += current.isEmpty || current == "/" ? "\(name)" : "/\(name)"
      do {
        try system("mkdir") { mkdir(current, 0o777) }
      } catch {
        if error.number == EEXIST { continue }
        throw DocumentError(.outputCannotBeCreated, error.description, underlying: error)
          .inFile(current)
      }
    }
  }
}
