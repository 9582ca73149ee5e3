import DocumentTables
import Markup

/// Reads a flat document in JSON, whose bytes it borrows.
struct FlatJSONReader {
  private var json: JSONReader
  private let limits: DocumentLimits

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits) throws {
    json = try JSONReader(bytes, limits: limits.markup)
    self.limits = limits
  }

  func readBeginning() throws -> FlatSections {
    var reader = self
    return try reader.beginning()
  }

  func readAll() throws -> (sections: FlatSections, tables: Tables) {
    var reader = self
    return try reader.all()
  }

  private mutating func beginning() throws -> FlatSections {
    try json.beginObject()
    try begin("format")
    let format = try FlatSections.Format(try JSONTreeReader.read(&json), encoding: .json)
    try begin("header")
    let identification = try FlatSections.Identification(try JSONTreeReader.read(&json))
    try begin("schema")
    return try FlatSections(format, identification, schema: try JSONTreeReader.read(&json))
  }

  private mutating func all() throws -> (sections: FlatSections, tables: Tables) {
    let sections = try beginning()
    var tables = FlatTables(sections, limits: limits)
    try begin("tables")
    try json.beginObject()
    while try json.nextMember() { try readTable(into: &tables) }
    try tables.checkAllRead()
    try begin("trailer")
    let trailer = try JSONTreeReader.read(&json)
    if try json.nextMember() {
      throw json.documentError(.flatOrder, "something follows the trailer")
    }
    try json.finish()
    return (sections, try tables.finish(trailer: trailer))
  }

  /// Moves to the value of the section that must come next.
  private mutating func begin(_ section: String) throws {
    guard try json.nextMember() else {
      throw json.documentError(.flatOrder, "\(section) is missing")
    }
    json.skipWhitespace()
    let start = json
    let key = try json.readKey()
    guard key == section else {
      throw start.documentError(.flatOrder, "\(section) is expected here, not \(key)")
    }
  }

  private mutating func readTable(into tables: inout FlatTables) throws {
    json.skipWhitespace()
    let start = json
    let name = try json.readKey()
    let plan: RecordPlan
    do throws(DocumentError) {
      plan = try tables.begin(name)
    } catch {
      throw start.documentError(error.code, error.detail)
    }
    try json.beginArray()
    var records = JSONRecordReader(plan, keys: tables.keys)
    try tables.fillByRuns(plan) { builder in
      guard try json.nextElement() else { return 0 }
      let room = SegmentBuilder.maximumRows - builder.rowCount
      return try records.readRun(&json, atMost: max(room, 1), into: builder)
    }
  }
}
