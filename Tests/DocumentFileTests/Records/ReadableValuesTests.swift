import DocumentTables
import Testing

@testable import DocumentFile

/// A writer refuses the values that a reader with the same limits would refuse.
@Suite("Values that are too long for a form")
struct ReadableValuesTests {
  private static let textBytes = 4000

  /// A change of the small sample tables that makes one value long, and the forms and encodings that
  /// can state it with texts of 4,000 bytes.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var readable: [String]
    var change: @Sendable (inout Tables) throws -> Void
  }

  private static let forms = ["document json", "document xml", "flat json", "flat xml"]

  /// The foreign data of the first trip.
  private static func foreign(
    _ words: String, _ readable: [String], _ value: @escaping @Sendable () -> Tree
  ) -> Case {
    Case(testDescription: words, readable: readable) { tables in
      tables = try SampleTables.small(foreign: .members(["com.example.app": value()]))
    }
  }

  static let cases = [
    Case(testDescription: "data of an attachment", readable: ["document json", "document xml"]) {
      $0.keptParts[0].bytes = [UInt8](repeating: 0, count: 3001)
    },
    Case(testDescription: "data of an attachment that just fits", readable: forms) {
      $0.keptParts[0].bytes = [UInt8](repeating: 0, count: 3000)
    },
    Case(testDescription: "an extension record", readable: []) {
      $0.extensions[0].value = .array([.text(String(repeating: "a", count: 4001))])
    },
    Case(testDescription: "a carried entry that just fits", readable: forms) {
      $0.carried = [.text(String(repeating: "é", count: 2000))]
    },
    Case(testDescription: "a carried entry of data", readable: []) {
      $0.carried = [.data([UInt8](repeating: 0, count: 3001))]
    },
    foreign("foreign data", []) { .text(String(repeating: "a", count: 4001)) },
    foreign("foreign data that just fit", forms) { .text(String(repeating: "a", count: 4000)) },
    // JSON has an escape for each of these, which does not count; the text is as long in XML.
    foreign("line feeds", forms) { .text(String(repeating: "\n", count: 4000)) },
    foreign("scalars beyond U+FFFF as escapes", forms) {
      .text(String(repeating: "🎌", count: 1000))
    },
    // XML has the body of a JSON string in place of these.
    foreign("characters that XML has not", ["document json", "flat json"]) {
      .text(String(repeating: "\u{1}", count: 1000))
    },
  ]

  // Spec 3.12-27, 3.12-30
  @Test("are refused when they are written, and not when they are read again", arguments: cases)
  func longTexts(_ each: Case) throws {
    var tables = try SampleTables.small()
    try each.change(&tables)
    var limits = DocumentLimits.standard
    limits.textBytes = Self.textBytes
    for (form, encoding) in RoundTripTests.forms {
      let name = "\(form) \(encoding)"
      let options = DocumentWriteOptions(encoding: encoding, type: .generic, limits: limits)
      do throws(DocumentError) {
        let bytes = try DocumentFile.bytes(of: tables, form: form, options: options)
        #expect(each.readable.contains(name), "\(name) was written")
        let read = try DocumentFile.read(.bytes(bytes), limits: limits)
        #expect(TablesContent(read.tables) == TablesContent(tables), "\(name)")
      } catch {
        #expect(!each.readable.contains(name), "\(name): \(error)")
        #expect(error.code.rawValue == "\(encoding)-text-length", "\(name): \(error)")
        // A reader with the same limits would have refused the file.
        let bytes = try DocumentFile.bytes(
          of: tables, form: form, options: DocumentWriteOptions(encoding: encoding, type: .generic))
        let refusal = #expect(throws: DocumentError.self, "\(name)") {
          try DocumentFile.read(.bytes(bytes), limits: limits)
        }
        #expect(refusal?.code == error.code, "\(name)")
      }
    }
  }

  // Spec 3.2-8, 3.12-30
  @Test("a name of eight MiB is one for JSON only", arguments: DocumentForm.allCases)
  func longName(form: DocumentForm) throws {
    let tables = try SampleTables.small(
      foreign: .members([
        "com.example.app": .members([String(repeating: "n", count: 8 << 20): .null])
      ]))
    let bytes = try tables.document(form, .json)
    #expect(TablesContent(try DocumentFile.read(.bytes(bytes)).tables) == TablesContent(tables))
    let error = #expect(throws: DocumentError.self) { try tables.document(form, .xml) }
    #expect(error?.code.rawValue == "xml-text-length")
  }

  // Spec 3.12-27, 3.14-8
  @Test(
    "a part is refused where it is larger than readers take it",
    arguments: [
      "header", "schema", "extensions", "carried", "history/state", "manifest",
    ])
  func largePart(name: String) throws {
    var tables = try SampleTables.small()
    tables.history = History(document: tables.documentID, lineage: 9, policy: HistoryPolicy(.names))
    tables.history?.append(
      History.Transaction(time: 0, schema: tables.schema.modelFingerprint()), of: tables.schema)
    for encoding in [DocumentEncoding.json, .xml] {
      let whole = try RebuiltArchive(try tables.document(.document, encoding))
      let part = "\(name).\(encoding.fileExtension)"
      let size = whole.entries[try whole.index(of: part)].bytes.count
      // Parts before it, and those that are never larger, fit.
      let larger = whole.entries.map(\.bytes.count).filter { $0 >= size }.count
      var limits = DocumentLimits.standard
      limits.treePartBytes = size - 1
      let options = DocumentWriteOptions(encoding: encoding, type: .generic, limits: limits)
      let error = #expect(throws: DocumentError.self) {
        try DocumentFile.bytes(of: tables, form: .document, options: options)
      }
      #expect(error?.code == .limitTreePart && (error?.part == part || larger > 1), "\(part)")
    }
  }
}
