import DocumentTables
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Looking objects up in generated documents")
struct IndexLookupTests {
  /// Trips with few different names, and items of any of them, with keys far apart.
  struct Generated {
    var random: SeededGenerator
    var names: [ObjectKey: String] = [:]
    var owners: [ObjectKey: ObjectKey] = [:]
    var nextKey: ObjectKey = 1

    init(seed: UInt64, trips: Int) {
      random = SeededGenerator(state: seed)
      for _ in 0..<trips {
        names[newKey()] = newName()
        for _ in 0..<random.next() % 4 {
          owners[newKey()] = anyTrip()
        }
      }
    }

    private mutating func newKey() -> ObjectKey {
      defer { nextKey += 1 + ObjectKey(random.next() % 3_000) }
      return nextKey
    }

    private mutating func newName() -> String { "Trip \(random.next() % 60)" }

    private mutating func anyTrip() -> ObjectKey {
      let keys = names.keys.sorted()
      return keys[Int(random.next() % UInt64(keys.count))]
    }

    func tables() throws -> Tables {
      var tables = Tables(
        schema: try OwnedTables.schema(), documentID: SampleTables.documentID, nextKey: nextKey)
      try SampleTables.fill(
        &tables, "Trip",
        names.sorted { $0.key < $1.key }.map {
          ("Trip", $0.key, ["name": .text($0.value), "start": .date(Double($0.key))])
        })
      try SampleTables.fill(
        &tables, "Item",
        owners.sorted { $0.key < $1.key }.map {
          ("Item", $0.key, ["title": .text("Item \($0.key)"), "trip": .reference($0.value)])
        })
      return tables
    }
  }

  static func options(isDivided: Bool, _ encoding: DocumentEncoding = .json) -> DocumentWriteOptions
  {
    var options = ChunkCopyTests.options(encoding, chunkLimit: 1000)
    options.dividedIndexRows = isDivided ? 0 : .max
    return options
  }

  @Test("finds what a scan of all rows finds", arguments: [1, 2, 3, 4] as [UInt64], [false, true])
  func lookups(seed: UInt64, isDivided: Bool) throws {
    let generated = Generated(seed: seed, trips: 150)
    let bytes = try DocumentFile.bytes(
      of: try generated.tables(), form: .document,
      options: Self.options(isDivided: isDivided, seed % 2 == 0 ? .json : .xml))
    #expect(DocumentFile.validate(.bytes(bytes)).isEmpty)
    let source = CountingSource(bytes)
    let document = try PartialDocumentReaderTests.open(source)
    for number in stride(from: 0, to: 64, by: 7) {
      let name = "Trip \(number)"
      let trips = generated.names.filter { $0.value == name }.keys.sorted()
      _ = try source.takeEntries()
      let subset = try document.subset(of: "Trip", where: [("name", .text(name))])
      #expect(subset.objects.map(\.key) == trips)
      let items = generated.owners.filter { trips.contains($0.value) }.keys.sorted()
      #expect(PartialDocumentReaderTests.keys(subset)["Item", default: []] == items)
      let read = try source.takeEntries()
      #expect(read.count { $0.hasPrefix("data/Trip/") } <= trips.count)
      #expect(read.count { $0.hasPrefix("data/Item/") } <= items.count)
    }
  }

  @Test("a document written in one pass has the index parts of one in memory")
  func streamed() throws {
    let directory = try TemporaryDirectory()
    let text = try Generated(seed: 5, trips: 150).tables().document(.flat, .json)
    for isDivided in [false, true] {
      let options = Self.options(isDivided: isDivided)
      let streamed = try StreamedOracle.writtenStreamed(
        text, .document, options, StreamedOracle.options(windowBytes: 4096), to: directory
      ).get()
      let loaded = try StreamedOracle.writtenInMemory(text, .document, options).get()
      #expect(streamed == loaded)
      let names = try ZipReader(MemoryByteSource(streamed)).entries.map(\.name)
      #expect(names.contains("index/Item/3") == isDivided)
    }
  }
}
