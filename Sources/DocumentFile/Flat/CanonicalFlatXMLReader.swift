import DocumentTables
import Markup

/// A reader of flat XML documents in the spelling of ``FlatTextWriter``.
///
/// On any error, ``FlatXMLReader`` must read the document from its beginning.
struct CanonicalFlatXMLReader {
  private var xml: CanonicalXML

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
        bytes, opening: isBeginning ? FlatXMLLines.opening : piece.opening, limits: limits.markup)
    else { return nil }
    var reader = CanonicalFlatXMLReader(xml: xml)
    var read = tables
    guard let isAtEnd = try? reader.readPiece(piece, into: &read) else { return nil }
    tables = read
    return isAtEnd
  }

  /// Returns the sections before the tables, and the offset behind the schema; nil if the spelling
  /// differs or the text has an error.
  static func readBeginning(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits
  ) -> (FlatSections, end: Int)? {
    guard let xml = CanonicalXML(bytes, opening: FlatXMLLines.opening, limits: limits.markup) else {
      return nil
    }
    var reader = CanonicalFlatXMLReader(xml: xml)
    return (try? reader.readBeginning()).map { ($0, reader.xml.offset) }
  }

  private mutating func readPiece(
    _ piece: FlatPieceText, into tables: inout FlatTables
  ) throws -> Bool {
    let isAtCut = { (xml: inout CanonicalXML) in
      piece.isCut && xml.skip(piece.closing) && xml.isAtEnd
    }
    if piece.place == .beginning {
      if let end = piece.schemaEnd { try xml.skip(to: end) } else { _ = try readBeginning() }
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
      FlatXMLLines().beginTable(hierarchy, isFirst: false, to: &opening)
      try xml.require(opening)
      try readRecords(try tables.begin(hierarchy), after: 0, into: &tables)
      if isAtCut(&xml) { return false }
      try xml.require("\n</d:table>")
    }
    try xml.require("\n</d:tables>\n<d:trailer>")
    let trailer = try CanonicalXMLTreeReader.readObject(&xml, closing: "</d:trailer>")
    try xml.require("\n</d:document>\n")
    if !xml.isAtEnd { throw NonCanonicalXMLError() }
    try tables.finish(trailer: trailer)
    return true
  }

  private mutating func readBeginning() throws -> FlatSections {
    try xml.require("\n<d:format>")
    let format = try CanonicalXMLTreeReader.readObject(&xml, closing: "</d:format>")
    try xml.require("\n<d:header>")
    let identification = try CanonicalXMLTreeReader.readObject(&xml, closing: "</d:header>")
    try xml.require("\n<d:schema>")
    let schema = try CanonicalXMLTreeReader.readObject(&xml, closing: "</d:schema>")
    return try FlatSections(
      FlatSections.Format(format, encoding: .xml), FlatSections.Identification(identification),
      schema: schema)
  }

  private mutating func readRecords(
    _ plan: RecordPlan, after lastKey: ObjectKey, into tables: inout FlatTables
  ) throws {
    guard var records = CanonicalXMLRecordReader(plan, keys: tables.keys, after: lastKey) else {
      throw NonCanonicalXMLError()
    }
    // A separate variable, because the closure may not access all of `self`.
    var xml = xml
    try tables.fill(plan) { builder in try records.read(&xml, into: builder, upTo: 1) == 1 }
    self.xml = xml
  }
}
