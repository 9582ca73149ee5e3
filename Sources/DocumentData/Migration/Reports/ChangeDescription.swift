import DocumentMigration
import DocumentTables

/// The changes of one save, converted to values on demand.
///
/// Does not reference the tables before the save, so that replaced columns can be freed.
struct ChangeDescription: Sendable {
  private enum Source: Sendable {
    case save(ToldChanges)
    case merge(MergedRows)
  }

  private let schema: TableSchema
  private let source: Source

  init(_ changes: ChangeSet, before: Tables) {
    schema = before.schema
    var told = ToldChanges(changes)
    told.changedEntities = changes.updated.map { Self.entityName(of: $0.key, $0.hierarchy, before) }
    let properties = EntityProperties(before.schema)
    told.removedValues = changes.deleted.map { row in
      let table = before.tables[row.hierarchy]
      guard let location = table.location(of: row.key) else { return [] }
      let segment = table.segments[location.segment]
      return properties[row].map { property in
        if let end = property.end {
          let related = before.relatedKeys(
            of: row.key, in: segment, row: location.row, through: end)
          return related.map { .references($0) } ?? .null
        }
        return property.column.map { segment.value(at: location.row, column: $0) } ?? .null
      }
    }
    source = .save(told)
  }

  init(_ merged: MergedRows) {
    schema = merged.schema
    source = .merge(merged)
  }

  /// The number of changes.
  var count: Int {
    switch source {
    case .save(let told): told.changes.rowCount
    case .merge(let merged): merged.count
    }
  }

  /// The numbers of objects by what happened to them.
  var counts: MigrationReport.ChangeCounts {
    var counts = MigrationReport.ChangeCounts()
    switch source {
    case .save(let told):
      counts.added = told.changes.inserted.count
      counts.changed = told.changes.updated.count
      counts.removed = told.changes.deleted.count
    case .merge(let merged):
      counts.merged = merged.removedCount
      counts.changed = merged.count - merged.removedCount
    }
    return counts
  }

  /// The change of each object, in the order of their keys.
  var objectChanges: [MigrationReport.ObjectChange] {
    let told =
      switch source {
      case .save(let told): told
      case .merge(let merged): merged.told()
      }
    let changes = told.changes
    var result: [(order: Int, change: MigrationReport.ObjectChange)] = []
    result.reserveCapacity(count)
    for row in changes.inserted {
      let layout = schema.hierarchies[row.hierarchy]
      let entity = layout.entities[Int(row.discriminator)].name
      result.append((0, .init(kind: .added, entity: entity, object: row.key, properties: [])))
    }
    for (row, entity) in zip(changes.updated, told.changedEntities) {
      let layout = schema.hierarchies[row.hierarchy]
      let edits = row.changes.map { change in
        let column = layout.columns[change.column]
        return MigrationReport.ObjectChange.Property(
          name: Self.name(of: column), old: Self.text(change.old, column),
          new: Self.text(change.new, column))
      }
      result.append((1, .init(kind: .changed, entity: entity, object: row.key, properties: edits)))
    }
    let properties = EntityProperties(schema)
    for (row, held) in zip(changes.deleted, told.removedValues) {
      let layout = schema.hierarchies[row.hierarchy]
      let entity = layout.entities[Int(row.discriminator)].name
      let values = zip(properties[row], held).map { property, value in
        let text =
          if let end = property.end {
            Self.text(value, end.relationship)
          } else {
            property.column.map { Self.text(value, layout.columns[$0]) } ?? "nil"
          }
        return MigrationReport.ObjectChange.Property(name: property.name, old: text, new: nil)
      }
      result.append((2, .init(kind: .removed, entity: entity, object: row.key, properties: values)))
    }
    return result.sorted { ($0.change.object, $0.order) < ($1.change.object, $1.order) }
      .map(\.change)
  }

  private static func entityName(
    of key: ObjectKey, _ hierarchy: Int, _ tables: Tables
  ) -> String {
    let layout = tables.schema.hierarchies[hierarchy]
    if layout.entities.count == 1 { return layout.entities[0].name }
    guard let location = tables.tables[hierarchy].location(of: key) else { return layout.name }
    let segment = tables.tables[hierarchy].segments[location.segment]
    return layout.entities[Int(segment.entities[location.row])].name
  }

  /// The name of a column; a column that stores only the order of a to-many relationship is named
  /// as an order.
  private static func name(of column: ColumnLayout) -> String {
    if case .relationship(_, .order) = column.content { return "order of \(column.name)" }
    return column.name
  }

  private static func text(_ related: Value, _ relationship: TableRelationship) -> String {
    guard case .references(let keys) = related else { return "nil" }
    if relationship.isToMany { return MigrationStep.text(related) }
    return keys.first.map { "\($0)" } ?? "nil"
  }

  private static func text(_ value: Value, _ column: ColumnLayout) -> String {
    if case .relationship(_, .order) = column.content, value.isNull { return "by key" }
    return MigrationStep.text(value, of: column.attribute?.type)
  }
}

extension ChangeDescription: Hashable {
  /// Whether the changes are equal.
  static func == (left: ChangeDescription, right: ChangeDescription) -> Bool {
    left.count == right.count && left.objectChanges == right.objectChanges
  }

  func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

/// A change set, and the facts about the old tables that its text needs.
struct ToldChanges: Sendable {
  var changes: ChangeSet
  /// The entities of the updated rows, in their order.
  var changedEntities: [String] = []
  /// The property values of the deleted rows.
  var removedValues: [[Value]] = []

  init(_ changes: ChangeSet) { self.changes = changes }
}

/// The properties in the text of a removed object, computed once for each entity.
struct EntityProperties {
  struct Property {
    var name: String
    var end: RelationshipEnd?
    var column: Int?
  }

  private let byEntity: [[[Property]]]

  init(_ schema: TableSchema) {
    byEntity = schema.hierarchies.map { layout in
      layout.entities.map { entity in
        entity.properties.compactMap { property in
          let end = schema.relationshipEnd(named: property.name, of: entity.name)
          guard end != nil || property.column != nil else { return nil }
          return Property(name: property.name, end: end, column: property.column)
        }
      }
    }
  }

  subscript(row: DeletedRow) -> [Property] { byEntity[row.hierarchy][Int(row.discriminator)] }
}
