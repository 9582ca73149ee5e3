import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import SQLiteDatabase
import Testing
import TripDocuments
import TripFormats

@Suite("documents from SQLite files")
struct SQLiteRoundTripTests {
  private let folder: SQLiteFolder

  init() throws { folder = try SQLiteFolder() }

  @Test("a generated document comes back, but for what SQLite files lose", arguments: 0..<60)
  func generated(seed: UInt64) throws {
    var generator = try GeneratedTables(seed: seed)
    let tables = generator.tables()
    #expect(TablesCheck.findings(tables) == [])
    try folder.write(tables)
    try folder.check()
    let (read, report) = try folder.read()
    #expect(TablesContent(read) == TablesContent(tables))
    #expect(report.counts.isEmpty)
    // The same document makes the same file.
    try folder.write(read, "b.sqlite")
    #expect(
      FileManager.default.contentsEqual(
        atPath: folder.path("a.sqlite"), andPath: folder.path("b.sqlite")))
  }

  @Test("every sample comes back", arguments: SQLiteSampleTests.cases)
  func sample(name: String) throws {
    let source = SQLiteSampleTests.root
      .appendingPathComponent("samples/\(name)/document-json.trips")
    let tables = try DocumentFile.read(.path(source.path)).tables
    try folder.write(tables)
    #expect(TablesContent(try folder.read().tables) == TablesContent(tables))
  }

  @Test("bytes without a path are read, too")
  func bytes() throws {
    let tables = try GeneratedTables(seed: 1).copied()
    try folder.write(tables)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("a.sqlite"))))
    #expect(TripFormat.readable(beginning: Array(bytes.prefix(256))) == .sqlite)
    let read = try ImportedFile(of: .bytes(bytes), .sqlite, ImportOptions())
    #expect(TablesContent(read.tables) == TablesContent(tables))
  }

  @Test("what another program has written to the log only is read")
  func log() throws {
    let schema = try TableSchema(
      name: "A", version: nil,
      entities: [
        TableEntity(
          name: "Thing", attributes: [TableAttribute(name: "n", type: .scalar(.int64))])
      ])
    try folder.write(makeTables(schema, [("Thing", 1, ["n": .integer(1)])]))
    // An open connection keeps the log.
    let other = try SQLiteConnection(path: folder.path("a.sqlite"), access: .creating)
    try other.execute("PRAGMA locking_mode = NORMAL", for: "test")
    try other.execute("PRAGMA journal_mode = WAL", for: "test")
    try other.execute("UPDATE Thing SET n = 2", for: "test")
    #expect(FileManager.default.fileExists(atPath: folder.path("a.sqlite-wal")))
    let read = try folder.read().tables
    #expect(read.tables[0].segments[0].value(at: 0, column: 0) == .integer(2))
  }

  @Test("an app reads a file of trips, and no file of another schema")
  func trips() async throws {
    let source = SQLiteSampleTests.root
      .appendingPathComponent("samples/small-v4/document-json.trips")
    try SQLiteExport.write(source, to: URL(fileURLWithPath: folder.path("a.sqlite")))
    let imported = try await TripDocument.importing(
      contentsOf: URL(fileURLWithPath: folder.path("a.sqlite")))
    let own = try await TripDocument(contentsOf: source)
    let names = try [imported.document, own].map { document in
      try document.withContext { try $0.fetch(FetchDescriptor<Trip>()).map(\.name).sorted() }
    }
    #expect(names[0] == names[1] && !names[0].isEmpty)
    try folder.write(try GeneratedTables(seed: 2).copied(), "b.sqlite")
    await #expect(throws: (any Error).self) {
      try await TripDocument.importing(contentsOf: URL(fileURLWithPath: folder.path("b.sqlite")))
    }
  }
}

extension GeneratedTables {
  /// The tables, of a copy of the generator.
  func copied() -> Tables {
    var copy = self
    return copy.tables()
  }
}

/// The content of tables, but for what an SQLite file loses: data of other programs, attachments, the history, and
/// distinctions that SQLite does not make.
struct TablesContent: Equatable {
  private var documentID: UInt128
  private var nextKey: ObjectKey
  private var schema: Digest
  private var rows: [Row] = []

  private struct Row: Equatable {
    var hierarchy: Int
    var key: ObjectKey
    var entity: UInt16
    var values: [Value]
  }

  init(_ tables: Tables) {
    documentID = tables.documentID
    nextKey = tables.nextKey
    schema = tables.schema.modelFingerprint()
    for (index, table) in tables.tables.enumerated() {
      let columns = tables.schema.hierarchies[index].columns
      for segment in table.segments {
        for row in 0..<segment.count {
          rows.append(
            Row(
              hierarchy: index, key: segment.keys[row], entity: segment.entities[row],
              values: columns.indices.map {
                Self.reduced(segment.value(at: row, column: $0), columns[$0])
              }))
        }
      }
    }
  }

  private static func reduced(_ value: Value, _ column: ColumnLayout) -> Value {
    switch value {
    case .double(let number) where number.isNaN && column.isNullable: .null
    case .double(let number) where number == 0: .double(0)
    case .references([]) where column.isNullable: .null
    default: value
    }
  }
}
