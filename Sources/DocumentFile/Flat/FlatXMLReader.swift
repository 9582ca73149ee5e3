import DocumentTables
import Markup

/// A reader of a flat document in XML, which borrows the document's bytes.
struct FlatXMLReader {
  private let xml: XMLReader
  private let frame: XMLFrame
  private let objects: XMLVocabularyReader

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits) throws {
    xml = try XMLReader(bytes, limits: limits.markup)
    frame = XMLFrame(xml)
    objects = XMLVocabularyReader(xml)
  }

  func readBeginning() throws -> FlatSections {
    try beginDocument(code: .notADocument)
    try begin("header")
    let stated = try StatedHeader(
      try objects.read(TreePart.header.content), of: .flat(.xml), part: "header")
    try begin("schema")
    return try FlatSections(stated, schema: try objects.read(TreePart.schema.content))
  }

  /// Reads the end of a document from the trailer on, behind the root element's start tag.
  func readTrailer() throws -> Tree {
    try begin("trailer")
    let trailer = try objects.read(TreePart.trailer.content)
    if try xml.nextChild() { throw frame.error(.flatOrder, "something follows the trailer") }
    try frame.finish()
    return trailer
  }

  /// Whether nothing but the end of the root element follows.
  func isAtEnd() throws -> Bool {
    if try xml.nextChild() { return false }
    try frame.finish()
    return true
  }

  func beginDocument(code: DocumentError.Code) throws {
    do {
      try frame.beginRoot("document", code: code)
    } catch let error as DocumentError {
      if xml.nameID == xml.intern(namespace: Self.olderNamespace, local: "document") {
        throw frame.error(.containerOlder, "it is a document of format 0.1")
      }
      throw error
    }
    try frame.refuseAttributes(.flatMalformed)
  }

  /// The namespace of format 0.1.
  private static let olderNamespace = "urn:trip-documents:0"

  /// Reads a piece of a document, which ends before a record or at the end of the document.
  ///
  /// A piece from inside the document begins with tags that open the elements around it. A cut
  /// piece ends with an element that no document contains, and with tags that close the open
  /// elements.
  ///
  /// - Returns: Whether the document has ended.
  func readPiece(_ piece: FlatPieceText, into tables: inout FlatTables) throws -> Bool {
    let cut = piece.isCut ? frame.identifier(piece.mark) : nil
    if piece.place == .beginning {
      _ = try readBeginning()
      try beginTables()
    } else {
      try beginDocument(code: .flatMalformed)
      try beginTables()
      guard try xml.nextChild() else { return false }
      let plan = tables.resumed
      if try readRecords(plan, after: piece.lastKey, into: &tables, cut: cut) { return false }
    }
    return try rest(into: &tables, cut: cut)
  }

  /// Reads from between two tables to the end; returns false if the piece is cut before the end.
  private func rest(into tables: inout FlatTables, cut: Int?) throws -> Bool {
    while try xml.nextChild() {
      if try readTable(into: &tables, cut: cut) { return false }
    }
    try tables.checkAllRead()
    try tables.finish(trailer: try readTrailer())
    return true
  }

  /// Moves to the element of the next section, which must have this name.
  private func begin(_ section: String) throws {
    guard try xml.nextChild() else { throw frame.error(.flatOrder, "\(section) is missing") }
    guard xml.nameID == frame.identifier(section) else {
      let found = xml.name(xml.nameID)?.description ?? ""
      throw frame.error(.flatOrder, "expected \(section), found \(found)")
    }
  }

  private func beginTables() throws {
    try begin("tables")
    try frame.refuseAttributes(.flatMalformed)
  }

  /// Reads a table; returns whether the piece is cut in this table.
  private func readTable(into tables: inout FlatTables, cut: Int?) throws -> Bool {
    guard xml.nameID == frame.identifier("table") else {
      throw frame.error(.flatMalformed, "the element tables may contain only table elements")
    }
    let name = try frame.attributes(["hierarchy"], nameOf: "hierarchy", code: .flatMalformed)
    let plan: RecordPlan
    do throws(DocumentError) {
      plan = try tables.begin(name["hierarchy"] ?? "")
    } catch {
      throw frame.error(error.code, error.detail)
    }
    return try readRecords(plan, after: 0, into: &tables, cut: cut)
  }

  private func readRecords(
    _ plan: RecordPlan, after lastKey: ObjectKey, into tables: inout FlatTables, cut: Int?
  ) throws -> Bool {
    var records = XMLRecordReader(plan, xml, keys: tables.keys, after: lastKey)
    var isAtCut = false
    let findings = tables.findings
    try tables.fill(plan) { builder in
      guard try xml.nextChild() else { return 0 }
      isAtCut = xml.nameID == cut
      if isAtCut { return 0 }
      return try records.read(into: builder, findings) ? 1 : nil
    }
    tables.lastKey = records.lastKey
    return isAtCut
  }
}
