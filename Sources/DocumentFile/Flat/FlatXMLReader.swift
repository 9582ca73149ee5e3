import DocumentTables
import Markup

/// Reads a flat document in XML, whose bytes it borrows.
struct FlatXMLReader {
  private let xml: XMLReader
  private let frame: XMLFrame
  private let trees: XMLTreeReader
  private let limits: DocumentLimits

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits) throws {
    xml = try XMLReader(bytes, limits: limits.markup)
    frame = XMLFrame(xml)
    trees = XMLTreeReader(xml)
    self.limits = limits
  }

  func readBeginning() throws -> FlatSections {
    try frame.beginRoot("document", code: .flatMalformed)
    try begin("format")
    let format = try FlatSections.Format(.object(try trees.readMembers()), encoding: .xml)
    try begin("header")
    let identification = try FlatSections.Identification(.object(try trees.readMembers()))
    try begin("schema")
    return try FlatSections(
      format, identification, schema: .object(try trees.readMembers()))
  }

  func readAll() throws -> (sections: FlatSections, tables: Tables) {
    let sections = try readBeginning()
    var tables = FlatTables(sections, limits: limits)
    try begin("tables")
    while try xml.nextChild() { try readTable(into: &tables) }
    try tables.checkAllRead()
    try begin("trailer")
    let trailer = Tree.object(try trees.readMembers())
    if try xml.nextChild() { throw frame.error(.flatOrder, "something follows the trailer") }
    try frame.finish()
    return (sections, try tables.finish(trailer: trailer))
  }

  /// Moves to the element of the section that must come next.
  private func begin(_ section: String) throws {
    guard try xml.nextChild() else { throw frame.error(.flatOrder, "\(section) is missing") }
    guard xml.nameID == frame.identifier(section) else {
      let found = xml.name(xml.nameID)?.description ?? ""
      throw frame.error(.flatOrder, "\(section) is expected here, not \(found)")
    }
    try frame.refuseAttributes(.flatMalformed)
  }

  private func readTable(into tables: inout FlatTables) throws {
    guard xml.nameID == frame.identifier("table") else {
      throw frame.error(.flatMalformed, "only table elements stand in tables")
    }
    let name = try frame.attributes(["hierarchy"], nameOf: "hierarchy", code: .flatMalformed)
    let plan: RecordPlan
    do throws(DocumentError) {
      plan = try tables.begin(name["hierarchy"] ?? "")
    } catch {
      throw frame.error(error.code, error.detail)
    }
    var records = XMLRecordReader(plan, xml, keys: tables.keys)
    try tables.fill(plan) { builder in
      guard try xml.nextChild() else { return false }
      try records.read(into: builder)
      return true
    }
  }
}
