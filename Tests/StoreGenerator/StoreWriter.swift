import Foundation
import SQLiteDatabase
import ZipArchive

/// A writer of stores that look like those of SwiftData.
///
/// README.md lists the sources of the layout.
package struct StoreWriter {
  /// How the store is closed.
  package enum Journal: Sendable, Hashable {
    /// A rollback journal: the file alone.
    case delete
    /// A write-ahead log that contains all rows: without it, the store has tables and no rows.
    case log
  }

  package let rows: StoreRows
  package let journal: Journal
  /// The number of transactions in the history.
  package let transactions: Int
  /// Whether the store contains the archive of its model.
  package var hasModelCache = true
  /// Whether the archived entities list the properties of their superentities, as proxies.
  package var listsInherited = false

  package init(_ rows: StoreRows, journal: Journal = .delete, transactions: Int = 0) {
    self.rows = rows
    self.journal = journal
    self.transactions = transactions
  }

  /// Writes the store, with its log and its external files.
  package func write(to path: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("store-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let working = folder + "/store"
    let connection = try SQLiteConnection(path: working, access: .creating)
    func run(_ sql: String) throws { try connection.execute(sql, for: "write the store") }
    try run("PRAGMA auto_vacuum = 2")
    for statement in schema() { try run(statement) }
    if journal == .log {
      try run("PRAGMA journal_mode = WAL")
      try run("PRAGMA wal_autocheckpoint = 0")
    }
    try run("BEGIN")
    try writeMetadata(connection)
    for table in rows.layout.tables {
      try write(table, connection, externals: Self.externalFolder(of: path))
    }
    for table in rows.layout.joinTables { try write(table, connection) }
    try writeHistory(connection)
    try run("COMMIT")
    // The connection is still open, so SQLite has not moved the log into the file.
    for suffix in journal == .log ? ["", "-wal"] : [""] {
      try? FileManager.default.removeItem(atPath: path + suffix)
      try FileManager.default.copyItem(atPath: working + suffix, toPath: path + suffix)
    }
    withExtendedLifetime(connection) {}
  }

  /// Returns the folder with the external values of a store.
  package static func externalFolder(of path: String) -> String {
    let url = URL(fileURLWithPath: path)
    let name = url.deletingPathExtension().lastPathComponent
    return url.deletingLastPathComponent().path + "/.\(name)_SUPPORT/_EXTERNAL_DATA"
  }

  static func indexName(_ attributes: [String]) -> String {
    attributes.joined(separator: "_") + "Index"
  }

  // MARK: The schema

  private func schema() -> [String] {
    var statements: [String] = []
    for table in rows.layout.tables {
      let columns = table.columns.sorted { Self.order($0) < Self.order($1) }
        .map { ", \($0.name) \($0.type)" }.joined()
      statements.append(
        "CREATE TABLE \(table.name) ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER\(columns) )"
      )
      for column in table.columns {
        switch column.source {
        case .toOne, .owner:
          statements.append(
            "CREATE INDEX \(table.name)_\(column.name)_INDEX ON \(table.name) (\(column.name))")
        default: break
        }
      }
      statements += indexes(table)
    }
    for table in rows.layout.joinTables {
      let (first, second) = (table.column, table.otherColumn)
      statements.append(
        "CREATE TABLE \(table.name) ( \(first) INTEGER, \(second) INTEGER, PRIMARY KEY (\(first), \(second)) )"
      )
      statements.append(
        "CREATE INDEX \(table.name)_\(second)_INDEX ON \(table.name) (\(second), \(first))")
    }
    return statements + Self.ownTables(tombstones: tombstones.count)
  }

  /// Columns lie in groups of their types: numbers, keys, dates, texts, bytes.
  private static func order(_ column: StoreLayout.Column) -> Int {
    if case .attribute = column.source {
      return switch column.type {
      case "INTEGER": 0
      case "DECIMAL", "FLOAT", "TIMESTAMP": 2
      case "VARCHAR": 3
      default: 4
      }
    }
    return 1
  }

  private func indexes(_ table: StoreLayout.Table) -> [String] {
    table.entities.flatMap { name -> [String] in
      guard let entity = rows.model.entity(named: name) else { return [] }
      func statement(_ kind: String, _ index: String, _ attributes: [String]) -> String {
        let columns = attributes.compactMap { column(of: $0, name, in: table) }
          .map { "\($0) COLLATE BINARY ASC" }.joined(separator: ", ")
        return "CREATE \(kind) Z_\(name)_\(index) ON \(table.name) (\(columns))"
      }
      return entity.uniqueness.map {
        statement("UNIQUE INDEX", "UNIQUE_" + $0.joined(separator: "_"), $0)
      } + entity.indexes.map { statement("INDEX", Self.indexName($0), $0) }
    }
  }

  private func column(
    of attribute: String, _ entity: String, in table: StoreLayout.Table
  ) -> String? {
    table.columns.first { $0.source == .attribute(entity: entity, path: [attribute]) }?.name
  }

  /// The tables that every store has, as the store of `MeasuredStoreTests` spells them.
  private static func ownTables(tombstones: Int) -> [String] {
    let preserved = (0..<tombstones).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    return [
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
      "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
      "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(preserved) )",
      "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
      "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
      "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
      "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
      "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
      "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
      "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
      "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
      "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
      "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    ]
  }

  // MARK: Rows

  private func write(
    _ table: StoreLayout.Table, _ connection: SQLiteConnection, externals: String
  ) throws {
    let columns = table.columns
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.name)
    let places = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let insert = try connection.prepare(
      "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places))",
      for: "write \(table.name)")
    let lineages = Dictionary(
      uniqueKeysWithValues: table.entities.map { name in
        (name, Set(rows.model.lineage(of: name).map(\.name)))
      })
    let external = externalAttributes(table)
    for key in 1...Int64(max(1, rows.rowsPerTable)) where rows.rowsPerTable > 0 {
      let row = rows.row(key, in: table)
      let lineage = lineages[row.entity] ?? []
      try insert.bind(key, at: 1)
      try insert.bind(rows.layout.numbers[row.entity] ?? 0, at: 2)
      try insert.bind(row.version, at: 3)
      for (index, column) in columns.enumerated() {
        var value = try self.value(of: column, row, lineage)
        if external.contains(column.name), case .blob(let bytes) = value {
          value = try putAside(bytes, key, column.name, externals)
        }
        try insert.bind(value, at: 4 + index)
      }
      try insert.run()
    }
  }

  private func value(
    of column: StoreLayout.Column, _ row: StoreRow, _ lineage: Set<String>
  ) throws -> SQLiteValue {
    switch column.source {
    case .attribute(let entity, let path):
      guard lineage.contains(entity), let name = path.first else { return .null }
      return (row.attributes[name] ?? .null).element(path.dropFirst()).stored
    case .toOne(let entity, let name):
      guard lineage.contains(entity) else { return .null }
      return row.toOne[name].map { .integer($0) } ?? .null
    case .toOneEntity(let entity, let name):
      guard lineage.contains(entity), let key = row.toOne[name],
        let relationship = rows.model.relationship(name, of: entity),
        let table = rows.layout.table(of: relationship.destination)
      else { return .null }
      return .integer(rows.layout.numbers[rows.entity(of: key, in: table)] ?? 0)
    case .owner(let entity, let name):
      guard let relationship = rows.model.relationship(name, of: entity),
        rows.model.family(of: relationship.destination).contains(row.entity)
      else { return .null }
      return rows.owner(of: row.key, through: relationship, of: entity).map { .integer($0) }
        ?? .null
    case .order: return .integer(row.key * 1_024)
    }
  }

  private func externalAttributes(_ table: StoreLayout.Table) -> Set<String> {
    var names: Set<String> = []
    for column in table.columns {
      guard case .attribute(let entity, let path) = column.source else { continue }
      for case .attribute(let attribute) in rows.model.entity(named: entity)?.properties ?? []
      where [attribute.name] == path && attribute.isExternal { names.insert(column.name) }
    }
    return names
  }

  /// Returns the stored form of a value with external storage: inline behind 1, or behind 2 the name
  /// of its file and a NUL.
  private func putAside(
    _ bytes: [UInt8], _ key: Int64, _ column: String, _ folder: String
  ) throws -> SQLiteValue {
    guard key % 5 == 0, key <= 500 else { return .blob([1] + bytes) }
    var random = StoreRandom(rows.seed, StoreRandom.number(of: column), UInt64(key))
    let name = Self.uuid(&random)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
    return .blob([2] + Array(name.utf8) + [0])
  }

  static func uuid(_ random: inout StoreRandom) -> String {
    let digits = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }
      .joined().uppercased()
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return text
  }

  private func write(_ table: StoreLayout.JoinTable, _ connection: SQLiteConnection) throws {
    let insert = try connection.prepare(
      "INSERT INTO \(table.name) VALUES (?1, ?2)", for: "write \(table.name)")
    for key in rows.keys(of: table.entity) {
      for partner in rows.partners(of: key, in: table) {
        try insert.bind(key, at: 1)
        try insert.bind(partner, at: 2)
        try insert.run()
      }
    }
  }

  // MARK: Metadata

  private func writeMetadata(_ connection: SQLiteConnection) throws {
    let layout = rows.layout
    let register = try connection.prepare(
      "INSERT INTO Z_PRIMARYKEY VALUES (?1, ?2, ?3, ?4)", for: "register an entity")
    for (name, number) in layout.numbers.sorted(by: { $0.value < $1.value }) {
      let superentity = rows.model.entity(named: name)?.superentity
      try register.bind(number, at: 1)
      try register.bind(name, at: 2)
      try register.bind(superentity.flatMap { layout.numbers[$0] } ?? 0, at: 3)
      try register.bind(superentity == nil ? Int64(rows.rowsPerTable) : 0, at: 4)
      try register.run()
    }
    var random = StoreRandom(rows.seed, 1)
    let metadata = try connection.prepare(
      "INSERT INTO Z_METADATA VALUES (1, ?1, ?2)", for: "write the metadata")
    try metadata.bind(Self.uuid(&random), at: 1)
    try metadata.bind(.blob(metadataList(&random).binary), at: 2)
    try metadata.run()
    guard hasModelCache else { return }
    let archive = ModelArchive.archive(rows.model, listsInherited: listsInherited).binary
    let compressed = try CompressedContents(archive, method: .deflated(level: 6)).stored
    let cache = try connection.prepare(
      "INSERT INTO Z_MODELCACHE VALUES (?1)", for: "write the model")
    try cache.bind(.blob(compressed), at: 1)
    try cache.run()
  }

  /// Hashes of real models cannot be computed, so these are random.
  private func metadataList(_ random: inout StoreRandom) -> PropertyList {
    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    func base64(_ count: Int) -> String { Data(bytes(count)).base64EncodedString() }
    return .dictionary([
      "NSPersistenceFrameworkVersion": .integer(1_518), "NSStoreType": .string("SQLite"),
      "NSStoreModelVersionChecksumKey": .string(base64(32)),
      "NSStoreModelVersionHashesDigest": .string(base64(64)),
      "NSStoreModelVersionHashesVersion": .integer(3),
      "NSStoreModelVersionHashes": .dictionary(
        Dictionary(
          uniqueKeysWithValues: rows.model.entities.map(\.name).sorted().map {
            ($0, .data(bytes(32)))
          })),
      "NSStoreModelVersionIdentifiers": .array([.string(rows.model.versionIdentifier)]),
      "_NSAutoVacuumLevel": .string("2"),
    ])
  }

  // MARK: History

  /// The names of the preserved attributes of each entity; as many columns as the longest list.
  private var tombstones: [String] {
    rows.model.entities.map { preserved($0.name) }.max { $0.count < $1.count } ?? []
  }

  private func preserved(_ entity: String) -> [String] {
    rows.model.properties(of: entity).compactMap { property in
      guard case .attribute(let attribute) = property, attribute.keepsValueInHistory else {
        return nil
      }
      return attribute.name
    }.sorted()
  }

  private func writeHistory(_ connection: SQLiteConnection) throws {
    let history = rows.transactions(transactions)
    guard !history.isEmpty else { return }
    var strings: [String] = []
    func interned(_ text: String?) -> SQLiteValue {
      guard let text else { return .null }
      if !strings.contains(text) { strings.append(text) }
      return .integer(Int64((strings.firstIndex(of: text) ?? 0) + 1))
    }
    func insert(_ table: String, _ columns: String, _ values: [SQLiteValue]) throws {
      let places = values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      let statement = try connection.prepare(
        "INSERT INTO \(table) (\(columns)) VALUES (\(places))", for: "write the history")
      for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
      try statement.run()
    }
    var lastChange: Int64 = 0
    for transaction in history {
      try insert(
        "ATRANSACTION",
        "Z_PK, Z_ENT, Z_OPT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, ZTIMESTAMP",
        [
          .integer(transaction.key), .integer(16_002), .null, interned(transaction.author),
          interned(transaction.bundleID), interned(transaction.contextName),
          interned(transaction.processID), .real(transaction.timestamp),
        ])
      for change in transaction.changes {
        lastChange = change.key
        let names = preserved(change.entity)
        try insert(
          "ACHANGE",
          "Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS"
            + names.indices.map { ", ZTOMBSTONE\($0)" }.joined(),
          [
            .integer(change.key), .integer(16_001), .null, .integer(change.kind.rawValue),
            .integer(rows.layout.numbers[change.entity] ?? 0), .integer(change.row),
            .integer(transaction.key), columns(of: change),
          ] + names.map { (change.preserved[$0] ?? .null).stored })
      }
    }
    for (index, text) in strings.enumerated() {
      try insert(
        "ATRANSACTIONSTRING", "Z_PK, Z_ENT, Z_OPT, ZNAME",
        [.integer(Int64(index + 1)), .integer(16_003), .null, .text(text)])
    }
    for (number, name, last) in [
      (16_001, "CHANGE", lastChange), (16_002, "TRANSACTION", Int64(history.count)),
      (16_003, "TRANSACTIONSTRING", Int64(strings.count)),
    ] as [(Int64, String, Int64)] {
      try insert(
        "Z_PRIMARYKEY", "Z_ENT, Z_NAME, Z_SUPER, Z_MAX",
        [.integer(number), .text(name), .integer(0), .integer(last)])
    }
  }

  /// Returns the bits of an update's properties: all properties of the entity by name, the first in the
  /// highest bit.
  private func columns(of change: StoreChange) -> SQLiteValue {
    guard change.kind == .update else { return .null }
    let names = rows.model.properties(of: change.entity).map(\.name).sorted()
    var bytes = [UInt8](repeating: 0, count: (names.count + 7) / 8)
    for (index, name) in names.enumerated() where change.properties.contains(name) {
      bytes[index / 8] |= 0x80 >> UInt8(index % 8)
    }
    return .blob(bytes)
  }
}
