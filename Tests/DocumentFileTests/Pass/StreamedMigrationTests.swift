import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

@Suite("Rows that pass by and are migrated")
struct StreamedMigrationTests {
  /// The sample schema with one of every change that a segment can go through alone.
  private func newer(constraint: [String]) throws -> TableSchema {
    try TableSchema(
      name: "Sample", version: SchemaVersion(1, 3, 0),
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [
            TableAttribute(name: "name", type: .scalar(.text)),
            TableAttribute(
              name: "begin", originalName: "start", type: .scalar(.date), isNullable: true),
            TableAttribute(name: "photo", type: .scalar(.data), isNullable: true),
            TableAttribute(
              name: "tags", type: .array(.text, nullableElements: true), isNullable: true),
            TableAttribute(
              name: "my rating", type: .scalar(.double), defaultValue: .value(.double(2.5))),
            TableAttribute(
              name: "stars", type: .scalar(.int8), defaultValue: .value(.integer(3))),
          ],
          relationships: [
            TableRelationship(
              name: "items", destination: "Item", inverse: "journey", isToMany: true,
              isNullable: false)
          ]),
        TableEntity(
          name: "AWorkTrip", superentity: "Trip", originalName: "BusinessTrip",
          attributes: [TableAttribute(name: "perdiem", type: .scalar(.double), isNullable: true)]),
        TableEntity(
          name: "Holiday", superentity: "Trip",
          attributes: [TableAttribute(name: "reason", type: .scalar(.text))]),
        TableEntity(
          name: "Item",
          attributes: [
            TableAttribute(name: "title", type: .scalar(.text)),
            TableAttribute(name: "count", type: .scalar(.int64)),
            TableAttribute(name: "done", type: .scalar(.bool), defaultValue: .value(.bool(true))),
          ],
          relationships: [
            TableRelationship(
              name: "journey", originalName: "trip", destination: "Trip", inverse: "items",
              isToMany: false)
          ],
          uniquenessConstraints: [constraint], indexes: [["count"]]),
        TableEntity(
          name: "Country", attributes: [TableAttribute(name: "code", type: .scalar(.text))]),
        TableEntity(
          name: "Étape:1", attributes: [TableAttribute(name: "id", type: .scalar(.uuid))]),
      ])
  }

  /// What the road through memory writes; nil where it migrates to nothing valid.
  private func writtenInMemory(
    _ bytes: [UInt8], _ difference: SchemaDifference, _ form: DocumentForm,
    _ options: DocumentWriteOptions
  ) throws -> [UInt8] {
    let tables = try DocumentFile.read(.bytes(bytes)).tables.migrated(by: difference)
    return try DocumentFile.bytes(of: tables, form: form, options: options)
  }

  private func migration(_ difference: SchemaDifference) throws -> SegmentMigration {
    try #require(SegmentMigration([difference]))
  }

  /// Nil if all rows have to be in memory.
  private func writtenStreamed(
    _ bytes: [UInt8], _ difference: SchemaDifference, _ form: DocumentForm,
    _ options: DocumentWriteOptions, window: Int
  ) throws -> [UInt8]? {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/new"
    let streaming = StreamedOracle.options(windowBytes: window, rereadBytes: 1 << 20)
    let document = try DocumentPass(.bytes(bytes), options: streaming)
    document.migration = try migration(difference)
    guard case .done = try document.write(to: .path(path), form: form, options: options) else {
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
      return nil
    }
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  private func compare(_ bytes: [UInt8], _ difference: SchemaDifference) throws {
    for (form, encoding) in StreamedOracle.targets {
      var options = DocumentWriteOptions(encoding: encoding, type: .trips)
      options.chunkLimit = 3000
      let expected = try writtenInMemory(bytes, difference, form, options)
      for window in [2 << 20, 700] {
        let written = try writtenStreamed(bytes, difference, form, options, window: window)
        #expect(written == expected, "\(form) \(encoding) \(window)")
      }
    }
  }

  @Test(
    "give the bytes of a migration in memory, for trips of version 3",
    arguments: SampleFiles.all.filter { $0.contains("-v3/") && !$0.contains("/to-") })
  func samples(path: String) throws {
    let newest = try DocumentFile.read(.bytes(SampleFiles.bytes("small-v4/source.trips.json")))
    let bytes = try SampleFiles.bytes(path)
    let old = try DocumentFile.read(.bytes(bytes)).header.schema
    try compare(bytes, try SchemaDifference(from: old, to: newest.header.schema))
  }

  @Test("give the bytes of a migration in memory, for every kind of step")
  func steps() throws {
    var small = try SampleTables.small()
    small.carried = []
    let difference = try SchemaDifference(from: small.schema, to: newer(constraint: ["title"]))
    for tables in [small, try SampleTables.many(300)] {
      for (form, encoding) in StreamedOracle.targets {
        try compare(try tables.document(form, encoding), difference)
      }
    }
  }

  @Test("are left to memory where a new constraint is broken, or something is to be put back")
  func leftToMemory() throws {
    let options = DocumentWriteOptions(encoding: .json, type: .trips)
    let many = try SampleTables.many(30)
    let broken = try SchemaDifference(from: many.schema, to: newer(constraint: ["done"]))
    let carrying = try SampleTables.small()
    let whole = try SchemaDifference(from: carrying.schema, to: newer(constraint: ["title"]))
    for (tables, difference) in [(many, broken), (carrying, whole)] {
      for (form, encoding) in StreamedOracle.targets {
        let written = try writtenStreamed(
          try tables.document(form, encoding), difference, form, options, window: 700)
        #expect(written == nil)
      }
    }
  }

  @Test("print what tables in memory print")
  func dump() throws {
    var small = try SampleTables.small()
    small.carried = []
    let difference = try SchemaDifference(from: small.schema, to: newer(constraint: ["title"]))
    for (form, encoding) in StreamedOracle.targets {
      let document = try DocumentPass(
        .bytes(try small.document(form, encoding)),
        options: StreamedOracle.options(windowBytes: 300))
      document.migration = try migration(difference)
      var text: [UInt8] = []
      guard case .done = try document.dump(all: true, to: { text += $0 }) else {
        Issue.record("it needs all rows")
        continue
      }
      #expect(
        String(decoding: text, as: UTF8.self)
          == TablesDump.text(try small.migrated(by: difference), all: true))
    }
  }
}
