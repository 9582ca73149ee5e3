import DocumentFile
import DocumentTables
import SQLiteDatabase

/// Where a store keeps the members of a to-many relationship.
enum MemberSource: Sendable {
  /// A column of the members' table has the key of the owner.
  case column(table: Int, column: String, order: String?)
  /// A table of pairs.
  case pairs(table: String, own: String, other: String, order: String?, isSymmetric: Bool)

  var table: String? { if case .pairs(let table, _, _, _, _) = self { table } else { nil } }
}

/// The tables of a model's entities, each column checked against the store.
struct StoreLayout: Sendable {
  /// The tables of the hierarchies, in the order of their root entities' names.
  private(set) var tables: [EntityTable] = []
  /// The to-many relationships whose members are not stored as an inverse to-one relationship.
  private(set) var members: [PropertyPlace: MemberSource] = [:]
  /// The columns with the order of members that an inverse to-one relationship stores, by the ordered
  /// relationship.
  private(set) var orders: [PropertyPlace: String] = [:]
  private var hierarchies: [String: Int] = [:]
  /// The tables by their names without the number at the end.
  private let numberedShapes: [Substring: [SQLiteTable]]
  private var work = 0
  private static let mostWork = 20_000_000
  /// The relationships with many objects at both ends that have no table.
  private var unpaired: [PropertyPlace] = []

  /// The tables of the framework.
  private static let ownTables: Set = [
    "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ATRANSACTION", "ACHANGE", "ATRANSACTIONSTRING",
  ]

  /// Returns the position of the table with an entity's rows; nil if the store has none.
  func hierarchy(of entity: String) -> Int? { hierarchies[entity] }

  /// - Throws: `store-layout` if the tables are not those of the model.
  init(_ store: OpenStore, _ model: ManagedModel, _ report: inout StoreReport) throws(DocumentError)
  {
    numberedShapes = Dictionary(grouping: store.shapes) { Self.withoutNumber($0.name) }
    var families: [String: [(number: Int64, name: String)]] = [:]
    for entity in model.entities {
      guard let root = model.lineage(of: entity.name).last?.name else { continue }
      guard let number = store.numbers[entity.name] else {
        report.note(
          .changedSchema, table: "", entity: entity.name,
          "the store has no table for the entity, so the document has no objects of it")
        continue
      }
      families[root, default: []].append((number, entity.name))
    }
    var left: [Int: [String]] = [:]
    for (root, family) in families.sorted(by: { utf8Precedes($0.key, $1.key) }) {
      let name = "Z" + root.uppercased()
      let family = family.sorted { $0.number < $1.number }
      guard Set(family.map(\.number)).count == family.count else {
        throw DocumentError(
          .storeLayout, file: store.path, "two entities of \(root) have one number")
      }
      guard let shape = store.shape(name), shape.has("Z_PK"), shape.has("Z_ENT") else {
        throw DocumentError(
          .storeLayout, file: store.path, "there is no table \(name) with the rows of \(root)")
      }
      var table = EntityTable(root: root, name: name, entities: family)
      do {
        left[tables.count] = try ColumnRule.assign(&table, model, shape, &report)
      } catch {
        throw error.inFile(store.path)
      }
      for (_, name) in family { hierarchies[name] = tables.count }
      tables.append(table)
    }
    for entity in model.entities where hierarchies[entity.name] != nil {
      for relationship in entity.relationships where relationship.isToMany {
        guard hierarchies[relationship.destination] != nil else { continue }
        try place(relationship, of: entity.name, store, model, &left, &report)
      }
    }
    try noteUnpaired(store, &report)
    noteLeft(left, store)
    try noteTables(store, &report)
  }

