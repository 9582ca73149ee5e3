import DocumentTables

/// The changes of a merge, stored in columns until a report needs their text.
struct MergedRows: Sendable {
  /// The old values of one column of an edit's rows, and the entities of these rows.
  struct ChangedColumn: Sendable {
    let edit: Int
    let column: Int
    let old: Column
    let entities: [UInt16]
  }

  let schema: TableSchema
  private let edits: [TableEdit]
  private let changed: [ChangedColumn]
  /// The removed rows with their old values.
  private let removed: [Segment]
  private let hierarchy: Int
  /// The related objects of the removed rows, by the name of the relationship.
  private let related: [String: Column]
  let removedCount: Int
  /// The number of changed values.
  var changedValueCount: Int { changed.reduce(0) { $0 + $1.entities.count } }
  /// The number of changed and removed rows.
  let count: Int

  /// Creates the record of edits, the first of which removes rows.
  init(
    _ edits: [TableEdit], _ changed: [ChangedColumn], changedRows: Int, before: Tables,
    removed: [RowLocation],
    related: [String: Column]
  ) {
    schema = before.schema
    self.edits = edits
    self.changed = changed.filter { !$0.entities.isEmpty }
    hierarchy = edits[0].hierarchy
    self.removed = before.tables[hierarchy].copy(of: removed)
    self.related = related
    removedCount = removed.count
    count = removed.count + changedRows
  }

  /// Returns the changes row by row.
  func told() -> ToldChanges {
    var cells: [(key: ObjectKey, edit: Int, entity: UInt16, change: PropertyChange)] = []
    for changed in changed {
      let edit = edits[changed.edit]
      for (position, key) in edit.keys(ofColumn: changed.column).enumerated() {
        let change = PropertyChange(
          column: changed.column, old: changed.old.value(at: position),
          new: edit.value(at: position, column: changed.column))
        cells.append((key, changed.edit, changed.entities[position], change))
      }
    }
    // A stable sort keeps the order of the changes of one row.
    cells.sort { $0.key < $1.key }
    var told = ToldChanges(ChangeSet(nextKey: 0))
    for cell in cells {
      if told.changes.updated.last?.key == cell.key {
        told.changes.updated[told.changes.updated.count - 1].changes.append(cell.change)
        continue
      }
      let hierarchy = edits[cell.edit].hierarchy
      told.changes.updated.append(
        UpdatedRow(hierarchy: hierarchy, key: cell.key, changes: [cell.change]))
      told.changedEntities.append(schema.hierarchies[hierarchy].entities[Int(cell.entity)].name)
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
          hierarchy: hierarchy, key: segment.keys[row], discriminator: segment.entities[row],
          values: segment.values(at: row))
        told.changes.deleted.append(deleted)
        told.removedRelated.append(
          properties[deleted].filter { $0.end != nil }.map { property in
            related[property.name]?.references(at: position).map(Array.init)
          })
        position += 1
      }
    }
  }
}
