import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import SwiftDataStores

@Suite struct RealStoreTests {
  static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("samples/stores/App-2_0_0.sqlite").path

  @Test func `A real store opens with the schema of its model`() throws {
    let imported = try StoreImport(ofOwnSchemaAt: Self.path)
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
    #expect(imported.report.frameworkVersion == 1448)
    #expect(imported.tables.rowCount == 0)
  }
}
