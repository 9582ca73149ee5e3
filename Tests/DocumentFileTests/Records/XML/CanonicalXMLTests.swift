import DocumentTables
import Foundation
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Two readers of XML, one for what writers of this package make and one for all")
struct CanonicalXMLTests {
  /// How often each text is changed; more may be asked for.
  static let rounds =
    Int(ProcessInfo.processInfo.environment["TRIPDOCUMENTS_MUTATIONS"] ?? "") ?? 200

  /// Documents with everything, in the document form and the flat one.
  static func documents() throws -> [Tables] {
    let everything = try RecordRoundTripTests.schema()
    let generated = try [1, 2, 3].map { (seed: UInt64) in
      RecordFixture.tables(
        everything,
        [try RecordRoundTripTests.segment(everything.hierarchies[0], rows: 30, seed: seed)])
    }
    return try [SampleTables.small(), SampleTables.many(20)] + generated
  }

  @Test("what was written is read without a parser, and as the parser would")
  func written() throws {
    for tables in try Self.documents() {
      for chunk in try BothXMLWays(try tables.document(.document, .xml)).chunks {
        let canonical = try #require(chunk.canonical(chunk.bytes))
        #expect(try chunk.any(chunk.bytes) == canonical)
      }
      let flat = try tables.document(.flat, .xml)
      let canonical = try #require(BothXMLWays.canonical(flat: flat))
      #expect(try BothXMLWays.any(flat: flat) == canonical)
    }
  }

  @Test(
    "samples are read without a parser", arguments: XMLSamples.paths(ending: "document-xml.trips"))
  func samples(path: String) throws {
    for chunk in try BothXMLWays(XMLSamples.bytes(path)).chunks {
      let canonical = try #require(chunk.canonical(chunk.bytes))
      #expect(try chunk.any(chunk.bytes) == canonical)
    }
  }

  @Test(
    "flat samples are read without a parser",
    arguments: XMLSamples.paths(ending: "source.trips.xml"))
  func flatSamples(path: String) throws {
    let text = try XMLSamples.bytes(path)
    let canonical = try #require(BothXMLWays.canonical(flat: text))
    #expect(try BothXMLWays.any(flat: text) == canonical)
  }

  @Test("the numbers of the names of a tree's elements differ, and each name has one")
  func numbers() {
    let numbers = CanonicalXMLTreeCopy.kinds.map(\.number)
    #expect(Set(numbers).count == TreeMark.all.count + 5 && !numbers.contains(0))
  }

  @Test("no broken sample is read that the parser refuses")
  func broken() throws {
    for path in XMLSamples.paths(ending: ".trips.xml") where path.hasPrefix("broken/") {
      let text = try XMLSamples.bytes(path)
      guard let canonical = BothXMLWays.canonical(flat: text) else { continue }
      #expect(try BothXMLWays.any(flat: text) == canonical, "\(path)")
    }
    for path in XMLSamples.paths(ending: ".trips") where path.hasPrefix("broken/") {
      guard let document = try? BothXMLWays(XMLSamples.bytes(path)) else { continue }
      for chunk in document.chunks {
        guard let canonical = chunk.canonical(chunk.bytes) else { continue }
        #expect(try chunk.any(chunk.bytes) == canonical, "\(path)")
      }
    }
  }

  @Test("of mutated chunks, none is read that the parser refuses or reads otherwise")
  func mutatedChunks() throws {
    var generator = SeededGenerator(state: 5)
    var read = 0
    var handedOver = 0
    for tables in try Self.documents() {
      for chunk in try BothXMLWays(try tables.document(.document, .xml)).chunks {
        for _ in 0..<Self.rounds {
          let text = MutatedXML.mutated(chunk.bytes, &generator)
          guard let canonical = chunk.canonical(text) else {
            handedOver += 1
            continue
          }
          read += 1
          let any = Result { try chunk.any(text) }
          #expect(try any.get() == canonical, "\(String(decoding: text, as: UTF8.self))")
        }
      }
    }
    #expect(read > 50)
    #expect(handedOver > 1000)
  }

