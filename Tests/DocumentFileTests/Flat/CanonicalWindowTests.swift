import DocumentTables
import Foundation
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Windows of flat XML, read by the reader of what was written and by that of any XML")
struct CanonicalWindowTests {
  private static let limits = DocumentLimits.standard

  /// What one of the readers makes of a piece, and where the next one begins.
  private struct Read: Equatable {
    var isAtEnd: Bool
    var words: [String]

    init(_ isAtEnd: Bool, _ tables: FlatTables) {
      self.isAtEnd = isAtEnd
      let content = tables.tables
      words =
        content.tables.map { "\($0.segments.flatMap { SegmentContent($0).words })" }
        + ["\(tables.place)", "\(tables.rows)", "\(content.extensions)", "\(content.carried)"]
    }
  }

  /// A window, and what is known where it begins.
  private struct Piece {
    var text: FlatPieceText
    var sections: FlatSections

    func canonical(_ bytes: [UInt8]) -> (read: Read, tables: FlatTables)? {
      var tables = FlatTables(
        sections, limits: limits, textBytes: text.bytes.count, from: text.place)
      return bytes.withUnsafeBufferPointer { bytes in
        var text = text
        if text.place == .beginning {
          text.schemaEnd = CanonicalFlatXMLReader.readBeginning(bytes, limits)?.end
        }
        return CanonicalFlatXMLReader.readPiece(text, bytes, limits, into: &tables)
      }.map { (Read($0, tables), tables) }
    }

    func any(_ bytes: [UInt8]) throws -> Read {
      var tables = FlatTables(
        sections, limits: limits, textBytes: text.bytes.count, from: text.place)
      let isAtEnd = try bytes.withUnsafeBufferPointer {
        try FlatXMLReader($0, limits).readPiece(text, into: &tables)
      }
      return Read(isAtEnd, tables)
    }
  }

  /// The windows of a text that was written.
  private func pieces(_ bytes: [UInt8], windowBytes: Int) throws -> [Piece] {
    let sections = try FlatBeginning(bytes, .xml, limits: Self.limits).sections
    let cutting = FlatCutting(
      source: MemoryByteSource(bytes), encoding: .xml, largestWindow: bytes.count)
    var pieces: [Piece] = []
    var place = FlatPlace.beginning
    var lastKey: ObjectKey = 0
    var offset = 0
    while offset < bytes.count {
      let window = try cutting.window(from: offset, bytes: windowBytes)
      let piece = Piece(
        text: FlatPieceText(
          window.content, encoding: .xml, place: place, lastKey: lastKey, isCut: !window.isLast,
          mark: "cut-1"), sections: sections)
      pieces.append(piece)
      let (read, tables) = try #require(piece.canonical(piece.text.bytes), "it goes the long way")
      #expect(try piece.any(piece.text.bytes) == read)
      #expect(read.isAtEnd == window.isLast)
      place = tables.place
      let last = place.table.flatMap { tables.tables.tables[$0].segments.last?.keys.last }
      lastKey = last ?? (place == piece.text.place ? lastKey : 0)
      offset = window.next
    }
    return pieces
  }

  @Test(
    "what was written is read without a parser, as the parser would", arguments: [300, 2000, 9000])
  func written(windowBytes: Int) throws {
    for bytes in [
      Array(try StreamedMutationTests.text(.xml).utf8),
      try SampleTables.small().document(.flat, .xml),
    ] {
      #expect(try pieces(bytes, windowBytes: windowBytes).count > (windowBytes > 2000 ? 0 : 1))
    }
  }

  @Test("of mutated windows, none is read that the parser refuses or reads otherwise")
  func mutated() throws {
    var generator = SeededGenerator(state: 11)
    var read = 0
    var handedOver = 0
    for piece in try pieces(try SampleTables.small().document(.flat, .xml), windowBytes: 300) {
      let (opening, closing) = (piece.text.opening, piece.text.closing)
      let content = Array(piece.text.bytes.dropFirst(opening.count).dropLast(closing.count))
      for _ in 0..<CanonicalXMLTests.rounds {
        let bytes = opening + MutatedXML.mutated(content, &generator) + closing
        guard let canonical = piece.canonical(bytes)?.read else {
          handedOver += 1
          continue
        }
        read += 1
        let any = Result { try piece.any(bytes) }
        #expect(try any.get() == canonical, "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
    #expect(read > 20)
    #expect(handedOver > 200)
  }

  @Test("lines that end with CR and LF are counted as they are")
  func lineEnds() throws {
    let text = try StreamedMutationTests.text(.xml)
      .replacingOccurrences(of: "\n", with: "\r\n")
      .replacingOccurrences(of: "id=\"804\"", with: "id=\"803\"")
    let bytes = Array(text.utf8)
    let expected = StreamedOracle.findingsInMemory(bytes)
    #expect(expected.count == 1)
    for window in [500, 5000] {
      let options = StreamedOracle.options(windowBytes: window)
      #expect(StreamedOracle.findingsStreamed(bytes, options) == expected)
    }
  }
}
