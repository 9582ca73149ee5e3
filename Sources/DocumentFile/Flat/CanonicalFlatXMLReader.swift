import DocumentTables
import Markup

/// A reader of flat XML documents in the spelling of ``FlatTextWriter``.
///
/// On any error, ``FlatXMLReader`` must read the document from its beginning.
struct CanonicalFlatXMLReader {
  private var xml: CanonicalXML
  private let limits: DocumentLimits

  /// Reads a piece of a document like ``FlatXMLReader/readPiece(_:into:)``.
  ///
  /// Returns nil, and leaves `tables` unchanged, if the spelling differs or the piece has an error.
  ///
  /// - Returns: Whether the document has ended.
  static func readPiece(
    _ piece: FlatPieceText, _ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits,
    into tables: inout FlatTables
  ) -> Bool? {
    let isBeginning = piece.place == .beginning
    guard
      let xml = CanonicalXML(
        bytes, opening: isBeginning ? FlatLines.xmlOpening : piece.opening, limits: limits.markup)
    else { return nil }
    var reader = CanonicalFlatXMLReader(xml: xml, limits: limits)
    var read = tables
    guard let isAtEnd = try? reader.readPiece(piece, into: &read) else { return nil }
    tables = read
    return isAtEnd
  }

  /// Returns the sections before the tables, and the offset behind the schema; nil if the spelling
  /// differs or the text has an error.
  ///
  /// A line that begins with the tag of the tables ends the schema, if the text before it is
  /// complete: then the line is in no comment, and attributes contain no line feeds.
  static func readBeginning(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits
  ) -> (FlatSections, end: Int)? {
    // Lifetime: the buffer of the tag is used inside the call.
    let found = FlatLines.xmlTablesOpening.withUnsafeBytes { tag in
      ByteSearch.firstOffset(of: tag, in: UnsafeRawBufferPointer(bytes), from: 0)
    }
    guard bytes.starts(with: FlatLines.xmlOpening), let end = found else { return nil }
    let text = Array(bytes[..<end]) + Array("</d:document>".utf8)
    // Lifetime: the reader is used inside the closure.
    return text.withUnsafeBufferPointer { text in
      guard let reader = try? FlatXMLReader(text, limits),
        let sections = try? reader.readBeginning(), (try? reader.isAtEnd()) == true
      else { return nil }
      return (sections, end)
    }
  }

  private mutating func readPiece(
    _ piece: FlatPieceText, into tables: inout FlatTables
  ) throws -> Bool {
    let isAtCut = { (xml: inout CanonicalXML) in
      piece.isCut && xml.skip(piece.closing) && xml.isAtEnd
    }
    if piece.place == .beginning {
      // Without an end, the spelling of the sections before the tables differs.
      guard let end = piece.schemaEnd else { throw NonCanonicalXMLError() }
      try xml.skip(to: end)
      try xml.require("\n<d:tables>")
    } else {
      try readRecords(tables.resumed, after: piece.lastKey, into: &tables)
      if isAtCut(&xml) { return false }
      try xml.require("\n</d:table>")
    }
    return try readRest(into: &tables, isAtCut: isAtCut)
  }

  /// Reads from between two tables to the end; returns false if the piece is cut before the end.
  private mutating func readRest(
    into tables: inout FlatTables, isAtCut: (inout CanonicalXML) -> Bool
  ) throws -> Bool {
    while let hierarchy = tables.next {
      var opening: [UInt8] = []
      FlatLines(encoding: .xml).beginTable(hierarchy, isFirst: false, to: &opening)
      try xml.require(opening)
      try readRecords(try tables.begin(hierarchy), after: 0, into: &tables)
      if isAtCut(&xml) { return false }
      try xml.require("\n</d:table>")
    }
    try xml.require("\n</d:tables>")
    let text = FlatLines.xmlOpening + Array(xml.rest)
    // Lifetime: the reader is used inside the closure.
    let trailer = try text.withUnsafeBufferPointer { text in
      let reader = try FlatXMLReader(text, limits)
      try reader.beginDocument(code: .flatMalformed)
      return try reader.readTrailer()
    }
    try tables.finish(trailer: trailer)
    return true
  }

  private mutating func readRecords(
    _ plan: RecordPlan, after lastKey: ObjectKey, into tables: inout FlatTables
  ) throws {
    guard var records = CanonicalXMLRecordReader(plan, keys: tables.keys, after: lastKey) else {
      throw NonCanonicalXMLError()
    }
    // A separate variable, because the closure may not access all of `self`.
    var xml = xml
    try tables.fill(plan) { builder in try records.read(&xml, into: builder, upTo: 1) }
    self.xml = xml
  }
}
