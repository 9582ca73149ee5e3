import DocumentTables
import Markup

/// A reader of a flat document in JSON, which borrows the document's bytes.
struct FlatJSONReader {
  private var json: JSONReader
  private let end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits) throws {
    json = try JSONReader(bytes, limits: limits.markup)
    end = bytes.count
  }

  /// Returns the sections before the tables, and the offset behind the schema.
  func readBeginning() throws -> (FlatSections, end: Int) {
    var reader = self
    let sections = try reader.beginning()
    return (sections, reader.json.offset)
  }

  /// Reads a piece of a document, which ends behind a record or at the end of the document.
  ///
  /// A piece from inside the document begins with ``opening``.
  ///
  /// - Returns: Whether the document has ended.
  func readPiece(_ piece: FlatPieceText, into tables: inout FlatTables) throws -> Bool {
    var reader = self
    if piece.place == .beginning {
      if let end = piece.schemaEnd {
        try reader.json.beginObject()
        guard try reader.json.nextMember() else { return false }
        _ = try reader.json.readKey()
        reader.json.offset = min(end, self.end)
      } else {
        _ = try reader.beginning()
      }
      try reader.beginTables()
    } else {
      try reader.json.beginObject()
      guard try reader.json.nextMember() else { return false }
      _ = try reader.json.readKey()
      try reader.json.beginObject()
      guard try reader.json.nextMember() else { return false }
      _ = try reader.json.readKey()
      let plan = tables.resumed
      if try reader.readRecords(plan, after: piece.lastKey, into: &tables, isCut: piece.isCut) {
        return false
      }
    }
    return try reader.rest(into: &tables, isCut: piece.isCut)
  }

  /// The text before a piece from inside the document, which opens the objects and the array around
  /// it.
  static let opening = Array(#"{"tables":{"table":["#.utf8)

  private mutating func beginning() throws -> FlatSections {
    try json.beginObject()
    try checkKind()
    try begin("header")
    let stated = try StatedHeader(
      try JSONTreeReader.read(&json), of: .flat(.json), part: "header")
    try begin("schema")
    return try FlatSections(
      stated, schema: try JSONTreeReader.read(&json, as: TreePart.schema.content))
  }

  private mutating func beginTables() throws {
    try begin("tables")
    try json.beginObject()
  }

  /// Reads from between two tables to the end; returns false if the piece is cut before the end.
  private mutating func rest(into tables: inout FlatTables, isCut: Bool) throws -> Bool {
    while try json.nextMember() {
      if try readTable(into: &tables, isCut: isCut) { return false }
    }
    try tables.checkAllRead()
    try begin("trailer")
    let trailer = try JSONTreeReader.read(&json, as: TreePart.trailer.content)
    if try json.nextMember() {
      throw json.documentError(.flatOrder, "something follows the trailer")
    }
    try json.finish()
    try tables.finish(trailer: trailer)
    return true
  }

  /// Rejects other JSON: an object whose first member is no section of a document.
  private func checkKind() throws {
    var json = json
    guard try json.nextMember() else {
      throw json.documentError(.notADocument, "the object is empty, expected the member \"header\"")
    }
    json.skipWhitespace()
    let start = json
    let key = try json.readKey()
    if key == "schema", json.peek() == .objectStart {
      throw start.documentError(.notADocument, "it is a schema file")
    }
    guard !FlatSections.names.contains(key) else { return }
    if key == "format", json.peek() == .objectStart {
      throw start.documentError(.containerOlder, "it is a document of format 0.1")
    }
    throw start.documentError(
      .notADocument, "the first member is \"\(key)\", expected \"header\"")
  }

  /// Moves to the value of the next section, which must have this name.
  private mutating func begin(_ section: String) throws {
    guard try json.nextMember() else {
      throw json.documentError(.flatOrder, "\(section) is missing")
    }
    json.skipWhitespace()
    let start = json
    let key = try json.readKey()
    guard key == section else {
      throw start.documentError(.flatOrder, "expected \(section), found \(key.quotedIfBlank)")
    }
  }

  /// Reads a table; returns whether the piece is cut in this table.
  private mutating func readTable(into tables: inout FlatTables, isCut: Bool) throws -> Bool {
    json.skipWhitespace()
    let start = json
    let name = try json.readKey()
    let plan: RecordPlan
    do throws(DocumentError) {
      plan = try tables.begin(name)
    } catch {
      throw start.documentError(error.code, error.detail)
    }
    return try readRecords(plan, after: 0, into: &tables, isCut: isCut)
  }

  private mutating func readRecords(
    _ plan: RecordPlan, after lastKey: ObjectKey, into tables: inout FlatTables, isCut: Bool
  ) throws -> Bool {
    try json.beginArray()
    var records = JSONRecordReader(plan, keys: tables.keys, after: lastKey)
    var isAtCut = false
    let findings = tables.findings
    try tables.fill(plan) { builder in
      if isCut {
        json.skipWhitespace()
        isAtCut = json.offset == end
        if isAtCut { return 0 }
      }
      guard try json.nextElement() else { return 0 }
      let room = min(SegmentBuilder.maximumRows - builder.rowCount, plan.hierarchy.rowsAtOnce)
      return try records.readRun(&json, atMost: max(room, 1), into: builder, findings)
    }
    tables.lastKey = records.lastKey
    return isAtCut
  }
}
