import DocumentMigration
import DocumentTables

/// Deletions of a merge in words: each deleted object by its title, and who deleted it.
enum MergeDeletionText {
  /// Returns the note for a merged document; nil if nothing was deleted, or conflicts name all of it.
  ///
  /// An object is counted with the deleted object that owns it. All others are named, however many there are.
  static func message(_ merged: MergedDocument, at place: String) -> Message? {
    let roots = roots(of: merged.deletions.map(\.deletion))
    var owned: [ObjectKey: Int] = [:]
    for (key, root) in roots where key != root { owned[root, default: 0] += 1 }
    let named = merged.deletions.filter {
      roots[$0.deletion.key] == $0.deletion.key && !$0.isConflict
    }
    guard !named.isEmpty else { return nil }
    let count = named.reduce(0) { $0 + 1 + owned[$1.deletion.key, default: 0] }
    return Message(
      .note, "\(count) object\(count == 1 ? " is" : "s are") deleted:", at: place,
      details: named.map { words($0, owned[$0.deletion.key, default: 0]) })
  }

  /// Returns the deleted object with which each deleted object is counted: the last of its owners.
  private static func roots(of deletions: [MergeDeletion]) -> [ObjectKey: ObjectKey] {
    var owners: [ObjectKey: ObjectKey] = [:]
    for deletion in deletions { owners[deletion.key] = deletion.owner }
    var roots: [ObjectKey: ObjectKey] = [:]
    for deletion in deletions {
      var path: Set<ObjectKey> = []
      var last = deletion.key
      // Objects that own each other have no last owner.
      while roots[last] == nil, path.insert(last).inserted, let owner = owners[last] {
        last = owner
      }
      let root = roots[last] ?? last
      for key in path { roots[key] = root }
      roots[root] = root
    }
    return roots
  }

  private static func words(_ described: MergedDocument.Deletion, _ owned: Int) -> String {
    let deletion = described.deletion
    let name = "\(deletion.entity) \(deletion.key)"
    let title = described.title.flatMap { $0 == name ? nil : "\($0) (\(name))" } ?? name
    let more = owned == 0 ? "" : ", and \(owned) object\(owned == 1 ? "" : "s") that it owned"
    return "\(title): \(deletion.side?.rawValue ?? "both") deleted it\(more)"
  }
}
