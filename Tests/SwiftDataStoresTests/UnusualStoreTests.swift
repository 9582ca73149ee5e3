import DocumentFile
import DocumentTables
import Foundation
import SQLiteDatabase
import StoreGenerator
import Testing

@testable import SwiftDataStores

/// Stores whose files, model or tables differ from those that SwiftData usually writes.
@Suite struct UnusualStoreTests {
  @Test func `A link leads to the log and the external files beside the store`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 20, journal: .log)
    let other = try StoreFolder("link.store")
    try FileManager.default.createSymbolicLink(
      atPath: other.path, withDestinationPath: folder.path)
    let imported = try StoreImport(ofOwnSchemaAt: other.path)
    #expect(imported.report.warnings.isEmpty)
    #expect(imported.report.objects["User"] == 20)
    // The name of the file would differ between stores of one app.
    #expect(imported.tables.schema.name == "store")
    #expect(try other.state().count == 1)
  }

  @Test func `A link leads to external values`() throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 20)
    let other = try StoreFolder("link.store")
    try FileManager.default.createSymbolicLink(
      atPath: other.path, withDestinationPath: folder.path)
    #expect(
      try StoreImport(ofOwnSchemaAt: other.path).report.findings
        == StoreImport(ofOwnSchemaAt: folder.path).report.findings)
  }

  @Test func `A file in the place of the log that is none is warned of`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 2)
    let log = URL(fileURLWithPath: folder.path + "-wal")
    try Data().write(to: log)
    #expect(try StoreImport(ofOwnSchemaAt: folder.path).report.warnings.isEmpty)
    try Data("no log".utf8).write(to: log)
    let warnings = try StoreImport(ofOwnSchemaAt: folder.path).report.warnings
    #expect(warnings.count == 1 && warnings[0].contains("default.store-wal is no write-ahead log"))
  }

  @Test func `Only a journal that is needed is warned of`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 2)
    let store = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path)))
    let pageSize = Int(store[16]) << 8 | Int(store[17])
    // Magic, records, nonce, pages before the save, size of a sector, size of a page.
    let numbers = [0, 0, store.count / pageSize, 512, pageSize]
    let header: [UInt8] =
      [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
      + numbers.flatMap { number in
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
      }
    let zeros = [UInt8](repeating: 0, count: 512)
    for (journal, count) in [([UInt8](), 0), (zeros, 0), (header + zeros, 1)] {
      try Data(journal).write(to: URL(fileURLWithPath: folder.path + "-journal"))
      let imported = try StoreImport(ofOwnSchemaAt: folder.path)
      #expect(imported.report.warnings.count == count)
      #expect(imported.report.objects["User"] == 2)
    }
  }

  // MARK: The model

  @Test func `A model behind a zlib header is read`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 3)
    // 78 9C and, behind the data, a checksum, which nothing needs.
    try folder.change(
      "UPDATE Z_MODELCACHE SET Z_CONTENT = CAST(x'789C' || Z_CONTENT || x'00000000' AS BLOB)")
    #expect(try StoreImport(ofOwnSchemaAt: folder.path).report.objects["User"] == 3)
  }

  /// As the exports of this library have them.
  @Test func `A plain file whose checks call a function is read`() throws {
    let folder = try StoreFolder("plain.sqlite")
    try folder.change(
      "CREATE TABLE t (k INTEGER PRIMARY KEY, j TEXT CHECK (j IS NULL OR json_valid(j))) STRICT",
      "INSERT INTO t VALUES (4, '[1]')")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    #expect(imported.report.isWithoutModel)
    #expect(imported.tables.value("t", 4, "j") == .text("[1]"))
  }

  @Test func `The key of a deleted row is not given again`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 20)
    let before = try StoreImport(ofOwnSchemaAt: folder.path).tables
    try folder.change("DELETE FROM ZUSER WHERE Z_PK = (SELECT max(Z_PK) FROM ZUSER)")
    let after = try StoreImport(ofOwnSchemaAt: folder.path).tables
    #expect(after.nextKey == before.nextKey && after.rowCounts()["User"] == 19)
    // A number that no row can have says nothing.
    for number in ["-1", "9223372036854775807", "NULL", "'x'"] {
      try folder.change("UPDATE Z_PRIMARYKEY SET Z_MAX = \(number)")
      let tables = try StoreImport(ofOwnSchemaAt: folder.path).tables
      #expect(tables.nextKey == (tables.tables.compactMap(\.lastKey).max() ?? 0) + 1)
    }
  }

  @Test func `A number that is no float is kept, not made infinite`() throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 3)
    try folder.change("UPDATE ZSCALARS SET ZFLOAT = 3.5e39 WHERE Z_PK = 2")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    let key = try #require(imported.report.keys.key(ofRow: 2, hierarchy: "Scalars"))
    #expect(imported.tables.kept("Scalars", key)?["ZFLOAT"] == .double(3.5e39))
    #expect(
      imported.report.findings.contains {
        $0.kind == .keptAsData && $0.column == "ZFLOAT" && $0.rows == [2]
      })
  }

  @Test func `Places in a relationship that is not ordered are kept`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 2)
    try folder.change(
      "ALTER TABLE ZUSER ADD COLUMN Z_FOK_TEAM INTEGER",
      "UPDATE ZUSER SET Z_FOK_TEAM = 1024 WHERE Z_PK = 2")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    #expect(imported.tables.kept("User", 2) == .members(["Z_FOK_TEAM": .integer(1024)]))
    #expect(imported.report.findings.map(\.column) == ["Z_FOK_TEAM"])
  }

  // MARK: Tables of pairs

  @Test func `Other columns of pairs are reported`() throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 10)
    try folder.change("ALTER TABLE \(tableOfTags()) ADD COLUMN ZSINCE")
    let findings = try StoreImport(ofOwnSchemaAt: folder.path).report.findings
    #expect(
      findings.contains {
        $0.kind == .unknownColumn && $0.column == "ZSINCE" && $0.count > 0
      })
  }

  /// Of two relationships of one name that lead to one entity, the second has a number in its column.
  @Test(arguments: [false, true])
  func `A number behind the name of a column of pairs is permitted`(isOther: Bool) throws {
    let column: KeyPath<StoreGenerator.StoreLayout.JoinTable, String> =
      isOther ? \.otherColumn : \.column
    let folder = try StoreFolder(.everything, rowsPerTable: 20)
    let before = try StoreImport(ofOwnSchemaAt: folder.path)
    for table in StoreGenerator.StoreLayout(.everything).joinTables {
      let name = table[keyPath: column]
      try folder.change("ALTER TABLE \(table.name) RENAME COLUMN \(name) TO \(name)7")
    }
    let after = try StoreImport(ofOwnSchemaAt: folder.path)
    #expect(after.report == before.report)
    #expect(try after.tables.documentBytes() == before.tables.documentBytes())
  }

  @Test func `A relationship without its table of pairs is empty and reported`() throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 20)
    let table = try tableOfTags()
    try folder.change("DROP TABLE \(table)")
    let imported = try StoreImport(ofOwnSchemaAt: folder.path)
    #expect(
      imported.report.findings.contains {
        $0.kind == .missingColumn && $0.entity == "Book" && $0.property == "tags"
      })
    #expect(TablesCheck.findings(imported.tables).isEmpty)
  }

  @Test func `Pairs in a table of another name are refused`() throws {
    let folder = try StoreFolder(.everything, rowsPerTable: 20)
    let table = try tableOfTags()
    try folder.change("ALTER TABLE \(table) RENAME TO Z_99OTHER")
    let error = try #require(throws: DocumentError.self) {
      try StoreImport(ofOwnSchemaAt: folder.path)
    }
    #expect(error.code == .storeLayout)
  }

  /// The table of pairs of `Book.tags`.
  private func tableOfTags() throws -> String {
    try #require(
      StoreGenerator.StoreLayout(.everything).joinTables.first {
        [$0.column, $0.otherColumn].contains { $0.hasSuffix("TAGS") }
      }
    ).name
  }
}
