import DocumentMigration
import DocumentTables
import Testing

@testable import DocumentFile

/// Columns of a migrated table may hold more than its records say.
@Suite("The bytes of texts that a manifest states")
struct TextBytesTests {
  private func schema(_ change: (inout [TableEntity]) -> Void) throws -> TableSchema {
    var entities = [
      TableEntity(name: "Base"), TableEntity(name: "Sub", superentity: "Base"),
    ]
    change(&entities)
    return try TableSchema(name: "s", version: nil, entities: entities)
  }

  private static func text(_ value: Value = .text("x")) -> TableAttribute {
    TableAttribute(name: "name", type: .scalar(.text), defaultValue: .value(value))
  }

  private func tables(_ schema: TableSchema) throws -> Tables {
    var tables = Tables(schema: schema, documentID: 1, nextKey: 4)
    let layout = schema.hierarchies[0]
    let builder = SegmentBuilder(layout)
    for (key, entity) in [(1, "Base"), (2, "Sub"), (3, "Base")] as [(ObjectKey, String)] {
      builder.append(
        key: key, discriminator: try #require(layout.entity(named: entity)).discriminator,
        values: layout.columns.map { _ in .text("text \(key)") })
    }
    tables.tables = [Table(segments: [builder.finish()])]
    return tables
  }

  @Test(
    "are those of records, not what a migration has left beside them",
    arguments: DocumentEncoding.allCases)
  func migrated(encoding: DocumentEncoding) throws {
    let bare = try schema { _ in }
    let above = try schema { $0[0].attributes = [Self.text()] }
    let below = try schema { $0[1].attributes = [Self.text()] }
    for (old, new) in [(above, below), (bare, below), (below, above)] {
      let migrated = try tables(old).migrated(by: try SchemaDifference(from: old, to: new))
      let bytes = try DocumentFile.bytes(
        of: migrated, form: .document, options: DocumentWriteOptions(encoding: encoding))
      let read = try DocumentFile.read(.bytes(bytes)).tables
      #expect(TablesDump.text(read, all: true) == TablesDump.text(migrated, all: true))
    }
  }
}
