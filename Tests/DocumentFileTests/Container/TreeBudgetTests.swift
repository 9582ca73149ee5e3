import DocumentTables
import Testing

@testable import DocumentFile

@Suite("What a document carries beside its objects")
struct TreeBudgetTests {
  @Test(
    "is refused by the writer where a reader would refuse it",
    arguments: [(DocumentForm.document, DocumentEncoding.json), (.flat, .xml)])
  func tooMany(form: DocumentForm, encoding: DocumentEncoding) throws {
    var tables = try SampleTables.small()
    tables.carried = [.array([Tree](repeating: .null, count: OpenTree.largestCount))]
    let error = #expect(throws: DocumentError.self) { try tables.document(form, encoding) }
    #expect(error?.code == .limitTreePart)
  }

  @Test("is refused where the part has more bytes than a reader takes")
  func tooLarge() throws {
    var tables = try SampleTables.small()
    tables.carried = [.text(String(repeating: "a", count: 1000))]
    var limits = DocumentLimits.standard
    limits.treePartBytes = 1000
    let options = DocumentWriteOptions(encoding: .json, limits: limits)
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.bytes(of: tables, form: .document, options: options)
    }
    #expect(error?.code == .limitTreePart && error?.part == "carried.json")
  }
}
