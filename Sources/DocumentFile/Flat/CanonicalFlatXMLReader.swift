import DocumentTables
import Markup

/// Reads a flat document in XML as ``FlatWriter`` spells it.
///
/// Every error means that ``FlatXMLReader`` must read the document, from its beginning.
struct CanonicalFlatXMLReader {
  private var xml: CanonicalXML
  private let limits: DocumentLimits

  /// Reads a whole document; nil where it is spelled in another way, or is wrong.
  static func readAll(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits
  ) -> (sections: FlatSections, tables: Tables)? {
    guard let xml = CanonicalXML(bytes, opening: FlatXMLLines.opening, limits: limits.markup) else {
      return nil
    }
    var reader = CanonicalFlatXMLReader(xml: xml, limits: limits)
    return try? reader.readAll()
  }

  private mutating func readAll() throws -> (sections: FlatSections, tables: Tables) {
    let sections = try readBeginning()
    var tables = FlatTables(sections, limits: limits)
    try xml.require("\n<d:tables>")
    for hierarchy in tables.tables.schema.hierarchies { try readTable(hierarchy.name, &tables) }
    try tables.checkAllRead()
    try xml.require("\n</d:tables>\n<d:trailer>")
    let trailer = try CanonicalXMLTreeReader.readObject(&xml, closing: "</d:trailer>")
    try xml.require("\n</d:document>\n")
    if !xml.isAtEnd { throw CanonicalXMLEnd() }
    try tables.finish(trailer: trailer)
    return (sections, tables.tables)
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

  private mutating func readTable(_ hierarchy: String, _ tables: inout FlatTables) throws {
    var opening: [UInt8] = []
    FlatXMLLines().beginTable(hierarchy, isFirst: false, to: &opening)
    try xml.require(opening)
    let plan = try tables.begin(hierarchy)
    guard var records = CanonicalXMLRecordReader(plan, keys: tables.keys) else {
      throw CanonicalXMLEnd()
    }
    // A variable of its own, because the closure may not use all of `self`.
    var xml = xml
    try tables.fill(plan) { builder in try records.read(&xml, into: builder, upTo: 1) == 1 }
    self.xml = xml
    try self.xml.require("\n</d:table>")
  }
}
