import DocumentTables

/// A column of the newer schema, with the data that finding and restoring losses need.
struct LossColumn {
  let hierarchy: Int
  let index: Int
  let layout: ColumnLayout
  /// The type of an attribute's values; nil for relationships.
  private let type: AttributeType?
  /// The relationship's end; nil for attributes.
  let end: RelationshipEnd?
  /// Whether an entity has the property, by discriminator.
  let owners: [Bool]
  /// The order column at the other end, whose lists depend on the references in this column.
  let orderColumn: Place?
  /// Whether an object cannot exist without the object that it refers to in this column.
  ///
  /// This is so if the reference is required, or if deleting the referenced object deletes the
  /// referring one.
  let isBound: Bool

  struct Place: Hashable {
    let hierarchy: Int
    let column: Int
  }

  init(_ index: Int, _ hierarchy: Int, of schema: TableSchema) {
    self.hierarchy = hierarchy
    self.index = index
    let table = schema.hierarchies[hierarchy]
    layout = table.columns[index]
    type = layout.attribute?.type
    owners = table.entities.map { entity in entity.properties.contains { $0.column == index } }
    guard case .relationship(let relationship, _) = layout.content,
      let end = schema.relationshipEnd(named: relationship.name, of: layout.entity)
    else {
      end = nil
      orderColumn = nil
      isBound = false
      return
    }
    self.end = end
    let inverse = relationship.inverse.flatMap {
      schema.relationship(named: $0, of: relationship.destination)?.relationship
    }
    isBound =
      end.storage == .reference && (!relationship.isNullable || inverse?.deleteRule == .cascade)
    if end.storage != .order, let inverse = end.inverseColumn,
      case .relationship(_, .order) =
        schema.hierarchies[end.destinationHierarchy].columns[inverse].content
    {
      orderColumn = Place(hierarchy: end.destinationHierarchy, column: inverse)
    } else {
      orderColumn = nil
    }
  }

  var isOrder: Bool { end?.storage == .order }

  /// The value of a row in this column if the row's entity is restored, before its own entries are.
  var initialValue: Value {
    switch layout.content {
    case .attribute(let attribute):
      if case .value(let value) = attribute.defaultValue { return value }
      return .null
    case .relationship(let relationship, .list) where !relationship.isNullable:
      return .references([])
    case .relationship: return .null
    }
  }

  /// Returns the value of a row in the form in which losses store it.
  func tree(in tables: Tables, _ segment: Segment, _ row: Int) -> Tree {
    if let end { return tables.tree(of: segment.keys[row], in: segment, row: row, through: end) }
    let value = segment.value(at: row, column: index)
    return type.map { Tree(value, of: $0) } ?? Tree(value)
  }

  /// Returns the keys that a value of this column refers to.
  func targets(of value: Value) -> [ObjectKey] {
    switch value {
    case .reference(let key): [key]
    case .references(let keys): keys
    default: []
    }
  }

  /// Returns the list that a record stores for an order with these members (spec 5.3).
  func storedOrder(_ stored: (some Collection<ObjectKey>)?, members: [ObjectKey]) -> [ObjectKey]? {
    guard let stored else { return nil }
    if members.isEmpty { return layout.allowsNilList ? [] : nil }
    let ordered = membersInOrder(members, stored: stored)
    return ordered == members ? nil : ordered
  }

  /// Returns the keys of the objects that refer to an object through the other end, in ascending
  /// order.
  func members(of key: ObjectKey, in tables: Tables) -> [ObjectKey] {
    guard let end, let inverse = end.inverseColumn else { return [] }
    return tables.tables[end.destinationHierarchy].sources(of: key, throughColumn: inverse)
  }
}

extension ColumnLayout {
  fileprivate var allowsNilList: Bool {
    if case .relationship(let relationship, _) = content { relationship.isNullable } else { false }
  }
}

extension TableSchema {
  func lossColumns() -> [[LossColumn]] {
    hierarchies.indices.map { hierarchy in
      hierarchies[hierarchy].columns.indices.map { LossColumn($0, hierarchy, of: self) }
    }
  }
}

extension Tables {
  /// Returns the tables in the form in which a document stores them: an order is stored only if it
  /// differs from the key order, and with exactly the members.
  ///
  /// The trial migration up starts from this form, not from the tables that a closure left.
  package func inWrittenForm() -> Tables {
    var result = self
    for columns in schema.lossColumns() {
      for column in columns where column.isOrder {
        var edits = TableEdit(column.hierarchy, of: schema)
        for segment in tables[column.hierarchy].segments {
          if case .constant(.null, _) = segment.columns[column.index] { continue }
          for row in 0..<segment.count {
            guard let stored = segment.columns[column.index].references(at: row) else { continue }
            let key = segment.keys[row]
            let written = column.storedOrder(stored, members: column.members(of: key, in: self))
            if written != Array(stored) {
              edits.set(key, column: column.index, written.map { .references($0) } ?? .null)
            }
          }
        }
        result = result.applying([edits])
      }
    }
    return result
  }
}
