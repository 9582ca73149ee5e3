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
    var searches = before.tables.map { RowSearch($0) }
    told.removedRelated = changes.deleted.map { row in
      guard let location = searches[row.hierarchy].location(of: row.key) else { return [] }
      let segment = searches[row.hierarchy].table.segments[location.segment]
      return properties[row].compactMap { property in
        property.end.map { end in
          before.relatedKeys(of: row.key, in: segment, row: location.row, through: end)
        }
      }
    }
    source = .save(told)
  }

  init(_ merged: MergedRows) {
    schema = merged.schema
    source = .merge(merged)
  }

  /// The number of changed objects.
  var count: Int {
    switch source {
    case .save(let told): told.changes.rowCount
    case .merge(let merged): merged.count
    }
  }

  /// The number of added and removed objects and of changed values.
  var valueCount: Int {
    switch source {
    case .save(let told):
      told.changes.inserted.count + told.changes.deleted.count
        + told.changes.updated.reduce(0) { $0 + $1.changes.count }
    case .merge(let merged): merged.removedCount + merged.changedValueCount
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
  var objectChanges: [ObjectChange] {
    let told =
      switch source {
      case .save(let told): told
      case .merge(let merged): merged.told()
      }
    let changes = told.changes
    var result: [(order: Int, change: ObjectChange)] = []
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
        return ObjectChange.Property(
          name: column.name, isOrder: Self.isOrder(column), old: Self.tree(change.old, column),
          new: Self.tree(change.new, column))
      }
      result.append((1, .init(kind: .changed, entity: entity, object: row.key, properties: edits)))
    }
    let properties = EntityProperties(schema)
    for (row, related) in zip(changes.deleted, told.removedRelated) {
      let layout = schema.hierarchies[row.hierarchy]
      let entity = layout.entities[Int(row.discriminator)].name
      var related = related[...]
      let values = properties[row].map { property in
        let tree =
          if let end = property.end {
            Self.tree(related.popFirst() ?? nil, end.relationship)
          } else {
            property.column.map { Self.tree(row.values[$0], layout.columns[$0]) } ?? .null
          }
        return ObjectChange.Property(name: property.name, isOrder: false, old: tree, new: nil)
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

  private static func isOrder(_ column: ColumnLayout) -> Bool {
    if case .relationship(_, .order) = column.content { true } else { false }
  }

  private static func tree(_ related: [ObjectKey]?, _ relationship: TableRelationship) -> Tree {
    guard let keys = related else { return .null }
    if relationship.isToMany { return Tree(.references(keys)) }
    return keys.first.map { .integer($0) } ?? .null
  }

  private static func tree(_ value: Value, _ column: ColumnLayout) -> Tree {
    column.attribute.map { Tree(value, of: $0.type) } ?? Tree(value)
  }
}

/// What one save of a stage's closures did to one object.
struct ObjectChange: Sendable {
  enum Kind {
    /// A closure inserted the object.
    case added
    /// Values of the object changed.
    case changed
    /// A closure deleted the object, or it was merged into another.
    case removed
  }

  /// The values of one property.
  struct Property: Sendable {
    let name: String
    /// Whether only the order of a to-many relationship changed, which is null for the order of
    /// keys.
    let isOrder: Bool
    let old: Tree
    /// The value after the change; nil for a removed object.
    let new: Tree?

    fileprivate var words: String {
      let values = [old, new].compactMap { $0 }.map(text)
      return (isOrder ? "order of " : "") + "\(name) " + values.joined(separator: " → ")
    }

    private func text(_ tree: Tree) -> String {
      if isOrder, case .null = tree { return "by key" }
      return MigrationStep.text(tree)
    }
  }

  let kind: Kind
  let entity: String
  let object: ObjectKey
  /// The properties that changed, or those of a removed object; empty for an added object.
  var properties: [Property]

  /// A change for each changed property; the change itself if the object was added or removed.
  var byProperty: [ObjectChange] {
    guard kind == .changed else { return [self] }
    return properties.map {
      var change = self
      change.properties = [$0]
      return change
    }
  }

  /// The values of a removed object by property.
  var removedValues: Tree {
    .members(Dictionary(properties.map { ($0.name, $0.old) }) { first, _ in first })
  }

  /// The change in one line.
  var words: String {
    let list = properties.map(\.words).joined(separator: ", ")
    return switch kind {
    case .added: "\(entity) \(object) was added"
    case .changed: "\(entity) \(object) changed: \(list)"
    case .removed: "\(entity) \(object) was removed: \(list)"
    }
  }
}

extension MigrationReport {
  /// Numbers of objects, by what the closures of a migration did to them.
  ///
  /// An object that two saves change counts twice.
  package struct ChangeCounts: Sendable {
    /// Objects that closures inserted.
    package internal(set) var added = 0
    /// Objects with changed values, including the targets of merges.
    package internal(set) var changed = 0
    /// Objects that closures deleted.
    package internal(set) var removed = 0
    /// Duplicates that were merged into another object.
    package internal(set) var merged = 0

    static func += (left: inout ChangeCounts, right: ChangeCounts) {
      left.added += right.added
      left.changed += right.changed
      left.removed += right.removed
      left.merged += right.merged
    }
  }
}

/// A change set, and the facts about the old tables that its text needs.
struct ToldChanges: Sendable {
  var changes: ChangeSet
  /// The entities of the updated rows, in their order.
  var changedEntities: [String] = []
  /// The keys of the deleted rows' related objects, one list for each relationship; nil for none.
  var removedRelated: [[[ObjectKey]?]] = []

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
