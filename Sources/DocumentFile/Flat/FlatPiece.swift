import DocumentTables

/// The place in a flat document where a piece begins.
enum FlatPlace: Hashable, Sendable {
  case beginning
  /// Between records of the table with this number.
  case table(Int)

  var table: Int? {
    if case .table(let number) = self { number } else { nil }
  }
}

/// A piece of a flat document, with the text around it that lets it be read alone.
struct FlatPieceText: Sendable {
  var place: FlatPlace
  /// The key of the last record before the piece, in the same table.
  var lastKey: ObjectKey = 0
  /// Whether the piece ends between two records instead of at the end of the document.
  var isCut: Bool
  /// The name of the element that ends a piece of XML; random, so that no document can contain it.
  var mark: String
  /// The offset behind the schema in a piece that contains the beginning, if it has been read
  /// before; the reader then skips it.
  var schemaEnd: Int?
  var bytes: [UInt8]
  /// The bytes before and behind the piece itself.
  let opening, closing: [UInt8]

  init(
    _ content: [UInt8], encoding: DocumentEncoding, place: FlatPlace, lastKey: ObjectKey,
    isCut: Bool, mark: String, schemaEnd: Int? = nil
  ) {
    self.place = place
    self.lastKey = lastKey
    self.isCut = isCut
    self.mark = mark
    self.schemaEnd = schemaEnd
    opening = place == .beginning ? [] : Self.opening(encoding)
    closing = isCut && encoding == .xml ? Self.closing(mark) : []
    bytes = opening.isEmpty && closing.isEmpty ? content : opening + content + closing
  }

  private static func opening(_ encoding: DocumentEncoding) -> [UInt8] {
    switch encoding {
    case .json: FlatJSONReader.opening
    case .xml: FlatLines.xmlOpening.filter { $0 != 0x0A } + Array("<d:tables><d:table>".utf8)
    }
  }

  private static func closing(_ mark: String) -> [UInt8] {
    Array("<d:\(mark)/></d:table></d:tables></d:document>".utf8)
  }
}

/// The content of a piece of a flat document.
struct FlatPiece: Sendable {
  var segments: [SegmentFacts]
  var rows: Int
  /// The place where the next piece begins; nil behind the last piece.
  var end: FlatPlace?
  /// The content beside the tables; nil until the document has ended.
  var surroundings: Tables?
  /// The records that break a rule, if these are collected; rows beside them are then missing.
  var findings: [DocumentError] = []
  /// The key of the last record, if records that break a rule are collected.
  var lastKey: ObjectKey?
}

/// An error in a piece of a flat document, and the number of records read before it.
struct FlatPieceFailure: Error {
  var error: DocumentError
  var rows: Int
  /// The records before the error that break a rule, if these are collected.
  var findings: [DocumentError] = []
}

/// A reader of pieces of a flat document, each alone and on any thread.
struct FlatPieceReader: Sendable {
  let sections: FlatSections
  let encoding: DocumentEncoding
  let limits: DocumentLimits
  let facts: SegmentFacts.Gathering
  /// Whether a record that breaks a rule is collected, and reading goes on behind it.
  var collectsFindings = false

  func piece(_ text: FlatPieceText) -> Result<FlatPiece, FlatPieceFailure> {
    let findings = collectsFindings ? RecordFindings() : nil
    var tables = FlatTables(
      sections, limits: limits, textBytes: text.bytes.count, from: text.place,
      findings: findings)
    do {
      let isAtEnd = try text.bytes.withUnsafeBufferPointer { (bytes) throws -> Bool in
        switch encoding {
        case .json: try FlatJSONReader(bytes, limits).readPiece(text, into: &tables)
        case .xml:
          try CanonicalFlatXMLReader.readPiece(text, bytes, limits, into: &tables)
            ?? FlatXMLReader(bytes, limits).readPiece(text, into: &tables)
        }
      }
      var piece = piece(of: tables, isAtEnd: isAtEnd)
      if let findings {
        piece.findings = findings.errors.map { DocumentError($0) }
        piece.lastKey = tables.lastKey > 0 ? tables.lastKey : nil
      }
      return .success(piece)
    } catch {
      return .failure(
        FlatPieceFailure(
          error: DocumentError(wrapping: error, part: nil), rows: tables.rows,
          findings: (findings?.errors ?? []).map { DocumentError($0) }))
    }
  }

  private func piece(of read: FlatTables, isAtEnd: Bool) -> FlatPiece {
    var tables = read.tables
    var segments: [SegmentFacts] = []
    for (hierarchy, table) in tables.tables.enumerated() {
      for segment in table.segments { segments.append(facts(segment, hierarchy)) }
    }
    tables.tables = tables.tables.map { _ in Table() }
    return FlatPiece(
      segments: segments, rows: read.rows, end: isAtEnd ? nil : read.place,
      surroundings: isAtEnd ? tables : nil)
  }
}
