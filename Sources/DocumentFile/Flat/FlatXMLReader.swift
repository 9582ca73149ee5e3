import DocumentTables
import Markup

/// A reader of a flat document in XML, which borrows the document's bytes.
struct FlatXMLReader {
  private let xml: XMLReader
  private let frame: XMLFrame
  private let trees: XMLTreeReader

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits) throws {
    xml = try XMLReader(bytes, limits: limits.markup)
    frame = XMLFrame(xml)
    trees = XMLTreeReader(xml)
  }

  func readBeginning() throws -> FlatSections {
    try frame.beginRoot("document", code: .notADocument)
    try begin("format")
    let format = try FlatSections.Format(.object(try trees.readMembers()), encoding: .xml)
    try begin("header")
    let identification = try FlatSections.Identification(.object(try trees.readMembers()))
    try begin("schema")
    return try FlatSections(
      format, identification, schema: .object(try trees.readMembers()))
  }

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
      try begin("tables")
    } else {
      try frame.beginRoot("document", code: .flatMalformed)
      try begin("tables")
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
    try begin("trailer")
    let trailer = Tree.object(try trees.readMembers())
    if try xml.nextChild() { throw frame.error(.flatOrder, "something follows the trailer") }
    try frame.finish()
    try tables.finish(trailer: trailer)
    return true
  }

  /// Moves to the element of the next section, which must have this name.
  private func begin(_ section: String) throws {
    guard try xml.nextChild() else { throw frame.error(.flatOrder, "\(section) is missing") }
    guard xml.nameID == frame.identifier(section) else {
      let found = xml.name(xml.nameID)?.description ?? ""
      throw frame.error(.flatOrder, "expected \(section), found \(found)")
    }
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
    try tables.fill(plan) { builder in
      guard try xml.nextChild() else { return false }
      isAtCut = xml.nameID == cut
      if isAtCut { return false }
      try records.read(into: builder)
      return true
    }
    return isAtCut
  }
}
