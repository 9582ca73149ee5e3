import DocumentFile
import DocumentMigration
import DocumentTables
import TripFormats

/// Conflicts, deletions and joined objects of a merge as JSON, the definition `merge` of schemas/tripconv-output.json.
enum MergeConflictJSON {
  static func tree(
    _ merged: MergedDocument, base: String?, ours: String, theirs: [String], policy: MergePolicy
  ) -> Tree {
    .members([
      "base": base.map { .text($0) } ?? .null,
      "conflicts": .array(merged.conflicts.map(tree)),
      "deletions": .array(merged.deletions.map(tree)),
      "joined": .array(merged.joined.map(tree)),
      "ours": .text(ours),
      "policy": .text(policy.rawValue),
      "theirs": .array(theirs.map { .text($0) }),
      "version": .integer(1),
    ])
  }

  private static func tree(_ described: MergedDocument.Conflict) -> Tree {
    let conflict = described.conflict
    var members: [String: Tree] = [
      "file": .text(described.theirs), "kind": .text(conflict.kind.rawValue),
      "merged": .array(described.merged.map { .text($0) }), "taken": .text(conflict.winner),
    ]
    members["entity"] = conflict.entity.map { .text($0) }
    members["id"] = conflict.key.map { .integer($0) }
    members["theirID"] = conflict.theirKey.map { .integer($0) }
    members["title"] = described.title.map { .text($0) }
    members["property"] = conflict.property.map { .text($0) }
    members["rule"] = conflict.rule.map { .text($0) }
    members["detail"] = conflict.detail.map { .text($0) }
    members["base"] = conflict.base
    members["ours"] = conflict.ours
    members["theirs"] = conflict.theirs
    return .members(members)
  }

  private static func tree(_ described: MergedDocument.Deletion) -> Tree {
    let deletion = described.deletion
    var members: [String: Tree] = [
      "deletedBy": .text(deletion.side?.rawValue ?? "both"), "entity": .text(deletion.entity),
      "id": .integer(deletion.key),
    ]
    members["owner"] = deletion.owner.map { .integer($0) }
    members["title"] = described.title.map { .text($0) }
    return .members(members)
  }

  private static func tree(_ joined: MergedDocument.Join) -> Tree {
    let pair = joined.pair
    return .members([
      "differing": .array(pair.differing.map { .text($0) }), "entity": .text(pair.entity),
      "file": .text(joined.theirs), "id": .integer(pair.kept), "title": .text(pair.title),
    ])
  }
}
