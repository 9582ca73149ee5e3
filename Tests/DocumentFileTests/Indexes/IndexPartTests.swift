import DocumentTables
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Index parts")
struct IndexPartTests {
  static func rebuilt(
    _ encoding: DocumentEncoding = .json, _ change: (inout RebuiltArchive) throws -> Void
  ) throws -> [UInt8] {
    var archive = try RebuiltArchive(
      try ChunkCopyTests.tables(trips: 40).document(.document, encoding, isIndexed: true))
    try change(&archive)
    return try archive.bytes()
  }

  static func findings(_ bytes: [UInt8]) -> [String] {
    DocumentFile.validate(.bytes(bytes)).map(\.code.rawValue)
  }

  // Spec 3.13-5, 3.13-9, 3.13-10
  @Test("each chunk with something to find has an index, behind the data")
  func entries() throws {
    let archive = try ZipReader(
      MemoryByteSource(try SampleTables.small().document(.document, .json, isIndexed: true)))
    let names = archive.entries.map(\.name)
    #expect(
      names.filter { $0.hasPrefix("data/") || $0.contains("index/") || $0.hasPrefix("att") } == [
        "data/Item/8-15.json", "data/Trip/0-7.json",
        "data/%C3%89tape%3A1/20-20.json", "attachments/com.example/map.bin",
        "index/Item/8-15", "index/Trip/0-7",
      ])
  }

  // Spec 3.13-5
  @Test("a document with less than 64 KiB of data has none", arguments: DocumentEncoding.allCases)
  func small(_ encoding: DocumentEncoding) throws {
    // Around the limit, so that both kinds occur.
    for trips in [60, 100, 140, 180, 220, 300, 500] {
      let bytes = try ChunkCopyTests.tables(trips: trips).document(.document, encoding)
      let entries = try ZipReader(MemoryByteSource(bytes)).entries
      let size = entries.filter { $0.name.hasPrefix("data/") }.map(\.rawSize).reduce(0, +)
      #expect(entries.contains { $0.name.hasPrefix("index/") } == (size >= 65_536), "\(size)")
      #expect(Self.findings(bytes) == [])
    }
  }

  @Test("indexes are in the order of their chunks, whose keys are numbers")
  func numericOrder() throws {
    var options = DocumentWriteOptions(encoding: .json, type: .generic)
    options.chunkLimit = 5000
    options.indexedBytes = 0
    let bytes = try StreamedOracle.writtenInMemory(
      Array(try StreamedMutationTests.text(.json).utf8), .document, options
    ).get()
    let names = try ZipReader(MemoryByteSource(bytes)).entries.map(\.name)
    let chunks = names.filter { $0.hasPrefix("data/") }
    #expect(chunks != chunks.sorted())
    #expect(
      names.filter { $0.hasPrefix("index/") }.map { $0.dropFirst("index/".count) + ".json" }
        == chunks.map { $0.dropFirst("data/".count) })
  }

  @Test(
    "a document with its indexes is valid, as is one without", arguments: DocumentEncoding.allCases)
  func valid(_ encoding: DocumentEncoding) throws {
    #expect(try Self.findings(Self.rebuilt(encoding) { _ in }) == [])
    let without = try Self.rebuilt(encoding) { archive in
      archive.entries.removeAll { $0.name.hasPrefix("index/") }
      try archive.changeManifest { $0.parts.removeAll(where: \.isIndex) }
    }
    #expect(Self.findings(without) == [])
  }

  // Spec 3.13-6, 3.13-8, 3.13-9, 3.13-10, 3.13-11
  @Test("an index whose bytes are those of this text is what a chunk gets")
  func bytes() throws {
    let tables = try SampleTables.small()
    let plan = IndexPlan(tables.schema, hierarchy: 0)
    let subject = IndexPart.Subject(crc32: 0x0102_0304, rawSize: 300, rows: 3)
    let segment = try #require(tables.tables[0].segments.first)
    let bytes = try #require(IndexPart.bytes(plan, subject, [(segment, 0..<3)]))
    let expected: [UInt8] =
      Array("DDINDEX1".utf8) + [4, 3, 2, 1] + [0xAC, 0x02] + [3] + [1] + [1] + [4]
      + Array("Item".utf8) + [1, 4] + Array("trip".utf8) + [1, 1, 1]
    #expect(bytes == expected)
  }

  // Spec 3.13-11
  @Test("the hash of a text is FNV-1a over NFC, folded; equivalent texts have one")
  func hashes() throws {
    var fnv: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in Array("\u{E9}".utf8) + [0xFF] {
      fnv = (fnv ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let folded = (fnv ^ fnv >> 32) & 0x3FF_FFFF
    #expect(ComparisonHash.hash([.text("\u{E9}")]) == folded)
    #expect(ComparisonHash.hash([.text("e\u{301}")]) == folded)
    #expect(ComparisonHash.hash([.text("\u{212B}")]) == ComparisonHash.hash([.text("A\u{30A}")]))
    #expect(ComparisonHash.hash([.double(0)]) == ComparisonHash.hash([.double(-0.0)]))
    #expect(ComparisonHash.hash([.text("a"), .null]) == nil)
    #expect(
      ComparisonHash.hash([.text("ab"), .text("c")])
        != ComparisonHash.hash([.text("a"), .text("bc")]))
  }

  @Test("an index that says something else than the records is found")
  func mismatch() throws {
    let bytes = try Self.rebuilt { archive in
      let index = try archive.index(of: "index/Item/0-255")
      // The last number of the last set, still ascending.
      let last = archive.entries[index].bytes.count - 1
      archive.entries[index].bytes[last] ^= 1
    }
    #expect(Self.findings(bytes) == ["index-mismatch"])
    // Whoever reads all records has no need of it.
    #expect(throws: Never.self) { try DocumentFile.read(.bytes(bytes)) }
  }

  // Spec 3.10-6
  @Test("the index of another state of a chunk, and one of no chunk, are found")
  func stale() throws {
    let stale = try Self.rebuilt { archive in
      let index = try archive.index(of: "index/Item/0-255")
      archive.entries[index].bytes[8] ^= 0xFF
    }
    #expect(Self.findings(stale) == ["index-mismatch"])
    let orphan = try Self.rebuilt { archive in
      let index = try archive.index(of: "index/Item/0-255")
      archive.entries[index].name = "index/Item/0-511"
      try archive.changeManifest { manifest in
        let part = try #require(
          manifest.parts.firstIndex { $0.name == "index/Item/0-255" })
        manifest.parts[part].name = "index/Item/0-511"
      }
    }
    #expect(Self.findings(orphan) == ["index-mismatch"])
    let words = DocumentFile.validate(.bytes(orphan)).first?.message ?? ""
    #expect(words.contains("there is no data part that it is the index of"))
  }

  @Test("no bytes in the place of an index trap, and none are taken for one")
  func hostile() throws {
    var random = SeededGenerator(state: 7)
    let good = try Self.index()
    for round in 0..<3000 {
      var bytes = good
      switch round % 3 {
      case 0: bytes.removeLast(Int(random.next() % UInt64(bytes.count)) + 1)
      case 1: bytes.append(UInt8(truncatingIfNeeded: random.next()))
      default:
        for _ in 0...(random.next() % 3) {
          bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      guard bytes != good else { continue }
      do throws(DocumentError) {
        let index = try IndexPart(bytes)
        try index.checkNumbers()
        // What is still an index is another one.
        #expect(round % 3 == 2)
      } catch {
        #expect(error.code == .indexMalformed)
      }
    }
  }

  @Test("huge numbers in an index allocate nothing")
  func hugeCounts() {
    let head = Array("DDINDEX1".utf8) + [0, 0, 0, 0, 1, 1]
    let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
    for tail in [huge, [1, 0] + huge, [1, 0, 1, 65] + huge, [1, 0, 1, 65, 0] + huge + huge] {
      #expect(throws: DocumentError.self) { try IndexPart(head + tail) }
    }
  }

  static func index() throws -> [UInt8] {
    let tables = try ChunkCopyTests.tables(trips: 40)
    let plan = IndexPlan(tables.schema, hierarchy: 1)
    let segment = try #require(tables.tables[1].segments.first)
    let subject = IndexPart.Subject(crc32: 1, rawSize: 2, rows: segment.count)
    return try #require(IndexPart.bytes(plan, subject, [(segment, 0..<segment.count)]))
  }
}
