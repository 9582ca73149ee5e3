import DocumentTables
import Markup

/// The text around the records of a flat document.
struct FlatLines {
  let encoding: DocumentEncoding

  /// The XML declaration and the start tag of the root element.
  static let xmlOpening: [UInt8] = {
    var xml = XMLWriter()
    xml.declaration()
    xml.start("d:document", [("xmlns:d", XMLTreeWriter.namespace)])
    return xml.bytes
  }()

  /// The text between the schema and the first table in XML.
  static let xmlTablesOpening = Array("\n<d:tables>".utf8)

  func begin(_ sections: FlatSections, to bytes: inout [UInt8]) {
    let header = sections.header.tree(.flat(encoding), nextKey: sections.nextKey)
    let entities = sections.header.schema.entitiesTree()
    if encoding == .xml { bytes.append(contentsOf: Self.xmlOpening) }
    append(encoding == .json ? "{\n\"header\":" : "\n", to: &bytes)
    TreePart.header.append(header, encoding, to: &bytes)
    append(encoding == .json ? ",\n\"schema\":" : "\n", to: &bytes)
    TreePart.schema.append(entities, encoding, to: &bytes)
    append(encoding == .json ? ",\n\"tables\":{" : "\n<d:tables>", to: &bytes)
  }

  func beginTable(_ hierarchy: String, isFirst: Bool, to bytes: inout [UInt8]) {
    switch encoding {
    case .json:
      append(isFirst ? "\n" : ",\n", to: &bytes)
      CanonicalJSON.append(.text(hierarchy), to: &bytes)
      append(":[", to: &bytes)
    case .xml:
      append("\n<d:table", to: &bytes)
      XMLTreeWriter.appendAttribute("hierarchy", hierarchy, to: &bytes)
      append(">", to: &bytes)
    }
  }

  func endTable(to bytes: inout [UInt8]) {
    append(encoding == .json ? "\n]" : "\n</d:table>", to: &bytes)
  }

  func end(_ trailer: Tree, to bytes: inout [UInt8]) {
    append(encoding == .json ? "\n},\n\"trailer\":" : "\n</d:tables>\n", to: &bytes)
    TreePart.trailer.append(trailer, encoding, to: &bytes)
    append(encoding == .json ? "\n}\n" : "\n</d:document>\n", to: &bytes)
  }

  private func append(_ text: StaticString, to bytes: inout [UInt8]) {
    TextForm.append(text, to: &bytes)
  }
}
