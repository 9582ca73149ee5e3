#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package enum FolderCreation {
  /// Makes a folder and those above it; one that is there already is no error.
  ///
  /// - Parameter isPrivate: Whether only their owner may look into new ones, as the XDG Base
  ///   Directory Specification says of a program's own; else the umask decides.
  /// - Throws: ``DocumentError`` naming the folder that could not be made.
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
