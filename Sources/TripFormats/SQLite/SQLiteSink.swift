import DocumentFile
import DocumentTables
import SQLiteDatabase

/// A writer of an SQLite file, into which a source pushes rows.
///
///     rows ─► INSERT ─► a file without a name ─► orders ─► indexes, views ─► the output
///
/// SQLite writes to a file of its own, because it needs one that it can seek in; the output gets the
/// finished bytes. Memory is limited by SQLite's caches.
final class SQLiteSink: NotedSink {
  /// What the file does not contain, as sentences.
  private(set) var notes: [String] = []

  private let layout: SQLiteLayout
  private let output: DocumentOutput
  private let file: PassingFile
  private let connection: SQLiteConnection
  private var columns = SQLiteColumns()
  private let tables: Tables
  private var unwritten = UnwrittenContent()
  private var inserts: [SQLiteStatement?]
  private var joins: [[SQLiteStatement]] = []
  private var order: SQLiteStatement?
  /// The columns with orders of members, in the order of the layout's tables.
  private let orders: [(table: Int, order: SQLiteLayout.Order)]

  /// Creates the tables.
  ///
  /// - Parameters:
  ///   - tables: The schema and the identity of the document; the rows are not read.
  ///   - folder: A folder with room for the file and for SQLite's own temporary files.
  init(
    _ tables: Tables, in folder: String, output: @escaping DocumentOutput
  ) throws(DocumentError) {
    self.output = output
    self.tables = tables
    layout = SQLiteLayout(tables.schema)
    inserts = layout.tables.map { _ in nil }
    orders = layout.tables.indices.flatMap { [layout] table in
      layout.tables[table].orders.map { (table, $0) }
    }
    file = try PassingFile(in: folder)
    let files = SQLiteFiles(database: try file.duplicate()) {
      try? PassingFile(in: folder).duplicate()
    }
    do throws(SQLiteError) {
      guard SQLiteLibrary.versionNumber >= 3_037_000 else {
        throw SQLiteError(
          code: .error, extendedCode: 1,
          explanation: "SQLite \(SQLiteLibrary.version) has no strict tables; 3.37 has",
          purpose: "create the tables")
      }
      connection = try SQLiteConnection(creating: files)
      try run("PRAGMA application_id = \(Self.applicationID)")
      try run("PRAGMA user_version = \(Self.mappingVersion)")
      try run("BEGIN")
      for statement in SQLiteStatements(layout).tables() { try run(statement) }
      try writeProperties()
      if !orders.isEmpty {
        try run(
          "CREATE TEMP TABLE orders (o INTEGER, owner INTEGER, member INTEGER, place INTEGER)")
        order = try connection.prepare(
          "INSERT INTO temp.orders VALUES (?1, ?2, ?3, ?4)", for: Self.purpose)
      }
      joins = try layout.tables.mapThrowing { (table) throws(SQLiteError) in
        try table.joins.mapThrowing { (join) throws(SQLiteError) in
          try connection.prepare(
            """
            INSERT INTO \(quoted(join.name)) ("_key", "_position", \(quoted(join.member))) \
            VALUES (?1, ?2, ?3)
            """, for: Self.purpose)
        }
      }
    } catch {
      throw Self.failure(error)
    }
  }

  /// `trip` in ASCII, which `file` and other programs find in the header.
  static let applicationID = 0x7472_6970
  /// The version of the mapping from documents to tables.
  ///
  /// Files of version 1 have no schema.
  static let mappingVersion = 2
  private static let purpose = "write the SQLite file"

  private func run(_ sql: String) throws(SQLiteError) {
    try connection.execute(sql, for: Self.purpose)
  }

  private static func failure(_ error: SQLiteError) -> DocumentError {
    DocumentError(.outputFailed, "SQLite: \(error.explanation)", underlying: error)
  }

  // MARK: Rows

