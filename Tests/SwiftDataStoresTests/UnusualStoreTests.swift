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
    #expect(imported.tables.schema.name == "link")
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

  // MARK: The model

  @Test func `A model behind a zlib header is read`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 3)
    // 78 9C and, behind the data, a checksum, which nothing needs.
    try folder.change(
      "UPDATE Z_MODELCACHE SET Z_CONTENT = CAST(x'789C' || Z_CONTENT || x'00000000' AS BLOB)")
    #expect(try StoreImport(ofOwnSchemaAt: folder.path).report.objects["User"] == 3)
  }

  // MARK: Tables of pairs

  /// Of two relationships of one name that lead to one entity, the second has a number in its column.
  @Test(arguments: [\StoreGenerator.StoreLayout.JoinTable.column, \.otherColumn])
  func `A number behind the name of a column of pairs is permitted`(
    _ column: KeyPath<StoreGenerator.StoreLayout.JoinTable, String> & Sendable
  ) throws {
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

extension Tables {
  fileprivate func documentBytes() throws -> [UInt8] {
    try DocumentFile.bytes(
      of: self, form: .document, options: DocumentWriteOptions(encoding: .json, type: .generic))
  }
}
