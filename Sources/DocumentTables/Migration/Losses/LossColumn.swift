/// One column of the newer schema as the search for losses, and putting them back, need it.
struct LossColumn {
  let hierarchy: Int
  let index: Int
  let layout: ColumnLayout
  /// Of relationships.
  let end: RelationshipEnd?
  /// By discriminator: which entities have the property.
  let owners: [Bool]
  /// The order column at the other end, whose lists follow what this column states.
  let orderColumn: Place?
  /// Whether an object cannot be without the one that it refers to here: the reference is required,
  /// or deleting that one deletes it.
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

  /// What a row holds here before its own entries are put back, if its entity is put back.
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

  /// The value of a row as losses write it.
  func tree(in tables: Tables, _ segment: Segment, _ row: Int) -> Tree {
    if let end { return tables.tree(of: segment.keys[row], in: segment, row: row, through: end) }
    let value = segment.value(at: row, column: index)
    return layout.attribute.map { Tree(value, of: $0.type) } ?? Tree(value)
  }

  /// The keys that a value of this column refers to.
  func targets(of value: Value) -> [ObjectKey] {
    switch value {
    case .reference(let key): [key]
    case .references(let keys): keys
    default: []
    }
  }

  /// What a record states of an order with these members (spec 5.3).
  func storedOrder(_ stored: (some Collection<ObjectKey>)?, members: [ObjectKey]) -> [ObjectKey]? {
    guard let stored else { return nil }
    if members.isEmpty { return layout.allowsNilList ? [] : nil }
    let ordered = membersInOrder(members, stored: stored)
    return ordered == members ? nil : ordered
  }

  /// The keys of the objects whose other end refers to one, ascending.
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
  /// The tables as a document gives them back: an order is stored only where it is not that of the
  /// keys, and of exactly the members.
  ///
  /// The way up is tried from these, not from what a closure left.
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
