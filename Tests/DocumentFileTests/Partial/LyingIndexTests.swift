import DocumentTables
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Index parts that contradict the records")
struct LyingIndexTests {
  /// How the index parts of a hierarchy lie about a chunk.
  enum Lie: CaseIterable {
    /// It hides all.
    case empty
    /// It hides the last row.
    case incomplete
    /// It states the rows of another chunk.
    case another
  }

  /// A document whose index parts lie about some chunks of one hierarchy, by chunk number modulo
  /// `step`.
  static func lying(
    _ lie: Lie, _ hierarchy: String, remainder: Int, step: Int, isDivided: Bool = false
  ) throws -> [UInt8] {
    let bytes = try OwnedTables.bytes(isDivided: isDivided)
    let content = try DocumentFile.read(.bytes(bytes))
    let schema = content.tables.schema
    let index = try #require(schema.hierarchies.firstIndex { $0.name == hierarchy })
    let plans = schema.hierarchies.indices.map { IndexPlan(schema, hierarchy: $0) }
    let segments = content.tables.tables[index].segments
    let chunks = try #require(content.origin?.parts?.chunks[hierarchy])
    var waiting = WaitingIndexes(plans, nil, largestUndivided: isDivided ? 0 : .max)
    for (number, chunk) in chunks.enumerated() {
      let own = segments[number]
      let other = segments[(number + 1) % segments.count]
      let slices: [IndexRuns.Slice] =
        switch lie {
        case _ where number % step != remainder: [(own, 0..<own.count)]
        case .empty: [(own, 0..<0)]
        case .incomplete: [(own, 0..<own.count - 1)]
        case .another: [(other, 0..<other.count)]
        }
      try waiting.add(
        IndexRuns(plans[index], of: chunk.chunk.range, slices), rows: own.count, hierarchy: index)
    }
    var archive = try RebuiltArchive(bytes)
    for part in waiting.parts {
      archive.entries[try archive.index(of: part.name)].bytes = try waiting.bytes(of: part)
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
    for isDivided in [false, true] { try answers(lie, hierarchy, isDivided) }
  }

  private func answers(_ lie: Lie, _ hierarchy: String, _ isDivided: Bool) throws {
    let honest = try Self.open(try OwnedTables.bytes())
    var refused = 0
    for remainder in 0..<2 {
      let bytes = try Self.lying(
        lie, hierarchy, remainder: remainder, step: 2, isDivided: isDivided)
      for number in [0, 7, 84, 150, 299] {
        let truth = PartialDocumentReaderTests.keys(try Self.ask(honest, number))
        do {
          let subset = try Self.ask(try Self.open(bytes), number)
          #expect(PartialDocumentReaderTests.keys(subset) == truth || subset.reliesOnIndexes)
        } catch let error as DocumentError {
          #expect(error.code == .indexMismatch)
          #expect(error.part?.hasPrefix("index/\(hierarchy)") ?? (error.property == "items"))
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

  // Spec 3.13-2
  @Test("that lead to a data part which is not there are refused")
  func unknownDataPart() throws {
    let bytes = try OwnedTables.bytes()
    var archive = try RebuiltArchive(bytes)
    let place = try archive.index(of: "index/Trip")
    let index = try IndexPart(archive.entries[place].bytes)
    for run in index.sections.flatMap(\.runs) {
      // Another first key of as many bytes; only the lowest bits change, so the runs still ascend.
      archive.entries[place].bytes[run.whole.lowerBound] ^= 1
    }
    let changed = try archive.bytes()
    let error = #expect(throws: DocumentError.self) { try Self.ask(try Self.open(changed), 7) }
    #expect(error?.code == .indexMismatch && error?.part == "index/Trip")
  }
}
