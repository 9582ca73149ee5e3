import DocumentFile
import DocumentTables
import SQLiteDatabase

/// Reads the rows of a store into the tables of a schema whose entities and properties are those of the
/// store's model.
struct RowReading {
  let store: OpenStore
  let model: ManagedModel
  let layout: StoreLayout
  let schema: TableSchema
  let typed: (PropertyPlace) -> TypedValue?
  let decoding: ValueDecoding
  let keys: StoreKeys
  var report: StoreReport
  var indexes: [Int: RowIndex] = [:]
  /// The numbers of each entity and those below it, by table of the layout.
  var families: [Int: [String: Set<Int64>]] = [:]
  var rowCount = 0
  /// Rows without a required value, by hierarchy and column of the schema.
  var missing: [MissingPlace: MissingRows] = [:]

  struct MissingPlace: Hashable {
    var hierarchy: Int
    var column: Int
  }

  struct MissingRows {
    var count = 0
    var rows: [Int64] = []
  }

  /// The name under which a record keeps what its properties cannot.
  static let keptName = "swiftdata.store"

  /// - Parameter typed: The coding of a property whose type only a class states.
  init(
    _ store: OpenStore, _ model: ManagedModel, _ layout: StoreLayout, as schema: TableSchema,
    _ report: StoreReport,
    typed: @escaping (PropertyPlace) -> TypedValue? = { _ in nil }
  ) {
    self.store = store
    self.model = model
    self.layout = layout
    self.schema = schema
    self.typed = typed
    self.report = report
    decoding = ValueDecoding(external: ExternalValues(of: store.path, limits: store.limits))
    var numbers: [String: Int64] = [:]
    for table in layout.tables {
      numbers[table.root] = store.numbers[table.root] ?? table.entities[0].number
    }
    keys = StoreKeys(numbers: numbers)
  }

  /// Reads all rows.
  ///
  /// - Throws: ``DocumentError``: `store-damaged`, a limit, or that reading was cancelled.
  mutating func read(documentID: UInt128) throws(DocumentError) -> Tables {
    report.keys = keys
    var tables = Tables(schema: schema, documentID: documentID)
    for index in schema.hierarchies.indices {
      let root = schema.hierarchies[index].name
      guard let source = layout.hierarchy(of: root) else { continue }
      tables.tables[index] = try read(layout.tables[source], hierarchy: index)
    }
    // The last row may be deleted; its key is used all the same.
    let used = layout.tables.compactMap { table in
      store.lastRows[table.root].flatMap { keys.key(ofRow: $0, hierarchy: table.root) }
    }
    tables.nextKey = ((tables.tables.compactMap(\.lastKey) + used).max() ?? 0) + 1
    report.objects = tables.rowCounts()
    return tables
  }

  // MARK: One table

  /// What the rows of a table become: the source of each column, and the columns of each entity by its number.
  private struct TablePlan {
    let table: EntityTable
    let hierarchy: Int
    let target: HierarchyLayout
    let sources: [Source]
    let entities: [Int64: (discriminator: UInt16, applies: [Bool])]
  }

  private mutating func plan(
    for table: EntityTable, hierarchy: Int
  ) throws(DocumentError) -> TablePlan {
    let target = schema.hierarchies[hierarchy]
    var sources: [Source] = []
    for column in target.columns { sources.append(try source(of: column, table)) }
    var entities: [Int64: (discriminator: UInt16, applies: [Bool])] = [:]
    for (number, name) in table.entities {
      guard let entity = target.entity(named: name) else { continue }
      let own = Set(entity.properties.compactMap(\.column))
      entities[number] = (entity.discriminator, target.columns.indices.map(own.contains))
    }
    return TablePlan(
      table: table, hierarchy: hierarchy, target: target, sources: sources, entities: entities)
  }

  /// Selects the rows of a table in the order of their numbers: the number, the entity's, and all columns.
  private func select(_ table: EntityTable) throws(DocumentError) -> SQLiteStatement {
    let names = try table.columns.map { name throws(DocumentError) in try store.quoted(name) }
    return try store.prepare(
      "SELECT \((["Z_PK", "Z_ENT"] + names).joined(separator: ", ")) FROM "
        + "\(try store.quoted(table.name)) ORDER BY Z_PK", for: "read the rows of \(table.name)")
  }

