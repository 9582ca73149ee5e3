import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

/// What section 3.2 of the format says of comments, CDATA sections, references, processing
/// instructions and document type declarations.
@Suite("Whatever else XML has")
struct XMLSpellingTests {
  /// Where in a text something is put.
  enum Place: CaseIterable {
    case beforeRoot, betweenElements, inText, inAttribute, behindRoot, betweenRecords

    /// The text with something put in that place.
    func put(_ spelling: String, in text: String, root: String) throws -> String {
      let start = try #require(text.range(of: "<\(root)"))
      switch self {
      case .beforeRoot:
        return text.replacingCharacters(in: start.lowerBound..<start.lowerBound, with: spelling)
      case .betweenElements:
        return text.replacingOccurrences(of: "<title>", with: spelling + "<title>")
      case .betweenRecords:
        return text.replacingOccurrences(of: "<d:record", with: spelling + "<d:record")
      case .inText: return text.replacingOccurrences(of: "<title>", with: "<title>" + spelling)
      case .inAttribute:
        return text.replacingOccurrences(
          of: "<d:record id=", with: "<d:record entity=\"\(spelling)Item\" id=")
      case .behindRoot: return text + spelling
      }
    }
  }

  /// What becomes of something in each place, in their order: the text that it is, or the rule that it
  /// breaks.
  static let spellings: [(String, [String])] = [
    ("<!-- c --><!---->", ["", "", "", "xml-not-well-formed", ""]),
    ("<!-- <title> & ]]> -->", ["", "", "", "xml-not-well-formed", ""]),
    ("<!-- -- -->", Array(repeating: "xml-not-well-formed", count: 5)),
    (
      "<![CDATA[<&]]>",
      [
        "xml-not-well-formed", "record-value-type", "<&", "xml-not-well-formed",
        "xml-not-well-formed",
      ]
    ),
    (
      "<![CDATA[]]>", ["xml-not-well-formed", "", "", "xml-not-well-formed", "xml-not-well-formed"]
    ),
    (
      "<![CDATA[ ]]>",
      ["xml-not-well-formed", "", " ", "xml-not-well-formed", "xml-not-well-formed"]
    ),
    (
      "&#65;",
      [
        "xml-not-well-formed", "record-value-type", "A", "record-unknown-entity",
        "xml-not-well-formed",
      ]
    ),
    (
      "&#x1F600;",
      [
        "xml-not-well-formed", "record-value-type", "😀", "record-unknown-entity",
        "xml-not-well-formed",
      ]
    ),
    ("&#x20;", ["xml-not-well-formed", "", " ", "record-unknown-entity", "xml-not-well-formed"]),
    ("&#0;", Array(repeating: "xml-not-well-formed", count: 5)),
    ("&#xD83D;", Array(repeating: "xml-not-well-formed", count: 5)),
    (
      "&apos;&quot;&amp;&lt;&gt;",
      [
        "xml-not-well-formed", "record-value-type", "'\"&<>", "record-unknown-entity",
        "xml-not-well-formed",
      ]
    ),
    ("&eacute;", Array(repeating: "xml-not-well-formed", count: 5)),
    (
      "<?x y?>",
      [
        "xml-processing-instruction", "xml-processing-instruction", "xml-processing-instruction",
        "xml-not-well-formed", "xml-processing-instruction",
      ]
    ),
    (
      "<?xml-stylesheet href='x'?>",
      [
        "xml-processing-instruction", "xml-processing-instruction", "xml-processing-instruction",
        "xml-not-well-formed", "xml-processing-instruction",
      ]
    ),
    (
      "<!DOCTYPE d [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>",
      [
        "xml-doctype", "xml-not-well-formed", "xml-not-well-formed", "xml-not-well-formed",
        "xml-not-well-formed",
      ]
    ),
    ("\r\n\r", ["", "", "\n\n", "record-unknown-entity", ""]),
    (
      "]]>",
      [
        "xml-not-well-formed", "xml-not-well-formed", "xml-not-well-formed",
        "record-unknown-entity", "xml-not-well-formed",
      ]
    ),
  ]

  /// The titles of a document, or the rule that it breaks.
  private func outcome(_ read: () throws -> [String]) throws -> [String] {
    do {
      return try read()
    } catch let error as DocumentError {
      return [error.code.rawValue]
    }
  }

  private func expected(_ words: String, _ place: Place, _ titles: [String]) -> [String] {
    if words.contains("-") { return [words] }
    return place == .inText ? titles.map { words + $0 } : titles
  }

  /// As parts are read.
  private func segment(_ chunk: BothXMLWays.Chunk, _ text: [UInt8]) throws -> Segment {
    let records = RecordReader(chunk.plan, keys: chunk.keys, externals: chunk.externals().source)
    return try text.withUnsafeBufferPointer { text in
      if let segment = chunk.reader.canonicalXML(text, chunk.chunk, records) { return segment }
      records.startAgain()
      return try chunk.reader.anyXML(text, chunk.chunk, records)
    }
  }

  private static func titles(_ segments: [Segment], _ tables: Tables) throws -> [String] {
    let hierarchy = try #require(tables.schema.hierarchies.first { $0.name == "Item" })
    let column = try #require(hierarchy.entity(named: "Item")?.column(of: "title"))
    return segments.flatMap { segment in
      (0..<segment.count).compactMap {
        if case .text(let text) = segment.columns[column].value(at: $0) { text } else { nil }
      }
    }
  }

  private static func titles(_ tables: Tables) throws -> [String] {
    let number = try #require(tables.schema.hierarchyIndex(of: "Item"))
    return try titles(tables.tables[number].segments, tables)
  }

  // Spec 3.1-10, 3.2-7
  @Test("means the same in a part and in flat XML, or breaks the same rule", arguments: spellings)
  func spelling(_ spelling: String, _ words: [String]) throws {
    let tables = try SampleTables.many(6)
    let titles = try Self.titles(tables)
    let flat = String(decoding: try tables.document(.flat, .xml), as: UTF8.self)
    let chunk = try #require(
      BothXMLWays(try tables.document(.document, .xml)).chunks
        .first { $0.chunk.hierarchy == "Item" })
    let part = String(decoding: chunk.bytes, as: UTF8.self)
    // Between records a text is in none of them.
    let around = words[1] == "record-value-type" ? "xml-unexpected-text" : words[1]
    for (place, words) in zip(Place.allCases, words + [around]) {
      let expected = expected(words, place, titles)
      let text = Array(try place.put(spelling, in: flat, root: "d:document").utf8)
      let whole = try outcome { try Self.titles(try DocumentFile.read(.bytes(text)).tables) }
      #expect(whole == expected, "\(place)")
      // Nothing of it is another in windows.
      let streamed = StreamedOracle.findingsStreamed(
        text, StreamedOracle.options(windowBytes: 500, rereadBytes: 1 << 20))
      #expect(streamed == StreamedOracle.findingsInMemory(text), "\(place)")
      let partText = Array(try place.put(spelling, in: part, root: "d:chunk").utf8)
      let segment = try outcome {
        do {
          return try Self.titles([try self.segment(chunk, partText)], tables)
        } catch {
          throw DocumentError(wrapping: error, part: nil)
        }
      }
      #expect(segment == expected, "\(place)")
    }
  }
}
