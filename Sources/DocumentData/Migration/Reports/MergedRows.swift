import DocumentTables

/// What a merge has changed, kept in columns until somebody asks for it in words.
struct MergedRows: Sendable {
  let schema: TableSchema
  private let edit: MergeEdit
  /// The rows that are gone, as they were.
  private let removed: [Segment]
  /// What they were related to, by the names of their relationships.
  private let related: [String: Column]

  init(_ edit: MergeEdit, before: Tables, related: [String: Column]) {
    schema = before.schema
    self.edit = edit
    removed = before.tables[edit.hierarchy].copy(of: edit.removed)
    self.related = related
  }

  var count: Int {
    edit.references.reduce(edit.removed.count + edit.survivors.count) { $0 + $1.changed.count }
  }

  /// The same row by row.
  func told() -> ToldChanges {
    var updated = edit.survivors.map { survivor in
      (
        row: UpdatedRow(hierarchy: edit.hierarchy, key: survivor.key, changes: survivor.changes),
        discriminator: survivor.discriminator
      )
    }
    for references in edit.references {
      updated += references.changed.map { reference in
        let change = PropertyChange(
          column: references.column, old: .reference(reference.old),
          new: reference.new.map { .reference($0) } ?? .null)
        let row = UpdatedRow(
          hierarchy: references.hierarchy, key: reference.key, changes: [change])
        return (row, reference.discriminator)
      }
    }
    updated.sort { $0.row.key < $1.row.key }
    var told = ToldChanges(ChangeSet(updated: updated.map(\.row), nextKey: 0))
    told.changedEntities = updated.map { row, discriminator in
      schema.hierarchies[row.hierarchy].entities[Int(discriminator)].name
    }
    tellRemoved(&told)
    return told
  }

  private func tellRemoved(_ told: inout ToldChanges) {
    let properties = EntityProperties(schema)
    var position = 0
    for segment in removed {
      for row in 0..<segment.count {
        let deleted = DeletedRow(
          hierarchy: edit.hierarchy, key: segment.keys[row], discriminator: segment.entities[row])
        told.changes.deleted.append(deleted)
        told.removedValues.append(
          properties[deleted].map { property in
            if property.end != nil { return related[property.name]?.value(at: position) ?? .null }
            return property.column.map { segment.value(at: row, column: $0) } ?? .null
          })
        position += 1
      }
    }
  }
}
