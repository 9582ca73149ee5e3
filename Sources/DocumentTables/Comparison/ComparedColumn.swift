/// A column of a hierarchy's table, with the data that comparing two versions of its rows needs.
package struct ComparedColumn: Sendable {
  package let hierarchy: Int
  package let index: Int
  package let layout: ColumnLayout
  /// The relationship's end; nil for attributes.
  package let end: RelationshipEnd?
  /// Whether an entity has the property, by discriminator.
  package let owners: [Bool]
  /// The order column at the other end, whose lists depend on the references in this column.
  package let orderColumn: Place?
  /// Whether the column refers to one object whose deletion deletes the referring object.
  package let leadsToOwner: Bool

  /// A column's position in a schema.
  package struct Place: Hashable, Sendable {
    package let hierarchy: Int
    package let column: Int

    package init(hierarchy: Int, column: Int) {
      self.hierarchy = hierarchy
      self.column = column
    }
  }

  package init(_ index: Int, _ hierarchy: Int, of schema: TableSchema) {
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
      leadsToOwner = false
      return
    }
    self.end = end
    let inverse = relationship.inverse.flatMap {
      schema.relationship(named: $0, of: relationship.destination)?.relationship
    }
    leadsToOwner = end.storage == .reference && inverse?.deleteRule == .cascade
    if end.storage != .order, let inverse = end.inverseColumn,
      case .relationship(_, .order) =
        schema.hierarchies[end.destinationHierarchy].columns[inverse].content
    {
      orderColumn = Place(hierarchy: end.destinationHierarchy, column: inverse)
    } else {
      orderColumn = nil
    }
  }

  package var place: Place { Place(hierarchy: hierarchy, column: index) }

  package var isOrder: Bool { end?.storage == .order }

  /// Returns the keys that a value of this column refers to.
  package func targets(of value: Value) -> [ObjectKey] {
    switch value {
    case .reference(let key): [key]
    case .references(let keys): keys
    default: []
    }
  }

  /// Returns whether two values have the same written form: a list that cannot be nil is written
  /// as an empty list, and a list of dates has two representations.
  package func areWrittenAlike(_ left: Value, _ right: Value) -> Bool {
    if left == right { return true }
    if let type = layout.attribute?.type, case .array = type {
      return !left.isNull && !right.isNull && Tree(left, of: type) == Tree(right, of: type)
    }
    guard let end, end.storage == .list, !end.relationship.isNullable else { return false }
    return targets(of: left) == targets(of: right)
  }

  /// Returns the value that a tree of a carried entry, a patch or a history states; nil if the column cannot store it.
  package func value(of tree: Tree) -> Value? {
    guard let attribute = layout.attribute else { return relatedValue(of: tree) }
    if tree.isNull { return attribute.isNullable ? .null : nil }
    guard let value = Value(tree, of: attribute.type) else { return nil }
    if let cases = attribute.cases, !cases.contains(value) { return nil }
    return value
  }

  private func relatedValue(of tree: Tree) -> Value? {
    guard let end else { return nil }
    if tree.isNull { return layout.isNullable ? .null : nil }
    if end.storage == .reference {
      guard case .integer(let key) = tree else { return nil }
      return .reference(key)
    }
    guard let keys = tree.keyList, Set(keys).count == keys.count else { return nil }
    return .references(keys)
  }

  /// Returns the list that a record stores for an order with these members (spec 5.3).
  package func storedOrder(
    _ stored: (some Collection<ObjectKey>)?, members: [ObjectKey]
  ) -> [ObjectKey]? {
    guard let stored else { return nil }
    if members.isEmpty { return layout.allowsNilList ? [] : nil }
    let ordered = membersInOrder(members, stored: stored)
    return ordered == members ? nil : ordered
  }

  /// Returns the keys of the objects that refer to an object through the other end, in ascending
  /// order.
  package func members(of key: ObjectKey, in tables: Tables) -> [ObjectKey] {
    guard let end, let inverse = end.inverseColumn else { return [] }
    return tables.tables[end.destinationHierarchy].sources(of: key, throughColumn: inverse)
  }

  /// Returns the value that a row's record states: for an order the written list, null if the
  /// row's entity does not have the property.
  package func writtenValue(_ segment: Segment, _ row: Int, in tables: Tables) -> Value {
    guard owners[Int(segment.entities[row])] else { return .null }
    guard isOrder else { return segment.value(at: row, column: index) }
    guard let stored = segment.columns[index].references(at: row) else { return .null }
    let written = storedOrder(stored, members: members(of: segment.keys[row], in: tables))
    return written.map { .references($0) } ?? .null
  }
}

extension ColumnLayout {
  fileprivate var allowsNilList: Bool {
    if case .relationship(let relationship, _) = content { relationship.isNullable } else { false }
  }
}

extension TableSchema {
  /// Returns all columns with the data that comparisons need, by hierarchy and column.
  package func comparedColumns() -> [[ComparedColumn]] {
    hierarchies.indices.map { hierarchy in
      hierarchies[hierarchy].columns.indices.map { ComparedColumn($0, hierarchy, of: self) }
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
    for columns in schema.comparedColumns() {
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
