import DocumentTables
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Index parts that contradict the records")
struct LyingIndexTests {
  /// How an index part lies about its chunk; each agrees with the part's CRC-32 and size.
  enum Lie: CaseIterable {
    /// It hides all.
    case empty
    /// It hides the last row.
    case incomplete
    /// It states the rows of another chunk.
    case another
  }

  /// Documents in each of which the index parts of one hierarchy lie, by chunk number modulo `step`.
  static func lying(_ lie: Lie, _ hierarchy: String, remainder: Int, step: Int) throws -> [UInt8] {
    let bytes = try OwnedTables.bytes()
    let content = try DocumentFile.read(.bytes(bytes))
    let schema = content.tables.schema
    let index = try #require(schema.hierarchies.firstIndex { $0.name == hierarchy })
    let plan = IndexPlan(schema, hierarchy: index)
    let segments = content.tables.tables[index].segments
    var archive = try RebuiltArchive(bytes)
    var chunk = 0
    for place in archive.entries.indices
    where archive.entries[place].name.hasPrefix("index/\(hierarchy)/") {
      defer { chunk += 1 }
      guard chunk % step == remainder else { continue }
      let own = segments[chunk]
      let other = segments[(chunk + 1) % segments.count]
      let slices: [IndexPart.Slice] =
        switch lie {
        case .empty: [(own, 0..<0)]
        case .incomplete: [(own, 0..<own.count - 1)]
        case .another: [(other, 0..<other.count)]
        }
      let subject = try IndexPart(archive.entries[place].bytes).subject
      archive.entries[place].bytes = try #require(IndexPart.bytes(plan, subject, slices))
    }
    return try archive.bytes()
  }

  private static func open(
    _ bytes: [UInt8], verifiesIndexes: Bool = false, largestWithoutIndexes: Int = 0
  ) throws -> PartialDocumentReader {
    try PartialDocumentReader(
      archive: MemoryByteSource(bytes), limits: .standard, workers: WorkerCount(2),
      verifiesIndexes: verifiesIndexes, largestWithoutIndexes: largestWithoutIndexes)
  }

  private static func ask(_ document: PartialDocumentReader, _ number: Int) throws -> TablesSubset {
    try document.subset(of: "Trip", where: [("name", .text("Voyage à \(number / 2)"))])
  }

  // Spec 3.13-4
  @Test(
    "never give a wrong answer that claims to come from the records",
    arguments: Lie.allCases, ["Trip", "Item", "Stay"])
  func answers(lie: Lie, hierarchy: String) throws {
    let honest = try Self.open(try OwnedTables.bytes())
    var refused = 0
    for remainder in 0..<2 {
      let bytes = try Self.lying(lie, hierarchy, remainder: remainder, step: 2)
      for number in [0, 7, 84, 150, 299] {
        let truth = PartialDocumentReaderTests.keys(try Self.ask(honest, number))
        do {
          let subset = try Self.ask(try Self.open(bytes), number)
          #expect(PartialDocumentReaderTests.keys(subset) == truth || subset.reliesOnIndexes)
        } catch let error as DocumentError {
          #expect(error.code == .indexMismatch)
          #expect(error.part?.hasPrefix("index/\(hierarchy)/") ?? (error.property == "items"))
          refused += 1
        }
        let small = try Self.open(bytes, largestWithoutIndexes: 1 << 20)
        let answer = try Self.ask(small, number)
        #expect(PartialDocumentReaderTests.keys(answer) == truth)
        #expect(!answer.reliesOnIndexes)
        let error = #expect(throws: DocumentError.self) {
          try Self.ask(try Self.open(bytes, verifiesIndexes: true), number)
        }
        #expect(error?.code == .indexMismatch)
      }
    }
    // An index part that hides all of its chunk leads nowhere, so nothing can contradict it.
    #expect(refused > 0 || lie == .empty)
  }

  // Spec 3.13-3
  @Test("do not matter to a small document, whose index parts are not read")
  func small() throws {
    let source = CountingSource(try OwnedTables.bytes())
    let document = try PartialDocumentReader(
      archive: source, limits: .standard, workers: WorkerCount(2))
    _ = try Self.ask(document, 7)
    #expect(!(try source.takeEntries().contains { $0.hasPrefix("index/") }))
  }

  // Spec 3.13-4
  @Test("verifying an honest document gives the same answers, by the word of the records")
  func honest() throws {
    let bytes = try OwnedTables.bytes()
    for number in [0, 7, 299] {
      let subset = try Self.ask(try Self.open(bytes, verifiesIndexes: true), number)
      let indexed = try Self.ask(try Self.open(bytes), number)
      #expect(!subset.reliesOnIndexes && indexed.reliesOnIndexes)
      #expect(subset.objects == indexed.objects)
      #expect(TablesContent(subset.tables) == TablesContent(indexed.tables))
    }
  }

  @Test("that hide a member which its owner's record lists are refused")
  func listedMember() throws {
    // Trip 0 lists its items in an order of its own.
    let bytes = try Self.lying(.empty, "Item", remainder: 0, step: 1)
    let error = #expect(throws: DocumentError.self) {
      try Self.open(bytes).subset(ofKey: OwnedTables.key(ofTrip: 0), entity: "Trip")
    }
    #expect(error?.code == .indexMismatch && error?.entity == "LongTrip")
    #expect(error?.property == "items")
  }
}