  func add(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, members: MemberLookup,
    _ workers: inout Workers
  ) throws(DocumentError) {
    do throws(SQLiteError) {
      let insert = try self.insert(hierarchy)
      let table = layout.tables[hierarchy]
      let entities = layout.schema.hierarchies[hierarchy].entities
      let columns = table.columns.map { (segment.columns[$0.source], $0.layout.attribute?.type) }
      let first = table.hasEntity ? 3 : 2
      let owned = table.columns.map { self.owned($0.source, hierarchy) }
      for row in rows {
        let entity = Int(segment.entities[row])
        try insert.bind(segment.keys[row], at: 1)
        if table.hasEntity { try insert.bind(entities[entity].name, at: 2) }
        for (index, column) in columns.enumerated() {
          if owned[index][entity] {
            try self.columns.bind(column.0, row, column.1, to: insert, at: first + index)
          } else {
            try insert.bindNull(at: first + index)
          }
        }
        try insert.run()
      }
      try addLists(segment, rows, hierarchy)
    } catch {
      throw Self.failure(error)
    }
    for (row, tree) in segment.foreign where rows.contains(row) {
      unwritten.addForeign(tree, holdsRows: false)
    }
    // The orders are in tables of their own.
    unwritten.addLists(
      of: segment, rows, hierarchy, tables.schema,
      in: members.tables(for: rows, of: segment, hierarchy: hierarchy, in: tables)
    ) { _ in true }
  }

  /// Which entities of a hierarchy have the property of a column.
  ///
  /// A migration that moves a property to a subentity leaves values in the rows of other entities; they
  /// belong to no object.
  private func owned(_ column: Int, _ hierarchy: Int) -> [Bool] {
    layout.schema.hierarchies[hierarchy].entities.map { entity in
      entity.properties.contains { $0.column == column }
    }
  }

  private func addLists(
    _ segment: Segment, _ rows: Range<Int>, _ hierarchy: Int
  ) throws(SQLiteError) {
    let stored = layout.schema.hierarchies[hierarchy].columns
    for (index, join) in layout.tables[hierarchy].joins.enumerated() {
      let insert = joins[hierarchy][index]
      let column = segment.columns[join.source]
      if case .constant(.null, _) = column { continue }
      let owned = self.owned(join.source, hierarchy)
      for row in rows where owned[Int(segment.entities[row])] {
        guard let list = column.references(at: row) else { continue }
        if list.isEmpty, stored[join.source].isNullable { unwritten.emptyLists += 1 }
        for (place, member) in list.enumerated() {
          try insert.bind(segment.keys[row], at: 1)
          try insert.bind(Int64(place + 1), at: 2)
          try insert.bind(member, at: 3)
          try insert.run()
        }
      }
    }
    for (number, entry) in orders.enumerated() where entry.table == hierarchy {
      let column = segment.columns[entry.order.source]
      if case .constant(.null, _) = column { continue }
      let owned = self.owned(entry.order.source, hierarchy)
      for row in rows where owned[Int(segment.entities[row])] {
        guard let order, let list = column.references(at: row) else { continue }
        for (place, member) in list.enumerated() {
          try order.bind(Int64(number), at: 1)
          try order.bind(segment.keys[row], at: 2)
          try order.bind(member, at: 3)
          try order.bind(Int64(place + 1), at: 4)
          try order.run()
        }
      }
    }
  }

  private func insert(_ hierarchy: Int) throws(SQLiteError) -> SQLiteStatement {
    if let known = inserts[hierarchy] { return known }
    let table = layout.tables[hierarchy]
    let names =
      ["_key"] + (table.hasEntity ? ["_entity"] : []) + table.columns.map(\.name)
    let places = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let statement = try connection.prepare(
      """
      INSERT INTO \(quoted(table.name)) (\(names.map(quoted).joined(separator: ", "))) \
      VALUES (\(places))
      """, for: Self.purpose)
    inserts[hierarchy] = statement
    return statement
  }

  // MARK: The end

  func finish(
    _ surroundings: Tables, rows: [String: Int], _ workers: inout Workers
  ) throws(DocumentError) {
    inserts = []
    joins = []
    order = nil
    do throws(SQLiteError) {
      try writeDocument(surroundings)
      try reserveKeys(surroundings.nextKey)
      for (number, entry) in orders.enumerated() { try writePlaces(number, entry.order) }
      var statements = SQLiteStatements(layout)
      for statement in statements.indexesAndViews() { try run(statement) }
      try run("COMMIT")
    } catch {
      throw Self.failure(error)
    }
    try file.copy(to: output)
    notes = note(surroundings)
  }

