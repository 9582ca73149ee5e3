import DocumentTables
import Testing

@testable import DocumentFile

@Suite("Names at their limits, in every form")
struct NameLengthTests {
  private static func document(
    named name: String, _ form: DocumentForm, _ encoding: DocumentEncoding
  ) throws -> [UInt8] {
    var tables = try SampleTables.small()
    tables.keptParts = [KeptPart(name: name, bytes: [1, 2, 3], anchor: nil)]
    return try tables.document(form, encoding)
  }

  /// The codes that each road through a document finds.
  private static func codes(_ bytes: [UInt8]) -> [[String]] {
    var read: [String] = []
    do {
      _ = try DocumentFile.read(.bytes(bytes))
    } catch {
      read = [error.code.rawValue]
    }
    return [
      read, LoadedValidation().findings(bytes).map(\.code.rawValue),
      DocumentFile.validate(.bytes(bytes)).map(\.code.rawValue),
    ]
  }

  @Test(
    "a kept part's name may have 1,024 bytes, and no more in the flat form",
    arguments: [DocumentEncoding.json, .xml], ["n", "é"])
  func keptPart(encoding: DocumentEncoding, letter: String) throws {
    let folder = "attachments/com.example/"
    let name =
      folder + String(repeating: letter, count: (1023 - folder.utf8.count) / letter.utf8.count)
    let longest = name + String(repeating: "n", count: 1024 - name.utf8.count)
    for form in [DocumentForm.document, .flat] {
      let bytes = try Self.document(named: longest, form, encoding)
      #expect(Self.codes(bytes) == [[], [], []])
      #expect(throws: DocumentError.self) {
        try Self.document(named: longest + "n", form, encoding)
      }
    }
    let flat = String(decoding: try Self.document(named: longest, .flat, encoding), as: UTF8.self)
    let tooLong = flat.replacing(longest, with: longest + "n")
    #expect(Self.codes(Array(tooLong.utf8)) == [["part-name"], ["part-name"], ["part-name"]])
  }

  private static func tables(entity: String, property: String) throws -> Tables {
    let schema = try TableSchema(
      name: "Names", version: nil,
      entities: [
        TableEntity(
          name: entity, attributes: [TableAttribute(name: property, type: .scalar(.text))],
          indexes: [[property]])
      ])
    var tables = Tables(schema: schema, documentID: SampleTables.documentID, nextKey: 10)
    try SampleTables.fill(&tables, entity, [(entity, 1, [property: .text("a")])])
    return tables
  }

  @Test(
    "an entity's and a property's name may have 255 bytes, and no more, in every form",
    arguments: ["n", "é", "漢"])
  func schemaNames(letter: String) throws {
    let name = String(repeating: letter, count: 255 / letter.utf8.count)
    let longest = name + String(repeating: "n", count: 255 - name.utf8.count)
    let tables = try Self.tables(entity: longest, property: longest)
    for encoding in [DocumentEncoding.json, .xml] {
      for form in [DocumentForm.document, .flat] {
        let bytes = try tables.document(form, encoding)
        #expect(Self.codes(bytes) == [[], [], []])
        guard form == .flat else { continue }
        let text = String(decoding: bytes, as: UTF8.self)
        let codes = Self.codes(Array(text.replacing(longest, with: longest + "n").utf8))
        #expect(Set(codes) == [["schema-too-large"]])
      }
    }
  }
}
