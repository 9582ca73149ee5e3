import DocumentTables
import Markup

/// The JSON text of a part or section: each item of the outermost arrays is on a line of its own,
/// for people and version control.
enum TreeLines {
  static func append(json tree: Tree, to bytes: inout [UInt8]) {
    switch tree {
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        // A member's name has one more `$` in front if it begins with one; no name here does.
        JSONText.append(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        appendItems(of: member.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    default: appendItems(of: tree, to: &bytes)
    }
  }

  /// Appends an array with each item on its own line; appends any other tree unchanged.
  private static func appendItems(of tree: Tree, to bytes: inout [UInt8]) {
    guard case .array(let items) = tree, !items.isEmpty else {
      return CanonicalJSON.append(tree, .marked, to: &bytes)
    }
    for (index, item) in items.enumerated() {
      bytes.append(contentsOf: (index == 0 ? "[\n" : ",\n").utf8)
      CanonicalJSON.append(item, .marked, to: &bytes)
    }
    bytes.append(contentsOf: "\n]".utf8)
  }
}
