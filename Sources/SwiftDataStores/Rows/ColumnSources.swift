import DocumentFile
import DocumentTables
import SQLiteDatabase

// Where the values of a document's columns lie in a store.

extension RowReading {
  /// The content of one column of the schema.
  enum Source {
    case attribute(AttributeColumns, ManagedAttribute, TableAttribute, TypedValue?)
    case reference(Reference)
    case members(Members)
    case nothing
  }

  final class Reference {
    let position: Int
    let columnName: String
    let destination: Int
    let allowed: Set<Int64>
    /// The other end of a relationship to one object at both ends, by row.
    let partners: [Int64: Int64]?
    let isOwnInverse: Bool
    var used: Set<Int64> = []

    init(
      position: Int, columnName: String, destination: Int, allowed: Set<Int64>,
      partners: [Int64: Int64]?, isOwnInverse: Bool
    ) {
      self.position = position
      self.columnName = columnName
      self.destination = destination
      self.allowed = allowed
      self.partners = partners
      self.isOwnInverse = isOwnInverse
    }
  }

  final class Members {
    var lists: MemberLists
    let destination: Int
    let allowed: Set<Int64>
    /// Whether the column has the order only.
    let isOrder: Bool

    init(_ lists: MemberLists, destination: Int, allowed: Set<Int64>, isOrder: Bool) {
      self.lists = lists
      self.destination = destination
      self.allowed = allowed
      self.isOrder = isOrder
    }
  }

  mutating func source(
    of column: ColumnLayout, _ table: EntityTable
  ) throws(DocumentError) -> Source {
    let place = PropertyPlace(entity: column.entity, name: column.name)
    switch column.content {
    case .attribute(let wanted):
      guard var columns = table.attributes[place],
        let attribute = model.entity(named: column.entity)?.attributes.first(where: {
          $0.name == column.name
        })
      else { return .nothing }
      switch (wanted.type, columns) {
      case (.tree, _), (.structure, _): break
      case (_, .composite(_, let elements)) where elements.count == 1: columns = elements[0]
      default: break
      }
      var leaf = columns.attribute
      leaf.isExternal = leaf.isExternal || attribute.isExternal
      return .attribute(columns, leaf, wanted, typed(place))
    case .relationship(let relationship, let storage):
      guard let own = model.relationship(column.name, of: column.entity)?.relationship,
        let destination = layout.hierarchy(of: relationship.destination)
      else { return .nothing }
      let allowed = numbers(of: relationship.destination, in: destination)
      switch storage {
      case .reference:
        guard let position = table.references[place] else { return .nothing }
        try index(destination)
        return .reference(
          try reference(own, place, relationship, position, destination, allowed, table))
      case .list:
        guard let source = try members(own, place) else { return .nothing }
        try index(destination)
        return .members(
          Members(source, destination: destination, allowed: allowed, isOrder: false))
      case .order:
        guard own.isOrdered else { return .nothing }
        let lists: MemberLists
        if let order = layout.orders[place], let inverse = own.inverse,
          let column = referenceColumn(inverse, of: own.destination, in: destination)
        {
          lists = try MemberLists(
            table: layout.tables[destination], column: column, order: order, store)
        } else if let source = layout.members[place] {
          lists = try MemberLists(source, layout, store)
        } else {
          return .nothing
        }
        guard lists.isOrdered else { return .nothing }
        try index(destination)
        return .members(Members(lists, destination: destination, allowed: allowed, isOrder: true))
      case .derived: return .nothing
      }
    }
  }

  /// The members of a list: those of its own source, or the rows that refer back, where the document's
  /// relationship has no inverse although the store's has one.
  private func members(
    _ relationship: ManagedRelationship, _ place: PropertyPlace
  ) throws(DocumentError) -> MemberLists? {
    if let source = layout.members[place] { return try MemberLists(source, layout, store) }
    guard let inverse = relationship.inverse,
      let destination = layout.hierarchy(of: relationship.destination),
      let column = referenceColumn(inverse, of: relationship.destination, in: destination)
    else { return nil }
    return try MemberLists(
      .column(table: destination, column: column, order: layout.orders[place]), layout, store)
  }

  private func referenceColumn(_ name: String, of entity: String, in table: Int) -> String? {
    guard let owner = model.relationship(name, of: entity)?.entity.name,
      let position = layout.tables[table].references[PropertyPlace(entity: owner, name: name)]
    else { return nil }
    return layout.tables[table].columns[position]
  }

  private mutating func numbers(of entity: String, in table: Int) -> Set<Int64> {
    if families[table] == nil {
      var family: [String: Set<Int64>] = [:]
      for (number, name) in layout.tables[table].entities {
        for above in model.lineage(of: name) { family[above.name, default: []].insert(number) }
      }
      families[table] = family
    }
    return families[table]?[entity] ?? []
  }

  private mutating func index(_ table: Int) throws(DocumentError) {
    guard indexes[table] == nil else { return }
    indexes[table] = try RowIndex(layout.tables[table], store)
  }

  private func reference(
    _ own: ManagedRelationship, _ place: PropertyPlace, _ wanted: TableRelationship,
    _ position: Int, _ destination: Int, _ allowed: Set<Int64>, _ table: EntityTable
  ) throws(DocumentError) -> Reference {
    var partners: [Int64: Int64]?
    let isOwnInverse = wanted.inverse == place.name && wanted.destination == place.entity
    if let inverse = wanted.inverse,
      let other = model.relationship(inverse, of: wanted.destination), !other.relationship.isToMany,
      let column = referenceColumn(inverse, of: wanted.destination, in: destination)
    {
      partners = try pairs(layout.tables[destination].name, column)
    }
    return Reference(
      position: position, columnName: table.columns[position], destination: destination,
      allowed: allowed, partners: partners, isOwnInverse: isOwnInverse)
  }

  /// Returns the rows that refer to another one, by the row they refer to; of several the first.
  private func pairs(_ table: String, _ column: String) throws(DocumentError) -> [Int64: Int64] {
    let quoted = try store.quoted(column)
    let statement = try store.prepare(
      "SELECT \(quoted), Z_PK FROM \(try store.quoted(table)) WHERE \(quoted) IS NOT NULL",
      for: "read the references in \(table)")
    var pairs: [Int64: Int64] = [:]
    var count = 0
    while try store.step(statement) {
      count += 1
      try store.checkRows(count)
      let (to, from) = (statement.int64(at: 0), statement.int64(at: 1))
      pairs[to] = min(pairs[to] ?? .max, from)
    }
    return pairs
  }
}
