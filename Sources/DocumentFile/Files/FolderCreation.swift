#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package enum FolderCreation {
  /// Creates a folder and its missing parents; an existing folder is not an error.
  ///
  /// - Parameter isPrivate: Whether only the owner may access new folders, as the XDG Base
  ///   Directory Specification requires for a program's own folders; otherwise the umask decides.
  /// - Throws: ``DocumentError`` that names the folder that could not be created.
  package static func makeFolder(
    atPath path: String, isPrivate: Bool = true
  ) throws(DocumentError) {
    var current = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    for name in path.split(separator: "/") {
      current += current.isEmpty || current == "/" ? "\(name)" : "/\(name)"
      do {
        try system("mkdir") { mkdir(current, isPrivate ? 0o700 : 0o777) }
      } catch {
        if error.number == EEXIST { continue }
        throw DocumentError(.outputCannotBeCreated, error.description, underlying: error)
          .inFile(current)
      }
    }
  }
}
