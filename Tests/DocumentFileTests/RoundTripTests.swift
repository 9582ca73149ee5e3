import DocumentTables
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Documents in all forms and encodings")
struct RoundTripTests {
  static let forms: [(DocumentForm, DocumentEncoding)] = [
    (.document, .json), (.document, .xml), (.flat, .json), (.flat, .xml),
  ]

  @Test("reading what was written gives the same tables", arguments: forms)
  func roundTrip(form: DocumentForm, encoding: DocumentEncoding) throws {
    let tables = try SampleTables.small()
    let content = try DocumentFile.read(.bytes(try tables.document(form, encoding)))
    #expect(TablesContent(content.tables) == TablesContent(tables))
    #expect(content.form == form)
    #expect(content.encoding == encoding)
    #expect(content.type == .generic)
    #expect(!content.isReadOnly)
  }

  // Spec 1.4-3
  @Test("two full writes give equal bytes, also of tables that were read", arguments: forms)
  func canonical(form: DocumentForm, encoding: DocumentEncoding) throws {
    let tables = try SampleTables.small()
    let first = try tables.document(form, encoding)
    #expect(try tables.document(form, encoding) == first)
    let again = try DocumentFile.read(.bytes(first)).tables
    #expect(try again.document(form, encoding) == first)
  }

  // Spec 1.2-2, 3.10-4
  @Test("every form converts into every other and back without a difference")
  func conversions() throws {
    let tables = try SampleTables.small()
    let expected = TablesContent(tables)
    for (form, encoding) in Self.forms {
      let first = try DocumentFile.read(.bytes(try tables.document(form, encoding))).tables
      for (otherForm, otherEncoding) in Self.forms {
        let bytes = try first.document(otherForm, otherEncoding)
        #expect(TablesContent(try DocumentFile.read(.bytes(bytes)).tables) == expected)
      }
    }
  }

  // Spec 3.1-2
  @Test("trees of the greatest depth come back wherever they stand", arguments: forms)
  func deepTrees(form: DocumentForm, encoding: DocumentEncoding) throws {
    var tables = try SampleTables.small()
    var tree = Tree.array([])
    for _ in 1..<OpenTree.largestDepth { tree = .array([tree]) }
    tables.carried.append(tree)
    tables.extensions[0].value = tree
    let content = try DocumentFile.read(.bytes(try tables.document(form, encoding)))
    #expect(TablesContent(content.tables) == TablesContent(tables))
  }

  @Test("an empty document has all its tables", arguments: forms)
  func empty(form: DocumentForm, encoding: DocumentEncoding) throws {
    let tables = Tables(schema: try SampleTables.schema(), documentID: 1)
    let content = try DocumentFile.read(.bytes(try tables.document(form, encoding)))
    #expect(TablesContent(content.tables) == TablesContent(tables))
    #expect(content.tables.rowCount == 0)
  }

  // Spec 3.6-1
  @Test(
    "large hierarchies are cut into chunks that are remembered",
    arguments: [DocumentEncoding.json, .xml])
  func chunks(encoding: DocumentEncoding) throws {
    let tables = try SampleTables.many(3000, size: 2000)
    let content = try DocumentFile.read(.bytes(try tables.document(.document, encoding)))
    #expect(TablesContent(content.tables) == TablesContent(tables))
    let segments = content.tables.tables[0].segments
    #expect(segments.count > 2)
    let chunks = try #require(content.origin?.parts?.chunks["Item"])
    #expect(chunks.flatMap { $0.rows.map(\.segment) } == segments.map(\.number))
    #expect(
      chunks.map(\.part.name)
        == chunks.map {
          "data/Item/\($0.chunk.range.start)-\($0.chunk.range.last).\(encoding.rawValue)"
        })
  }

  // Spec 3.8-1
  @Test("values too large for a record stand in parts named by their digest")
  func externalValues() throws {
    var tables = try SampleTables.small()
    let large = String(repeating: "ä", count: 600_000)
    try SampleTables.fill(
      &tables, "Item",
      [10, 11, 12].map { key in
        (
          "Item", key,
          ["title": .text(large), "count": .integer(0), "trip": .reference(1), "done": .bool(true)]
        )
      })
    for (form, encoding) in Self.forms {
      let bytes = try tables.document(form, encoding)
      #expect(TablesContent(try DocumentFile.read(.bytes(bytes)).tables) == TablesContent(tables))
      guard form == .document else { continue }
      let digest = Digest(of: Array(large.utf8)).text
      let names = try ZipReader(MemoryByteSource(bytes)).entries.map(\.name)
      #expect(names.filter { $0 == "external/\(digest)" }.count == 1)
    }
  }

  // Spec 3.3-1
  @Test("entries stand in their order")
  func order() throws {
    let bytes = try SampleTables.small().document(.document, .json)
    let photo = Digest(of: [1, 2, 255]).text
    #expect(
      try ZipReader(MemoryByteSource(bytes)).entries.map(\.name) == [
        "mimetype", "header.json", "schema.json", "data/Item/8-15.json",
        "data/Trip/0-7.json", "data/%C3%89tape%3A1/20-20.json",
        "external/\(photo)", "extensions.json", "carried.json", "attachments/com.example/map.bin",
        "manifest.json",
      ])
  }

  // Spec 3.12-19
  @Test("a summary reads no data part and says what the manifest says")
  func summary() throws {
    let tables = try SampleTables.small()
    let summary = try DocumentFile.summary(.bytes(try tables.document(.document, .xml)))
    #expect(summary.rows == ["Trip": 1, "BusinessTrip": 1, "Item": 3, "Étape:1": 1])
    #expect(summary.parts?.count == 11)
    #expect(summary.nextKey == 40)
    #expect(summary.volatile?.generator == DocumentWriteOptions.standardGenerator)
    #expect(summary.header.schema == tables.schema)
  }

  @Test(
    "a summary of a flat document ends with its schema", arguments: [DocumentEncoding.json, .xml])
  func flatSummary(encoding: DocumentEncoding) throws {
    var bytes = try SampleTables.small().document(.flat, encoding)
    bytes.removeLast(40)
    let summary = try DocumentFile.summary(.bytes(bytes))
    #expect(summary.rows == nil)
    #expect(summary.parts == nil)
    #expect(summary.header.documentID == SampleTables.documentID)
    #expect(throws: DocumentError.self) { try DocumentFile.read(.bytes(bytes)) }
  }

  // Spec 1.4-5
  @Test("valid documents have no findings", arguments: forms)
  func validation(form: DocumentForm, encoding: DocumentEncoding) throws {
    let bytes = try SampleTables.small().document(form, encoding)
    #expect(DocumentFile.validate(.bytes(bytes)).map(\.description) == [])
  }
}
