/// What a file had and the new file in its place could not get.
///
/// The file system may lack it, or the process may not be allowed to set it. The new file never gives
/// more rights than the old one gave.
package struct UnkeptRights: Hashable, Sendable, CustomStringConvertible {
  /// The words for each: `the owner`, or the name of an extended attribute.
  package private(set) var names: [String] = []

  package init() {}

  package var isEmpty: Bool { names.isEmpty }

  package var description: String { names.joined(separator: ", ") }

  mutating func add(_ name: String) {
    if !names.contains(name) { names.append(name) }
  }

  static let owner = "the owner"
  static let group = "the group"
  static let permissions = "permissions"
  static let accessControlList = "entries of the access control list"
  static let attributes = "extended attributes"
}