  private mutating func place(
    _ relationship: ManagedRelationship, of entity: String, _ store: OpenStore,
    _ model: ManagedModel, _ left: inout [Int: [String]], _ report: inout StoreReport
  ) throws(DocumentError) {
    let place = PropertyPlace(entity: entity, name: relationship.name)
    guard let destination = hierarchies[relationship.destination] else { return }
    guard let name = relationship.inverse,
      let inverse = model.relationship(name, of: relationship.destination)
    else {
      let others = left[destination] ?? []
      let family = hierarchies[entity].map { tables[$0].entities.count } ?? 0
      try countWork((family + 2) * (others.count + 1), store)
      let column = owner(relationship, of: entity, store, others)
      guard let column else {
        report.note(
          .missingColumn, table: tables[destination].name, entity: entity,
          property: relationship.name,
          "the table has no column for the relationship, so it is empty")
        return
      }
      let order = "Z_FOK_" + column.dropFirst()
      let hasOrder = left[destination]?.contains(order) ?? false
      left[destination]?.removeAll { $0 == column || $0 == order }
      members[place] = .column(
        table: destination, column: column, order: hasOrder ? order : nil)
      return
    }
    if inverse.relationship.isToMany {
      if try !pair(relationship, place, inverse.relationship, inverse.entity.name, store) {
        unpaired.append(place)
      }
    } else if relationship.isOrdered {
      // The column of the reference may have a number behind its name.
      let reference = PropertyPlace(entity: inverse.entity.name, name: name)
      let column = tables[destination].references[reference].map { tables[destination].columns[$0] }
      let order = [column.map { "Z_FOK_" + $0.dropFirst() }, "Z_FOK_" + name.uppercased()]
        .lazy.compactMap(\.self).first { left[destination]?.contains($0) ?? false }
      if let order {
        orders[place] = order
        left[destination]?.removeAll { $0 == order }
      }
    }
  }

  /// Returns the column with the owner's key: `Z`, the number of the owner's entity and the name.
  private func owner(
    _ relationship: ManagedRelationship, of entity: String, _ store: OpenStore, _ left: [String]
  ) -> String? {
    let name = relationship.name.uppercased()
    let numbers =
      [store.numbers[entity]].compactMap { $0 }
      + (hierarchies[entity].map { tables[$0].entities.map(\.number) } ?? [])
    return numbers.lazy.map { "Z\($0)\(name)" }.first { left.contains($0) }
  }

  /// Finds the table of pairs of a relationship with many objects at both ends.
  ///
  /// Table and columns are called `Z_`, a number and the name of a relationship: a table by one of the
  /// two, and each column by the relationship that leads to the objects whose keys it has, with the number
  /// of their entity. If another relationship has the same name and leads to the same entity, a number follows.
  ///
  /// - Returns: False if there is no such table.
  private mutating func pair(
    _ relationship: ManagedRelationship, _ place: PropertyPlace, _ inverse: ManagedRelationship,
    _ inverseEntity: String, _ store: OpenStore
  ) throws(DocumentError) -> Bool {
    func numbers(_ entity: String) -> [Int64] {
      hierarchies[entity].map { tables[$0].entities.map(\.number) } ?? []
    }
    let (name, inverseName) = (relationship.name.uppercased(), inverse.name.uppercased())
    let ownNames = numbers(place.entity).map { "Z_\($0)\(inverseName)" }
    let otherNames = numbers(inverseEntity).map { "Z_\($0)\(name)" }
    let isSymmetric = place == PropertyPlace(entity: inverseEntity, name: inverse.name)
    let tableNames =
      numbers(place.entity).map { "Z_\($0)\(name)" }
      + numbers(inverseEntity).map { "Z_\($0)\(inverseName)" }
    var found: [MemberSource] = []
    let bases = Set(tableNames.map(Self.withoutNumber))
    try countWork(tableNames.count, store)
    for shape in bases.sorted().flatMap({ numberedShapes[$0] ?? [] }) {
      try countWork(tableNames.count, store)
      guard Self.isNumbered(shape.name, tableNames) else { continue }
      try countWork((ownNames.count + otherNames.count) * shape.columns.count, store)
      let columns = shape.columns.map(\.name).filter { !$0.hasPrefix("Z_FOK_") }
      // Keys of this entity's rows lie in the column of the inverse.
      let own = Self.columns(ownNames, of: columns)
      var other = Self.columns(otherNames, of: columns)
      if isSymmetric { other = columns.filter { $0 == "REFLEXIVE" } }
      for own in own {
        for other in other where own != other {
          let order = "Z_FOK_" + other.dropFirst(2)
          found.append(
            .pairs(
              table: shape.name, own: own, other: other, order: shape.has(order) ? order : nil,
              isSymmetric: isSymmetric))
        }
      }
    }
    // The numbers of the very entities are more precise than those of their hierarchies.
    if found.count > 1, let number = store.numbers[place.entity] {
      let exact = found.filter { source in
        if case .pairs(_, let own, _, _, _) = source {
          own == "Z_\(number)\(inverseName)"
        } else {
          false
        }
      }
      if exact.count == 1 { found = exact }
    }
    if found.isEmpty { return false }
    guard found.count == 1 else {
      throw DocumentError(
        .storeLayout, file: store.path,
        "several tables may have the pairs of \(place.entity).\(place.name) and "
          + "\(inverseEntity).\(inverse.name)")
    }
    members[place] = found[0]
    return true
  }

