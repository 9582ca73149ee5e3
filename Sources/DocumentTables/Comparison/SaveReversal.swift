/// The change set that undoes a save, from what the history keeps of it.
package struct SaveReversal: Sendable {
  /// Why a save cannot be undone.
  package enum Refusal: Error, Hashable, Sendable {
    /// The save is of another schema, or is itself a migration to this one.
    case migrated
    /// The save names no objects: it was not recorded, or is too large.
    case unrecorded
    /// The history does not keep what a property of an object was.
    case notKept(entity: String, key: ObjectKey, property: String)
    /// An object that the save inserted is gone, or one that it deleted is there.
    case existence(entity: String, key: ObjectKey)
    /// A later save changed what the save changed.
    case changed(entity: String, key: ObjectKey, property: String)
  }

  package private(set) var changes: ChangeSet
  private let tables: Tables

  /// - Parameter fingerprint: The model fingerprint of the tables' schema.
  package init(
    of transaction: History.Transaction, in tables: Tables, fingerprint: Digest
  ) throws(Refusal) {
    self.tables = tables
    changes = ChangeSet(nextKey: tables.nextKey)
    guard transaction.schema == fingerprint, transaction.migratedFrom == nil else {
      throw .migrated
    }
    guard transaction.unknown.isEmpty else { throw .unrecorded }
    // An object whose entity the save changed is in a deletion and in an insertion.
    var inserted: Set<ObjectKey> = []
    for group in transaction.groups {
      if group.kind == .insert { inserted.formUnion(group.keys.keys) }
    }
    let columns = tables.schema.comparedColumns()
    for group in transaction.groups {
      let place = try Place(group, tables.schema, columns)
      for (index, key) in group.keys.keys.enumerated() {
        switch group.kind {
        case .insert: try delete(key, place, group)
        case .update: try restore(key, index, place, group)
        case .delete: try insert(key, index, place, group, isReplaced: inserted.contains(key))
        }
      }
    }
    // Orders and anchors follow the objects.
    changes = ChangeSet(from: tables, to: tables.applying(changes).inWrittenForm())
  }

  /// The entity of a group in the tables.
  private struct Place {
    let hierarchy: Int
    let entity: EntityLayout
    let columns: [ComparedColumn]

    init(
      _ group: History.Transaction.Group, _ schema: TableSchema, _ columns: [[ComparedColumn]]
    ) throws(Refusal) {
      guard let hierarchy = schema.hierarchyIndex(of: group.entity),
        let entity = schema.hierarchies[hierarchy].entity(named: group.entity)
      else { throw .migrated }
      self.hierarchy = hierarchy
      self.entity = entity
      self.columns = columns[hierarchy]
    }
  }

  // MARK: Objects

  private mutating func delete(
    _ key: ObjectKey, _ place: Place, _ group: History.Transaction.Group
  ) throws(Refusal) {
    guard let (segment, row) = self.row(key, place),
      segment.entities[row] == place.entity.discriminator
    else { throw .existence(entity: group.entity, key: key) }
    changes.deleted.append(
      DeletedRow(
        hierarchy: place.hierarchy, key: key, discriminator: place.entity.discriminator,
        values: segment.values(at: row), foreign: segment.foreign[row]))
  }

  private mutating func insert(
    _ key: ObjectKey, _ index: Int, _ place: Place, _ group: History.Transaction.Group,
    isReplaced: Bool
  ) throws(Refusal) {
    guard isReplaced || row(key, place) == nil else {
      throw .existence(entity: group.entity, key: key)
    }
    var values = [Value](repeating: .null, count: place.columns.count)
    for property in place.entity.properties {
      guard let column = property.column else { continue }
      guard let tree = group.old[property.name]?[index] else {
        throw .notKept(entity: group.entity, key: key, property: property.name)
      }
      values[column] = try value(tree, place.columns[column], key, group)
    }
    changes.inserted.append(
      InsertedRow(
        hierarchy: place.hierarchy, key: key, discriminator: place.entity.discriminator,
        values: values))
  }

  private mutating func restore(
    _ key: ObjectKey, _ index: Int, _ place: Place, _ group: History.Transaction.Group
  ) throws(Refusal) {
    guard let (segment, row) = self.row(key, place) else {
      throw .existence(entity: group.entity, key: key)
    }
    var update = UpdatedRow(hierarchy: place.hierarchy, key: key, changes: [])
    for name in group.properties {
      guard let column = place.entity.column(of: name) else { continue }
      let compared = place.columns[column]
      guard let old = group.old[name]?[index], let new = group.new[name]?[index] else {
        // The object at the other end states the change of a relationship.
        if compared.end != nil { continue }
        throw .notKept(entity: group.entity, key: key, property: name)
      }
      let present = compared.writtenValue(segment, row, in: tables)
      let before = try value(old, compared, key, group)
      guard compared.areWrittenAlike(present, try value(new, compared, key, group)) else {
        throw .changed(entity: group.entity, key: key, property: name)
      }
      if present != before {
        update.changes.append(PropertyChange(column: column, old: present, new: before))
      }
    }
    if !update.changes.isEmpty { changes.updated.append(update) }
  }

  private func row(_ key: ObjectKey, _ place: Place) -> (segment: Segment, row: Int)? {
    tables.tables[place.hierarchy].location(of: key).map {
      (tables.tables[place.hierarchy].segments[$0.segment], $0.row)
    }
  }

  // MARK: Values

  /// Returns a recorded value as a column has it.
  private func value(
    _ tree: Tree, _ column: ComparedColumn, _ key: ObjectKey, _ group: History.Transaction.Group
  ) throws(Refusal) -> Value {
    // No object, even where the schema allows no nil.
    if tree.isNull, column.end != nil { return .null }
    guard let value = column.value(of: tree) else {
      throw .notKept(entity: group.entity, key: key, property: column.layout.name)
    }
    guard column.isOrder, case .references(let members) = value else { return value }
    return .order(of: members, isNullable: column.end?.relationship.isNullable ?? false)
  }
}
