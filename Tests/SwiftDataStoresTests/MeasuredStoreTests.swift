import DocumentFile
import DocumentTables
import Foundation
import StoreGenerator
import Testing

@testable import SwiftDataStores

@Suite struct MeasuredStoreTests {
  @Test func `A store of the measured layout opens with the schema of its model`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("App.sqlite").path
    try StoreWriter(StoreRows(.users, seed: 1, rowsPerTable: 0)).write(to: path)
    let imported = try StoreImport(ofOwnSchemaAt: path)
    let schema = imported.tables.schema
    #expect(schema.entities.map(\.name) == ["User"])
    #expect(schema.version?.text == "2.0.0")
    #expect(
      schema.entities[0].attributes.map { "\($0.name) \($0.type) \($0.isNullable)" } == [
        "createdAt scalar(DocumentTables.ScalarType.date) true",
        "email scalar(DocumentTables.ScalarType.text) true",
        "name scalar(DocumentTables.ScalarType.text) true",
      ])
    #expect(imported.report.findings.isEmpty)
    #expect(imported.report.frameworkVersion == 1518)
    #expect(imported.tables.rowCount == 0)
  }
}
