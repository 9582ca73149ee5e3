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
  /// Only their owner may look into new ones, as the XDG Base Directory Specification says.
  ///
  /// - Throws: ``DocumentError`` naming the folder that could not be made.
  package static func makeFolder(atPath path: String) throws(DocumentError) {
    var current = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    for name in path.split(separator: "/") {
      current += current.isEmpty || current == "/" ? "\(name)" : "/\(name)"
      do {
        try system("mkdir") { mkdir(current, 0o700) }
      } catch {
        if error.number == EEXIST { continue }
        throw DocumentError(.outputCannotBeCreated, error.description, underlying: error)
          .inFile(current)
      }
    }
  }
}
