import DocumentTables
import Testing

@testable import DocumentFile

@Suite("Rows in memory as a source")
struct SourceRowsTests {
  private static func tables() throws -> [Tables] {
    try [
      SampleTables.small(), SampleTables.many(20),
      Tables(schema: SampleTables.schema(), documentID: SampleTables.documentID),
    ]
  }

  @Test("are written, checked and loaded as the document that has them")
  func written() throws {
    let directory = try TemporaryDirectory()
    let streaming = StreamedOracle.options(windowBytes: 2 << 20)
    for tables in try Self.tables() {
      let rows = ReadSource.rows(of: tables, .trips)
      let bytes = try DocumentFile.bytes(
        of: tables, form: .document, options: DocumentWriteOptions(encoding: .json, type: .trips))
      for (form, encoding) in StreamedOracle.targets {
        let options = DocumentWriteOptions(encoding: encoding, type: .trips)
        let ofRows = try StreamedOracle.writtenStreamed(
          rows, form, options, streaming, to: directory)
        let ofBytes = try StreamedOracle.writtenStreamed(
          bytes, form, options, streaming, to: directory)
        #expect(ofRows.words == ofBytes.words, "\(form) \(encoding)")
      }
      let loaded = try DocumentFile.read(rows)
      #expect(loaded.type == .trips && loaded.origin == nil)
      #expect(
        TablesDump.text(loaded.tables, all: true)
          == TablesDump.text(try DocumentFile.read(.bytes(bytes)).tables, all: true))
      #expect(DocumentFile.validate(rows).isEmpty)
    }
  }

  @Test("are refused where a document with them would be")
  func refused() throws {
    var tables = try SampleTables.small()
    let trips = try #require(tables.schema.hierarchyIndex(of: "Trip"))
    tables.tables[trips] = Table(segments: [])
    (tables.keptParts, tables.extensions) = ([], [])
    let bytes = try DocumentFile.bytes(
      of: tables, form: .document, options: DocumentWriteOptions(encoding: .json, type: .trips))
    let found = [ReadSource.rows(of: tables, .trips), .bytes(bytes)].map {
      DocumentFile.validate($0).map(\.code)
    }
    #expect(found[0] == found[1] && found[0].contains { $0.rawValue == "reference-dangling" })
    #expect(throws: DocumentError.self) {
      _ = try DocumentFile.read(.rows(of: tables, .trips))
    }
    var options = StreamedOracle.options(windowBytes: 2 << 20)
    options.limits.objects = 1
    let error = try #require(throws: DocumentError.self) {
      _ = try DocumentPass(.rows(of: try SampleTables.small(), .trips), options: options)
    }
    #expect(error.code == .limitObjects)
  }
}
