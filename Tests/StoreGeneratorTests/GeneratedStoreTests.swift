import Foundation
import SQLiteDatabase
import StoreGenerator
import Testing

@Suite struct GeneratedStoreTests {
  @Test func equalSeedsWriteEqualStores() throws {
    try withFolder { folder in
      let rows = StoreRows(.everything, seed: 7, rowsPerTable: 20)
      for name in ["a", "b"] {
        try FileManager.default.createDirectory(
          atPath: folder + "/" + name, withIntermediateDirectories: false)
        try StoreWriter(rows, transactions: 5).write(to: folder + "/\(name)/x.store")
      }
      #expect(
        FileManager.default.contentsEqual(
          atPath: folder + "/a/x.store", andPath: folder + "/b/x.store"))
    }
  }

  @Test func namesThatCollideGetNumbersInTheOrderOfEntities() {
    let layout = StoreLayout(.everything)
    #expect(
      layout.numbers.sorted { $0.value < $1.value }.map(\.key) == [
        "Attachment", "Author", "Book", "Folder", "Item", "Film", "Note", "Letter", "Song",
        "Passport", "Scalars", "Tag",
      ])
    let items = layout.table(of: "Note")
    #expect(
      items?.columns.map(\.name) == [
        "ZCREATEDAT", "ZTITLE", "ZLENGTH", "ZLENGTH1", "ZTEXT", "ZANSWERTO", "Z7_ANSWERTO",
        "ZRECIPIENT", "ZLENGTH2",
      ])
    #expect(
      layout.table(of: "Author")?.columns.map(\.name) == [
        "ZID", "ZSTREET", "ZNUMBERS", "ZLATITUDE", "ZLONGITUDE", "ZID1", "ZNAME", "ZPASSPORT",
      ])
    #expect(
      layout.table(of: "Attachment")?.columns.map(\.name) == [
        "ZBYTES", "ZITEM", "Z5_ITEM", "Z4ATTACHMENTS",
      ])
    #expect(
      layout.joinTables.map { [$0.name, $0.column, $0.otherColumn] } == [
        ["Z_3PREQUELS", "Z_3SEQUELS", "Z_3PREQUELS"], ["Z_3TAGS", "Z_3BOOKS", "Z_12TAGS"],
      ])
  }

  @Test func everyRowIsInItsTable() throws {
    try withFolder { folder in
      let rows = StoreRows(.everything, seed: 3, rowsPerTable: 40)
      let path = folder + "/default.store"
      try StoreWriter(rows).write(to: path)
      for table in rows.layout.tables {
        let stored = try StoreGeneratorTests.rows(
          "SELECT Z_PK, Z_ENT, Z_OPT FROM \(table.name) ORDER BY Z_PK", in: path)
        let expected = (1...40 as ClosedRange<Int64>).map { key -> [SQLiteValue] in
          let row = rows.row(key, in: table)
          return [
            .integer(key), .integer(rows.layout.numbers[row.entity] ?? 0), .integer(row.version),
          ]
        }
        #expect(stored == expected)
      }
      #expect(try StoreGeneratorTests.rows("PRAGMA integrity_check", in: path) == [[.text("ok")]])
    }
  }

  @Test func externalValuesLieInlineOrInFiles() throws {
    try withFolder { folder in
      let path = folder + "/default.store"
      try StoreWriter(StoreRows(.everything, seed: 3, rowsPerTable: 40)).write(to: path)
      let marks = try rows(
        "SELECT DISTINCT hex(substr(ZCOVER, 1, 1)) FROM ZBOOK WHERE ZCOVER NOTNULL ORDER BY 1",
        in: path)
      #expect(marks == [[.text("01")], [.text("02")]])
      let names = try rows(
        "SELECT CAST(substr(ZCOVER, 2, 36) AS TEXT) FROM ZBOOK WHERE length(ZCOVER) = 38", in: path)
      #expect(!names.isEmpty)
      let files = try FileManager.default.contentsOfDirectory(
        atPath: folder + "/.default_SUPPORT/_EXTERNAL_DATA")
      for case .text(let name) in names.compactMap(\.first) { #expect(files.contains(name)) }
    }
  }

  @Test func aLogThatIsNotCheckpointedHoldsAllRows() throws {
    try withFolder { folder in
      let path = folder + "/default.store"
      try StoreWriter(StoreRows(.users, seed: 3, rowsPerTable: 415), journal: .log).write(to: path)
      #expect(try rows("SELECT count(*) FROM ZUSER", in: path) == [[.integer(415)]])
      #expect(try Data(contentsOf: URL(fileURLWithPath: path))[18] == 2)
      try FileManager.default.removeItem(atPath: path + "-wal")
      try? FileManager.default.removeItem(atPath: path + "-shm")
      let alone = try SQLiteConnection(path: path, access: .immutable)
      let count = try alone.prepare("SELECT count(*) FROM ZUSER", for: "test")
      #expect(try count.step())
      #expect(count.int64(at: 0) == 0)
    }
  }

  @Test func membersAreTheInverseOfTargets() {
    let rows = StoreRows(.everything, seed: 9, rowsPerTable: 30)
    let books = rows.members(of: "books", of: "Author")
    for (author, members) in books {
      for key in members {
        let row = rows.layout.table(of: "Book").map { rows.row(key, in: $0) }
        #expect(row?.toOne["author"] == author)
      }
    }
    #expect(books.values.reduce(0) { $0 + $1.count } > 10)
    let tags = rows.members(of: "tags", of: "Book")
    let back = rows.members(of: "books", of: "Tag")
    for (book, members) in tags {
      for tag in members { #expect(back[tag]?.contains(book) == true) }
    }
    for key in rows.keys(of: "Author") {
      guard let table = rows.layout.table(of: "Author"),
        let other = rows.layout.table(of: "Passport"),
        let passport = rows.row(key, in: table).toOne["passport"]
      else { continue }
      #expect(rows.row(passport, in: other).toOne["holder"] == key)
    }
  }

  /// Set by programs that need stores: `TRIPDOCUMENTS_STORES=FOLDER`, and the number of rows in each table.
  private static let environment = ProcessInfo.processInfo.environment

  @Test(.enabled(if: environment["TRIPDOCUMENTS_STORES"] != nil))
  func storesForOtherPrograms() throws {
    let folder = try #require(Self.environment["TRIPDOCUMENTS_STORES"])
    let count = Self.environment["TRIPDOCUMENTS_STORE_ROWS"].flatMap { Int($0) } ?? 20
    for (name, model) in [("everything", StoreModel.everything), ("users", .users)] {
      let rows = StoreRows(model, seed: 1, rowsPerTable: count)
      for (ending, journal) in [("", StoreWriter.Journal.delete), ("-log", .log)] {
        let path = folder + "/" + name + ending + ".store"
        try StoreWriter(rows, journal: journal, transactions: min(count, 100)).write(to: path)
      }
    }
    let rows = StoreRows(.everything, seed: 2, rowsPerTable: count)
    var writer = StoreWriter(rows)
    writer.hasModelCache = false
    try writer.write(to: folder + "/no-model.store")
  }

  @Test func theHistoryNamesTheRowsThatChanged() throws {
    try withFolder { folder in
      let path = folder + "/default.store"
      let generated = StoreRows(.everything, seed: 3, rowsPerTable: 10)
      try StoreWriter(generated, transactions: 30).write(to: path)
      let stored = try rows(
        "SELECT ZCHANGETYPE, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE ORDER BY Z_PK", in: path)
      let expected = generated.transactions(30).flatMap { transaction in
        transaction.changes.map { change -> [SQLiteValue] in
          [.integer(change.kind.rawValue), .integer(change.row), .integer(transaction.key)]
        }
      }
      #expect(stored == expected)
      let authors = try rows(
        """
        SELECT DISTINCT s.ZNAME FROM ATRANSACTION t JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS
        """, in: path)
      #expect(authors == [[.text("import")]])
    }
  }
}
