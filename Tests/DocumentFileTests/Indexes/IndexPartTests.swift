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

  // Spec 3.13-9, 3.13-10, 3.13-16
  @Test("each hierarchy with something to find has an index, behind the data")
  func entries() throws {
    let archive = try ZipReader(
      MemoryByteSource(try SampleTables.small().document(.document, .json, isIndexed: true)))
    let names = archive.entries.map(\.name)
    #expect(
      names.filter { $0.hasPrefix("data/") || $0.contains("index/") || $0.hasPrefix("att") } == [
        "data/Item/8-15.json", "data/Trip/0-7.json",
        "data/%C3%89tape%3A1/20-20.json", "attachments/com.example/map.bin",
        "index/Item", "index/Trip",
      ])
  }

  // Spec 3.13-16
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

  // Spec 3.13-13
  @Test("a hierarchy of 262,144 objects has an index of sixteen parts, in numeric order")
  func divided() throws {
    #expect(DocumentWriteOptions(encoding: .json, type: .generic).dividedIndexRows == 262_144)
    let archive = try ZipReader(MemoryByteSource(try OwnedTables.bytes(isDivided: true)))
    let names = archive.entries.map(\.name).filter { $0.hasPrefix("index/Trip") }
    #expect(names == (0..<16).map { "index/Trip/\($0)" })
  }

  // Spec 3.13-12
  @Test("the manifest states the digest of the digests of the data parts")
  func indexed() throws {
    let bytes = try Self.rebuilt { _ in }
    let envelope = try ArchiveEnvelope(
      MemoryByteSource(bytes), limits: .standard, report: DocumentError.refuse)
    let digests = envelope.manifest.parts.filter { $0.chunk != nil }.map(\.digest.bytes)
    #expect(digests.count > 1)
    #expect(envelope.manifest.indexed == Digest(of: Array(digests.joined())))
    #expect(envelope.hasCurrentIndexes)
    let small = try SampleTables.small().document(.document, .json)
    let other = try ArchiveEnvelope(
      MemoryByteSource(small), limits: .standard, report: DocumentError.refuse)
    #expect(other.manifest.indexed == nil && !other.hasCurrentIndexes)
  }

  @Test(
    "a document with its indexes is valid, as is one without", arguments: DocumentEncoding.allCases)
  func valid(_ encoding: DocumentEncoding) throws {
    #expect(try Self.findings(Self.rebuilt(encoding) { _ in }) == [])
    let without = try Self.rebuilt(encoding) { archive in
      archive.entries.removeAll { $0.name.hasPrefix("index/") }
      try archive.changeManifest {
        $0.parts.removeAll(where: \.isIndex)
        $0.indexed = nil
      }
    }
    #expect(Self.findings(without) == [])
  }

  // Spec 3.13-8, 3.13-9, 3.13-10, 3.13-11, 3.13-14, 3.13-17
  @Test("an index whose bytes are those of this text is what a hierarchy gets")
  func bytes() throws {
    let tables = try SampleTables.small()
    let plan = IndexPlan(tables.schema, hierarchy: 0)
    let segment = try #require(tables.tables[0].segments.first)
    var waiting = WaitingIndexes([plan], nil, largestUndivided: 9)
    for start: ObjectKey in [8, 512] {
      let range = try #require(KeyRange(start: start, bits: 3))
      try waiting.add(IndexRuns(plan, of: range, [(segment, 0..<3)]), rows: 3, hierarchy: 0)
    }
    let expected: [UInt8] =
      Array("DDINDEX1".utf8) + [1] + [1] + [4] + Array("Item".utf8) + [1, 4] + Array("trip".utf8)
      // Two runs of slot 0 with one number in one byte, which is 1.
      + [2] + [8, 0, 1, 1] + [1] + [0x80, 4, 0, 1, 1] + [1]
    let part = try #require(waiting.parts.first)
    #expect(part.name == "index/Item" && waiting.parts.count == 1)
    #expect(try waiting.bytes(of: part) == expected)
  }

  // Spec 3.13-14
  @Test("slots are the upper bits of hashes, and stripes of keys")
  func slots() {
    typealias Kind = IndexPlan.Section.Kind
    #expect(Kind.values.slot(of: 0x3FF_FFFF) == 15 && Kind.values.slot(of: 0x3F_FFFF) == 0)
    #expect(Kind.references.slot(of: 16_383) == 0 && Kind.references.slot(of: 16_384) == 1)
    #expect(Kind.references.slot(of: 262_143) == 15 && Kind.references.slot(of: 262_144) == 0)
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
      let index = try archive.index(of: "index/Item")
      // The last number of the last run, still ascending.
      let last = archive.entries[index].bytes.count - 1
      archive.entries[index].bytes[last] ^= 1
    }
    #expect(Self.findings(bytes) == ["index-mismatch"])
    // Whoever reads all records has no need of it.
    #expect(throws: Never.self) { try DocumentFile.read(.bytes(bytes)) }
  }

  // Spec 3.10-6, 3.13-12
  @Test("the index of another state of the data, and one of no hierarchy, are found")
  func stale() throws {
    for isStated in [false, true] {
      let stale = try Self.rebuilt { archive in
        archive.updatesIndexed = false
        try archive.changeManifest { $0.indexed = isStated ? Digest(of: []) : nil }
      }
      #expect(Self.findings(stale) == ["index-mismatch"])
    }
    for name in ["index/Ship", "index/Item/16"] {
      let orphan = try Self.rebuilt { archive in
        let index = try archive.index(of: "index/Item")
        archive.entries[index].name = name
        try archive.changeManifest { manifest in
          let part = try #require(manifest.parts.firstIndex { $0.name == "index/Item" })
          manifest.parts[part].name = name
        }
      }
      #expect(Self.findings(orphan) == ["index-mismatch"])
      let words = DocumentFile.validate(.bytes(orphan)).first?.message ?? ""
      #expect(words.contains("there are no data parts that it is the index of"))
    }
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
    let head = Array("DDINDEX1".utf8)
    let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
    let named: [UInt8] = [1, 0, 1, 65]
    for tail in [
      huge, [1, 0] + huge, named + huge, named + [0] + huge, named + [0, 1] + huge,
      named + [0, 1, 8, 0] + huge + huge,
    ] {
      #expect(throws: DocumentError.self) { try IndexPart(head + tail) }
    }
  }

  // Spec 3.13-18
  @Test("runs that do not ascend, of no slot, or without numbers are malformed")
  func runs() throws {
    let head = Array("DDINDEX1".utf8) + [1, 0, 1, 65, 0]
    let run: [UInt8] = [8, 3, 1, 1, 5]
    #expect(try IndexPart(head + [1] + run).sections[0].runs.count == 1)
    let other: [UInt8] = [8, 4, 1, 1, 5]
    #expect(try IndexPart(head + [2] + run + other).sections[0].runs.count == 2)
    for runs: [UInt8] in [
      [2] + run + run, [2] + other + run, [1, 8, 16, 1, 1, 5], [1, 8, 3, 0, 0], [1] + run + [0],
    ] {
      let error = #expect(throws: DocumentError.self) { try IndexPart(head + runs) }
      #expect(error?.code == .indexMalformed)
    }
  }

  static func index() throws -> [UInt8] {
    let tables = try ChunkCopyTests.tables(trips: 40)
    let plan = IndexPlan(tables.schema, hierarchy: 1)
    let segment = try #require(tables.tables[1].segments.first)
    let range = try #require(KeyRange(start: 0, bits: 20))
    var waiting = WaitingIndexes([plan], nil, largestUndivided: .max)
    try waiting.add(
      IndexRuns(plan, of: range, [(segment, 0..<segment.count)]), rows: segment.count,
      hierarchy: 0)
    return try waiting.bytes(of: try #require(waiting.parts.first))
  }
}