  @Test("of mutated flat documents, none is read that the parser refuses or reads otherwise")
  func mutatedFlat() throws {
    var generator = SeededGenerator(state: 6)
    var read = 0
    var handedOver = 0
    for tables in try Self.documents() {
      let flat = try tables.document(.flat, .xml)
      // Nearly all changes of what stands before the tables would be refused.
      let words = String(decoding: flat, as: UTF8.self)
      let start = try #require(words.range(of: "<d:tables>")).lowerBound
      let head = Array(words[..<start].utf8)
      let rest = Array(words[start...].utf8)
      for _ in 0..<Self.rounds / 2 {
        let text = head + MutatedXML.mutated(rest, &generator)
        guard let canonical = BothXMLWays.canonical(flat: text) else {
          handedOver += 1
          continue
        }
        read += 1
        let any = Result { try BothXMLWays.any(flat: text) }
        #expect(try any.get() == canonical, "\(String(decoding: text, as: UTF8.self))")
      }
    }
    #expect(read > 20)
    #expect(handedOver > 200)
  }

  @Test("another spelling of the same is handed over and read by the parser")
  func otherSpellings() throws {
    let tables = try SampleTables.small()
    let flat = String(decoding: try tables.document(.flat, .xml), as: UTF8.self)
    let expected = TablesContent(tables)
    for (old, new) in [
      ("<d:record ", "<d:record  "), ("\n</d:tables>", "\n<!-- end --></d:tables>"),
      ("&lt;", "<![CDATA[<]]>"), ("xmlns:d=\"urn", "xmlns:d = \"urn"),
      ("<d:document", "<!-- by hand -->\n<d:document"), ("&gt;", "&#62;"),
    ] {
      let text = Array(flat.replacingOccurrences(of: old, with: new).utf8)
      #expect(BothXMLWays.canonical(flat: text) == nil, "\(new)")
      #expect(TablesContent(try DocumentFile.read(.bytes(text)).tables) == expected, "\(new)")
    }
  }

  @Test("external values of a part that is read twice count once")
  func externalsAgain() throws {
    let document = try SampleTables.small().document(.document, .xml)
    let archived = try ArchiveEnvelope(
      MemoryByteSource(document), limits: .standard, report: { _ in })
    let chunk = try #require(
      BothXMLWays(document).chunks.first { $0.chunk.hierarchy == "Trip" })
    let text = String(decoding: chunk.bytes, as: UTF8.self)
      .replacingOccurrences(of: "</d:chunk>", with: "<!-- --></d:chunk>")
    #expect(chunk.canonical(Array(text.utf8)) == nil)
    // The photo has three bytes.
    let externals = ExternalParts(archived, budget: ExternalBudget(3))
    let segment = try Array(text.utf8).withUnsafeBufferPointer {
      try chunk.reader.segment(
        of: chunk.chunk, part: "trips", bytes: $0, plan: chunk.plan, externals: externals.source)
    }
    #expect(SegmentContent(segment) == chunk.canonical(chunk.bytes))
    #expect(externals.grantedBytes == 3)
    #expect(externals.asked == [Digest(of: [1, 2, 255])])
    #expect(!externals.isRefused)
  }

  @Test("a limit that is lower than usual is left to the parser")
  func limits() throws {
    let flat = try SampleTables.small().document(.flat, .xml)
    let sections = try FlatBeginning(flat, .xml, limits: .standard).sections
    #expect(BothXMLWays.canonicalTables(flat, sections) != nil)
    var limits = DocumentLimits.standard
    limits.depth = 4
    #expect(BothXMLWays.canonicalTables(flat, sections, limits: limits) == nil)
    limits = .standard
    limits.textBytes = 3
    #expect(BothXMLWays.canonicalTables(flat, sections, limits: limits) == nil)
    limits = .standard
    limits.objects = 2
    #expect(BothXMLWays.canonicalTables(flat, sections, limits: limits) == nil)
  }
}
