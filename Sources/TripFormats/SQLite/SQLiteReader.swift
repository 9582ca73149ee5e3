import DocumentFile
import DocumentTables
import SQLiteDatabase

/// Reads the SQLite files that ``SQLiteSink`` writes, after any program has edited them.
///
///     private copy ─► _document: schema, identity ─► new keys ─► rows and lists ─► rules ─► tables
///
/// The names of tables and columns are those that ``SQLiteLayout`` gives the schema; the file must have them.
struct SQLiteReader {
  private let file: SQLiteFile
  private let layout: SQLiteLayout
  private let keys: SQLiteKeys
  private var problems: SQLiteProblems
  private var report = ImportReport()

  /// Reads a file as a document of its own schema.
  ///
  /// - Throws: `DocumentError`: `sqlite-rows` with ``SQLiteProblems`` if rows do not have the values that the schema
  ///   requires, `sqlite-layout` if it is none of our files, `sqlite-damaged`, a limit.
  static func tables(
    of source: ReadSource, limits: DocumentLimits
  ) throws(DocumentError) -> (tables: Tables, report: ImportReport) {
    let file = try SQLiteFile(source, limits: limits)
    let statement = try SQLiteStatedDocument(file)
    let layout = SQLiteLayout(statement.schema)
    var report = ImportReport()
    let missing = layout.missing(in: file, &report)
    guard missing.isEmpty else { throw missing.error(.sqliteLayout) }
    var reader = SQLiteReader(
      file: file, layout: layout, keys: try SQLiteKeys(file, layout, next: statement.nextKey),
      problems: SQLiteProblems(), report: report)
    let tables = try reader.read(statement)
    return (tables, reader.report)
  }

  private mutating func read(_ document: SQLiteStatedDocument) throws(DocumentError) -> Tables {
    for (table, first, distance) in keys.movedTables {
      report.note(
        ImportReport.Finding(
          .newKey, subject: layout.tables[table].name,
          "from \(first) on: \(distance) higher than in the file"))
    }
    var tables = Tables(schema: document.schema, documentID: document.documentID)
    for index in layout.tables.indices {
      var rows = try SQLiteRows(file, layout, keys, index, problems)
      tables.tables[index] = try rows.read()
      problems = rows.problems
    }
    guard problems.isEmpty else { throw problems.error(.sqliteRows) }
    let lastKey = tables.tables.compactMap(\.lastKey).max() ?? 0
    tables.nextKey = max(document.nextKey, lastKey + 1)
    for finding in TablesCheck.findings(tables, limit: SQLiteProblems.most) { add(finding) }
    guard problems.isEmpty else { throw problems.error(.sqliteRows) }
    return tables
  }

  /// Adds what breaks a rule of the schema, with the place in the file.
  private mutating func add(_ finding: TableFinding) {
    guard let index = layout.schema.hierarchyIndex(of: finding.entity) else { return }
    let table = layout.tables[index]
    let entity = layout.schema.hierarchies[index].entity(named: finding.entity)
    let property = entity?.properties.first { $0.name == finding.property }
    let place = property.flatMap { layout.place(of: $0, of: finding.entity, in: table) }
    let column = place.map { $0.table == table.name ? $0.column : "\($0.table).\($0.column)" }
    problems.add(
      table.name, keys.row(ofKey: finding.key, in: index), column ?? finding.property,
      "\(finding.detail) [\(finding.rule.rawValue)]")
  }
}

/// What the table `_document` states.
private struct SQLiteStatedDocument {
  let schema: TableSchema
  let documentID: UInt128
  let nextKey: ObjectKey

  init(_ file: SQLiteFile) throws(DocumentError) {
    guard file.table(SQLiteLayout.document)?.has("mapping") == true else {
      throw Self.error("there is no table _document")
    }
    let version = try file.prepare(
      #"SELECT "mapping" FROM "_document" LIMIT 2"#, for: "read _document")
    guard try file.step(version) else { throw Self.error("_document has no row") }
    let mapping = version.int64(at: 0)
    guard try !file.step(version) else { throw Self.error("_document has several rows") }
    guard mapping == SQLiteSink.mappingVersion else {
      throw Self.error(
        mapping < SQLiteSink.mappingVersion
          ? "an earlier program wrote the file, without the schema: convert the document again"
          : "a newer program wrote the file: its mapping is \(mapping), ours \(SQLiteSink.mappingVersion)"
      )
    }
    let row = try file.prepare(
      """
      SELECT "document_id", "schema", "schema_version", "definition", "next_key" FROM "_document"
      """, for: "read _document")
    guard try file.step(row) else { throw Self.error("_document has no row") }
    guard let id = row.text(at: 0).flatMap({ try? UUIDText.parse($0) }) else {
      throw Self.error("the document_id in _document is not a UUID")
    }
    documentID = id
    guard row.storageClass(at: 4) == .integer, 1...ObjectKeyRange.end ~= row.int64(at: 4) else {
      throw Self.error("the next_key in _document is no key")
    }
    nextKey = row.int64(at: 4)
    guard let text = row.text(at: 3), text.utf8.count <= file.limits.treePartBytes else {
      throw Self.error("the definition in _document is not the text of a schema")
    }
    let definition: TableSchema
    do {
      definition = try SchemaFile(Array(text.utf8)).schema
    } catch {
      throw DocumentError(
        .sqliteLayout, "the definition in _document is not a schema: \(error.words)",
        underlying: error)
    }
    schema = definition
    guard row.text(at: 1) == schema.name, row.text(at: 2) == schema.version?.text else {
      throw Self.error("_document names another schema than its definition, \(schema.name)")
    }
  }

  private static func error(_ words: String) -> DocumentError {
    DocumentError(.sqliteLayout, words)
  }
}

extension SQLiteLayout {
  /// Returns the tables and columns that a file lacks; reports those that belong to no property.
  fileprivate func missing(in file: SQLiteFile, _ report: inout ImportReport) -> SQLiteProblems {
    var missing = SQLiteProblems()
    var expected: [String: [String]] = [:]
    for table in tables {
      expected[table.name] =
        ["_key"] + (table.hasEntity ? ["_entity"] : [])
        + table.columns.flatMap { [$0.name] + ($0.position.map { [$0] } ?? []) }
      for join in table.joins {
        expected[join.name] =
          ["_key", "_position", join.member] + (join.position.map { [$0] } ?? [])
      }
    }
    for (name, columns) in expected.sorted(by: { $0.key < $1.key }) {
      guard let table = file.table(name) else {
        missing.add(name, nil, nil, "the table is missing")
        continue
      }
      for column in columns where !table.has(column) {
        missing.add(name, nil, column, "the column is missing, or computed")
      }
      let known = Set(columns)
      for column in table.columns where !known.contains(column.name) {
        report.note(ImportReport.Finding(.unreadColumn, subject: "\(name).\(column.name)"))
      }
    }
    for table in file.tables
    where expected[table.name] == nil && ![Self.document, Self.properties].contains(table.name) {
      report.note(ImportReport.Finding(.unreadTable, subject: table.name))
    }
    return missing
  }
}
