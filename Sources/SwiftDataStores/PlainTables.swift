import DocumentFile
import DocumentTables
import SQLiteDatabase

extension StoreImport {
  /// Reads the tables of an SQLite file as they are: an entity for each, an attribute for each column.
  ///
  /// The type of a column is that of its values; a column with values of several classes becomes a tree.
  static func plainTables(
    _ store: OpenStore, _ report: StoreReport
  ) throws(DocumentError) -> StoreImport {
    var report = report
    report.isWithoutModel = true
    report.state(of: store)
    report.warn(
      store.shape("Z_PRIMARYKEY") == nil
        ? "the file is no store of SwiftData or Core Data: its tables are read as they are"
        : "the store keeps no model: its tables are read as they are, without relationships")
    var plain: [PlainTable] = []
    var names: Set<String> = []
    for shape in store.shapes {
      let isOwn = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"].contains(shape.name)
      if isOwn, !store.numbers.isEmpty { continue }
      guard let table = try PlainTable(shape, store), names.insert(table.entity.name).inserted
      else {
        report.note(
          .unknownTable, table: shape.name, count: try store.rowCount(shape.name),
          "the table has no rows with keys, or a name that no entity can have, so it was not read")
        continue
      }
      plain.append(table)
    }
    var numbers: [String: Int64] = [:]
    for (index, table) in plain.enumerated() { numbers[table.entity.name] = Int64(index + 1) }
    let keys = StoreKeys(numbers: numbers)
    report.keys = keys
    let schema: TableSchema
    do {
      schema = try TableSchema(
        name: store.schemaName, version: nil, entities: plain.map(\.entity))
    } catch {
      throw DocumentError(
        .storeModel, file: store.path, entity: error.entity, property: error.property,
        "no document can have the schema of the tables: \(error.detail)", underlying: error)
    }
    var tables = Tables(schema: schema, documentID: store.documentID)
    var rows = 0
    for table in plain {
      guard let index = schema.hierarchyIndex(of: table.entity.name) else { continue }
      tables.tables[index] = try table.read(
        as: schema.hierarchies[index], store, keys, &rows, &report)
    }
    tables.nextKey = (tables.tables.compactMap(\.lastKey).max() ?? 0) + 1
    report.objects = tables.rowCounts()
    return StoreImport(tables: tables, report: report)
  }
}

/// A table without a model.
private struct PlainTable {
  let entity: TableEntity
  private let table: String
  /// The expression of the key: a column, or the number of the row.
  private let key: String
  private let columns: [String]

  /// Returns nil if no entity can have the table's name, or its rows have no numbers.
  init?(_ shape: SQLiteTable, _ store: OpenStore) throws(DocumentError) {
    guard Self.isName(shape.name) else { return nil }
    table = shape.name
    let named = shape.columns.filter { $0.keyPlace > 0 }
    let own = named.count == 1 && named[0].type == "INTEGER" ? named[0].name : nil
    let hidden = ["rowid", "_rowid_", "oid"].first { name in
      !shape.columns.contains { $0.name.lowercased() == name }
    }
    guard let key = own ?? hidden else { return nil }
    self.key = own == nil ? key : try store.quoted(key)
    guard
      (try? store.connection.prepare(
        "SELECT \(self.key) FROM \(try store.quoted(shape.name))", for: "find the key")) != nil
    else { return nil }
    let names = shape.columns.map(\.name).filter { $0 != own && Self.isName($0) }
    columns = names
    let types = try Self.types(of: names, shape.name, store)
    entity = TableEntity(
      name: shape.name,
      attributes: zip(names, types).map { name, type in
        TableAttribute(name: name, type: type, isNullable: true)
      })
  }

  private static func isName(_ name: String) -> Bool {
    1...255 ~= name.utf8.count && !name.hasPrefix("$") && !name.contains("\0")
  }

  /// Returns the types of columns, from one scan of the rows.
  private static func types(
    of columns: [String], _ table: String, _ store: OpenStore
  ) throws(DocumentError) -> [AttributeType] {
    guard !columns.isEmpty else { return [] }
    let quoted = try columns.map { name throws(DocumentError) in try store.quoted(name) }
    let statement = try store.prepare(
      "SELECT \(quoted.map { "typeof(\($0))" }.joined(separator: ", ")) FROM "
        + "\(try store.quoted(table))", for: "read the types of \(table)")
    var types = [Set<String>](repeating: [], count: columns.count)
    var rows = 0
    while try store.step(statement) {
      rows += 1
      try store.checkRows(rows)
      for column in columns.indices {
        if let type = statement.text(at: column), type != "null" { types[column].insert(type) }
      }
    }
    return types.map { types in
      switch types {
      case ["integer"]: .scalar(.int64)
      case ["real"]: .scalar(.double)
      case ["text"], []: .scalar(.text)
      case ["blob"]: .scalar(.data)
      default: .tree(shape: nil)
      }
    }
  }

  func read(
    as layout: HierarchyLayout, _ store: OpenStore, _ keys: StoreKeys, _ rows: inout Int,
    _ report: inout StoreReport
  ) throws(DocumentError) -> Table {
    let quoted = try columns.map { name throws(DocumentError) in try store.quoted(name) }
    let statement = try store.prepare(
      "SELECT \(([key] + quoted).joined(separator: ", ")) FROM \(try store.quoted(table)) ORDER BY 1",
      for: "read the rows of \(table)")
    let order = layout.columns.map { column in columns.firstIndex(of: column.name) }
    var segments: [Segment] = []
    var builder = SegmentBuilder(layout)
    var last = Int64.min
    var kept: [String: Tree] = [:]
    while try store.step(statement) {
      rows += 1
      try store.checkRows(rows)
      let row = statement.int64(at: 0)
      guard row > last else { throw store.disorder(table) }
      last = row
      guard let key = keys.key(ofRow: row, hierarchy: entity.name) else {
        report.note(.unreadRow, table: table, row: row, "no object can have the row's key")
        continue
      }
      builder.beginRow(key: key, discriminator: 0)
      for (index, column) in builder.columns.enumerated() {
        guard let position = order[index] else {
          column.appendNull()
          continue
        }
        let stored = statement.value(at: position + 1)
        try store.countBytes(of: stored)
        column.append(value(stored, position, row, layout.columns[index], &kept, &report))
      }
      if !kept.isEmpty {
        builder.setForeign(.object([TreeMember(RowReading.keptName, .members(kept))]))
        kept = [:]
      }
      if builder.isFull {
        segments.append(builder.finish())
        builder = SegmentBuilder(layout)
      }
    }
    if builder.rowCount > 0 { segments.append(builder.finish()) }
    return Table(segments: segments)
  }

  private func value(
    _ stored: SQLiteValue, _ position: Int, _ row: Int64, _ column: ColumnLayout,
    _ kept: inout [String: Tree], _ report: inout StoreReport
  ) -> Value {
    switch stored {
    case .null: return .null
    case .malformedText(let bytes):
      if column.storage != .tree { kept[columns[position]] = .data(bytes) }
      report.note(
        .keptAsData, table: table, column: columns[position], row: row,
        "it is text that is no UTF-8")
    default: break
    }
    guard column.storage == .tree, let tree = ValueDecoding.plain(stored) else {
      return switch stored {
      case .integer(let number): .integer(number)
      case .real(let number): .double(number)
      case .text(let text): .text(text)
      case .blob(let bytes): .data(bytes)
      case .null, .malformedText: .null
      }
    }
    return .tree(tree)
  }
}