  /// - Throws: `store-layout` if another table may have the pairs.
  private func noteUnpaired(
    _ store: OpenStore, _ report: inout StoreReport
  ) throws(DocumentError) {
    guard let first = unpaired.first else { return }
    let known = Set(tables.map(\.name)).union(members.values.compactMap(\.table))
    if let other = store.shapes.first(where: {
      Self.isTableOfPairs($0.name) && !known.contains($0.name)
    }) {
      throw DocumentError(
        .storeLayout, file: store.path,
        "no table is named for the pairs of \(first.entity).\(first.name), and \(other.name) may have them"
      )
    }
    for place in unpaired {
      report.note(
        .missingColumn, table: "", entity: place.entity, property: place.name,
        "the store has no table for the relationship, so it is empty")
    }
  }

  /// Returns the columns of some names; only if there are none, those with a number behind the name.
  private static func columns(_ names: [String], of columns: [String]) -> [String] {
    let exact = columns.filter(names.contains)
    return exact.isEmpty ? columns.filter { isNumbered($0, names) } : exact
  }

  private static func withoutNumber(_ name: String) -> Substring {
    var name = Substring(name)
    while let last = name.utf8.last, isDigit(last) { name.removeLast() }
    return name
  }

  /// Counts comparisons of names, of which a few tables and relationships of one name could need very many.
  private mutating func countWork(_ more: Int, _ store: OpenStore) throws(DocumentError) {
    work += more
    guard work <= Self.mostWork else {
      throw DocumentError(
        .limitExpanded, file: store.path,
        "the names of its relationships, tables and columns need more than \(Self.mostWork) comparisons"
      )
    }
  }

  /// Whether a name is one of several, or one with a number behind it.
  private static func isNumbered(_ name: String, _ names: [String]) -> Bool {
    names.contains { name.hasPrefix($0) && name.utf8.dropFirst($0.utf8.count).allSatisfy(isDigit) }
  }

  private static func isTableOfPairs(_ name: String) -> Bool {
    name.hasPrefix("Z_") && name.utf8.dropFirst(2).first.map(isDigit) ?? false
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Keeps the columns that belong to nothing: all but the entity numbers beside references.
  private mutating func noteLeft(_ left: [Int: [String]], _ store: OpenStore) {
    for (index, columns) in left {
      let references = Set(
        tables[index].references.values.map { tables[index].columns[$0].dropFirst() })
      for column in columns.sorted() {
        // `Z22_OWNER` has the number of the entity of the row that `ZOWNER` leads to.
        let rest = column.dropFirst().drop { $0.isASCII && $0.isNumber }
        if rest.first == "_", rest.count < column.count - 1, references.contains(rest.dropFirst()) {
          continue
        }
        tables[index].unknown.append(tables[index].position(of: column))
      }
    }
  }

  private func noteTables(_ store: OpenStore, _ report: inout StoreReport) throws(DocumentError) {
    let known = Set(tables.map(\.name)).union(members.values.compactMap(\.table))
    for shape in store.shapes
    where !known.contains(shape.name) && !Self.ownTables.contains(shape.name) {
      let rows = try store.rowCount(shape.name)
      report.note(
        .unknownTable, table: shape.name, count: rows,
        "the model has no entity for the table, so its rows were not read")
    }
    try noteColumnsOfPairs(store, &report)
    guard store.shape("ATRANSACTION") != nil, store.shape("ACHANGE") != nil else { return }
    report.history = (try store.rowCount("ATRANSACTION"), try store.rowCount("ACHANGE"))
  }

  /// Reports the columns of tables of pairs that are neither keys nor orders.
  private func noteColumnsOfPairs(
    _ store: OpenStore, _ report: inout StoreReport
  ) throws(DocumentError) {
    var known: [String: Set<String>] = [:]
    for case .pairs(let table, let own, let other, let order, _) in members.values {
      known[table, default: []].formUnion([own, other] + (order.map { [$0] } ?? []))
    }
    for (table, columns) in known.sorted(by: { utf8Precedes($0.key, $1.key) }) {
      for column in store.shape(table)?.columns.map(\.name) ?? [] where !columns.contains(column) {
        report.note(
          .unknownColumn, table: table, column: column, count: try store.rowCount(table),
          "the relationship has no such column; its values were not read")
      }
    }
  }
}