  private mutating func read(
    _ table: EntityTable, hierarchy: Int
  ) throws(DocumentError) -> Table {
    let plan = try plan(for: table, hierarchy: hierarchy)
    let statement = try select(table)
    var segments: [Segment] = []
    var builder = SegmentBuilder(plan.target)
    var last = Int64.min
    while try store.step(statement) {
      let row = statement.int64(at: 0)
      guard statement.storageClass(at: 0) == .integer, row > last else {
        throw store.disorder(table.name)
      }
      last = row
      rowCount += 1
      try store.checkRows(rowCount)
      try read(row, statement, plan, into: &builder)
      if builder.isFull {
        segments.append(builder.finish())
        builder = SegmentBuilder(plan.target)
      }
    }
    if builder.rowCount > 0 { segments.append(builder.finish()) }
    for case .members(let members) in plan.sources where !members.isOrder {
      // The lists are not read while they change.
      var ownerless: [Int64] = []
      members.lists.finish { ownerless.append($0) }
      for owner in ownerless { noteOwnerless(members, owner) }
    }
    return Table(segments: segments)
  }

  private mutating func read(
    _ row: Int64, _ statement: SQLiteStatement, _ plan: TablePlan,
    into builder: inout SegmentBuilder
  ) throws(DocumentError) {
    let table = plan.table
    guard let key = keys.key(ofRow: row, hierarchy: table.root) else {
      report.note(.unreadRow, table: table.name, row: row, "no object can have the row's key")
      return
    }
    guard let (discriminator, applies) = plan.entities[statement.int64(at: 1)] else {
      report.note(
        .unreadRow, table: table.name, column: "Z_ENT", row: row,
        "no entity of the table has the row's number")
      return
    }
    builder.beginRow(key: key, discriminator: discriminator)
    var kept: [String: Tree] = [:]
    for (index, column) in builder.columns.enumerated() {
      if applies[index] {
        try append(index, of: row, statement, plan, to: column, &kept)
      } else {
        column.appendNull()
      }
    }
    for position in table.unknown {
      let value = statement.value(at: position + 2)
      guard let tree = ValueDecoding.plain(value), !tree.isNull else { continue }
      try store.countBytes(of: value)
      kept[table.columns[position]] = tree
      report.note(
        .unknownColumn, table: table.name, column: table.columns[position], row: row,
        "the model has no property for the column; its values are kept beside the objects")
    }
    if !kept.isEmpty {
      builder.setForeign(.object([TreeMember(Self.keptName, .members(kept))]))
    }
  }

  /// Appends the value of one column.
  ///
  /// - Parameter kept: Gets what no property can have.
  private mutating func append(
    _ index: Int, of row: Int64, _ statement: SQLiteStatement, _ plan: TablePlan,
    to column: ColumnBuilder, _ kept: inout [String: Tree]
  ) throws(DocumentError) {
    let (table, target) = (plan.table, plan.target)
    switch plan.sources[index] {
    case .nothing:
      // A list without a column in the store is empty, not nil.
      if column.storage == .references, !target.columns[index].isNullable {
        column.appendReferences([])
      } else {
        column.appendNull()
      }
    case .reference(let reference):
      if let found = try referenced(by: row, reference, statement, table) {
        column.appendReference(found)
      } else {
        column.appendNull()
        if !target.columns[index].isNullable { noteMissing(plan.hierarchy, index, row) }
      }
    case .members(let members):
      if let list = try list(of: row, members, plan.hierarchy, table) {
        column.appendReferences(list)
      } else {
        column.appendNull()
      }
    case .attribute(let columns, let attribute, let wanted, let typed):
      if case .column(let position, _) = columns, typed == nil,
        try appendPlainly(statement, position + 2, attribute, wanted, column)
      {
        return
      }
      let value = try value(of: columns, attribute, wanted, typed, statement, table, row, &kept)
      column.append(value)
      if value.isNull, !wanted.isNullable { noteMissing(plan.hierarchy, index, row) }
    }
  }

  mutating func noteOwnerless(_ members: Members, _ owner: Int64) {
    report.note(
      .danglingReference, table: members.lists.table, row: owner,
      "members of a row that is not there; the rows are those of the owner")
  }

  private mutating func noteMissing(_ hierarchy: Int, _ column: Int, _ row: Int64) {
    let place = MissingPlace(hierarchy: hierarchy, column: column)
    missing[place, default: MissingRows()].count += 1
    if let count = missing[place]?.rows.count, count < StoreReport.mostRows {
      missing[place]?.rows.append(row)
    }
  }
}
