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

  // Spec 3.12-27
  @Test(
    "may have more values than one tree, where each tree has few enough",
    arguments: [(DocumentForm.document, DocumentEncoding.json), (.flat, .xml)])
  func manyTrees(form: DocumentForm, encoding: DocumentEncoding) throws {
    var tables = try SampleTables.small()
    let history = try Self.history(of: tables, values: OpenTree.largestCount / 2)
    tables.history = history
    let bytes = try tables.document(form, encoding)
    let read = try DocumentFile.read(.bytes(bytes))
    #expect(read.tables.history?.last == history.last)
  }

  // Spec 3.12-27, 3.12-30
  @Test(
    "is refused where one tree has more values than a reader takes",
    arguments: DocumentForm.allCases)
  func largeTree(form: DocumentForm) throws {
    var tables = try SampleTables.small()
    tables.history = try Self.history(of: tables, values: OpenTree.largestCount)
    let error = #expect(throws: DocumentError.self) { try tables.document(form, .json) }
    #expect(error?.code.rawValue == "tree-size")
  }

  // Spec 11.4-3
  @Test("names key ranges where a transaction would have more values")
  func largeTransaction() throws {
    let tables = try SampleTables.small()
    let history = try Self.history(of: tables, values: OpenTree.largestCount)
    #expect(history.transactions.map(\.isTooLarge) == [true, true])
    let small = try Self.history(of: tables, values: 100)
    #expect(small.transactions.map(\.isTooLarge) == [false, false])
  }

  /// Two transactions whose trees have so many values each, and some more.
  private static func history(of tables: Tables, values: Int) throws -> History {
    var history = History(
      document: tables.documentID, lineage: 9, policy: HistoryPolicy(.values))
    for number in 0..<2 {
      history.append(
        History.Transaction(
          time: Double(number), schema: tables.schema.modelFingerprint(),
          groups: [
            .init(
              .delete, entity: "Trip", keys: HistoryKeys([2]),
              old: ["note": [.array([Tree](repeating: .null, count: values))]])
          ]), of: tables.schema)
    }
    return history
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