  private func writeDocument(_ tables: Tables) throws(SQLiteError) {
    let insert = try connection.prepare(
      #"INSERT INTO "_document" VALUES (?1, ?2, ?3, ?4, ?5, ?6)"#, for: Self.purpose)
    try insert.bind(Int64(Self.mappingVersion), at: 1)
    try insert.bind(UUIDText.text(tables.documentID), at: 2)
    try insert.bind(tables.schema.name, at: 3)
    if let version = tables.schema.version { try insert.bind(version.text, at: 4) }
    try insert.bind(String(decoding: SchemaFile(layout.schema).bytes, as: UTF8.self), at: 5)
    try insert.bind(tables.nextKey, at: 6)
    try insert.run()
  }

  /// Lets SQLite give rows that are inserted later keys from the next key of the document on.
  private func reserveKeys(_ next: ObjectKey) throws(SQLiteError) {
    // Without entities there is no table of keys.
    guard !layout.tables.isEmpty else { return }
    try run("DELETE FROM sqlite_sequence")
    let insert = try connection.prepare(
      "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", for: Self.purpose)
    for table in layout.tables {
      try insert.bind(table.name, at: 1)
      try insert.bind(max(0, next - 1), at: 2)
      try insert.run()
    }
  }

  /// Writes the places of members whose order an object states, into the table of the members.
  private func writePlaces(
    _ number: Int, _ order: SQLiteLayout.Order
  ) throws(SQLiteError) {
    let table = layout.tables[order.hierarchy]
    if let column = table.columns.first(where: { $0.source == order.column }),
      let position = column.position
    {
      // Members that the list does not name follow in the order of their keys.
      try place(
        in: table.name, position, owner: column.name, member: "_key", key: "m.\"_key\"",
        isSame: #""_key" = places.k"#, number)
    } else if let join = table.joins.first(where: { $0.source == order.column }),
      let position = join.position
    {
      try place(
        in: join.name, position, owner: join.member, member: "_key", key: "m.\"_position\"",
        isSame: #""_key" = places.member AND "_position" = places.k"#, number)
    }
  }

  private func place(
    in table: String, _ position: String, owner: String, member: String, key: String,
    isSame: String, _ number: Int
  ) throws(SQLiteError) {
    try run(
      """
      UPDATE \(quoted(table)) SET \(quoted(position)) = places.place FROM (
        SELECT \(key) AS k, m.\(quoted(member)) AS member, row_number() OVER (
          PARTITION BY m.\(quoted(owner)) ORDER BY o.place IS NULL, o.place, m.\(quoted(member))
        ) AS place
        FROM \(quoted(table)) m
        LEFT JOIN (SELECT * FROM temp.orders WHERE o = \(number)) o
        ON o.owner = m.\(quoted(owner)) AND o.member = m.\(quoted(member))
        WHERE m.\(quoted(owner)) IN (SELECT owner FROM temp.orders WHERE o = \(number))
      ) AS places
      WHERE \(isSame)
      """)
  }

  private func writeProperties() throws(SQLiteError) {
    let insert = try connection.prepare(
      #"INSERT INTO "_property" VALUES (?1, ?2, ?3, ?4, ?5)"#, for: Self.purpose)
    for (index, hierarchy) in layout.schema.hierarchies.enumerated() {
      let table = layout.tables[index]
      for entity in hierarchy.entities {
        var rows = entity.properties.compactMap { property in
          layout.place(of: property, of: entity.name, in: table).map {
            [entity.name, property.name, $0.type, $0.table, $0.column]
          }
        }
        rows += layout.members(of: entity, in: table).map {
          [entity.name, $0.name, $0.type, $0.view, $0.column]
        }
        for row in rows {
          for (number, text) in row.enumerated() { try insert.bind(text, at: number + 1) }
          try insert.run()
        }
      }
    }
  }

  private func note(_ tables: Tables) -> [String] {
    var unwritten = unwritten
    unwritten.addSurroundings(of: tables)
    var notes = unwritten.notes(for: "SQLite files")
    if let nan = UnwrittenContent.count(
      columns.nanCount, "value that is no number", "values that are no numbers")
    {
      notes.append("\(nan) became null, as SQLite stores NaN")
    }
    if let zeros = UnwrittenContent.count(
      columns.negativeZeroCount, "negative zero", "negative zeros")
    {
      notes.append("\(zeros) became 0, as SQLite stores no sign of zero")
    }
    if tables.history != nil { notes.append("the history is not written") }
    return notes
  }
}

extension Array {
  /// Maps with a typed error.
  fileprivate func mapThrowing<Result, Failure: Error>(
    _ body: (Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try body(element)) }
    return results
  }
}
