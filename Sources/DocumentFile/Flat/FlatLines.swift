import DocumentTables
import Markup

/// The text around the records of a flat document, in one of the encodings.
protocol FlatLines {
  func begin(_ sections: FlatSections, schema: Tree, to bytes: inout [UInt8])
  func beginTable(_ hierarchy: String, isFirst: Bool, to bytes: inout [UInt8])
  func endTable(to bytes: inout [UInt8])
  func end(_ trailer: [(name: String, items: [Tree])], to bytes: inout [UInt8])
}

struct FlatJSONLines: FlatLines {
  func begin(_ sections: FlatSections, schema: Tree, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\n\"format\":".utf8)
    CanonicalJSON.append(sections.format(encoding: .json), to: &bytes)
    bytes.append(contentsOf: ",\n\"header\":".utf8)
    CanonicalJSON.append(sections.headerTree, to: &bytes)
    bytes.append(contentsOf: ",\n\"schema\":{".utf8)
    guard case .object(let members) = schema else { return }
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      CanonicalJSON.append(.text(member.name), to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      appendLines(of: member.value, .numbers, to: &bytes)
    }
    bytes.append(contentsOf: "},\n\"tables\":{".utf8)
  }

  /// Appends an array with each item on its own line; appends any other tree unchanged.
  private func appendLines(
    of tree: Tree, _ wholeDoubles: CanonicalJSON.WholeDoubles, to bytes: inout [UInt8]
  ) {
    guard case .array(let items) = tree, !items.isEmpty else {
      return CanonicalJSON.append(tree, wholeDoubles, to: &bytes)
    }
    for (index, item) in items.enumerated() {
      bytes.append(contentsOf: (index == 0 ? "[\n" : ",\n").utf8)
      CanonicalJSON.append(item, wholeDoubles, to: &bytes)
    }
    bytes.append(contentsOf: "\n]".utf8)
  }

  func beginTable(_ hierarchy: String, isFirst: Bool, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: (isFirst ? "\n" : ",\n").utf8)
    CanonicalJSON.append(.text(hierarchy), to: &bytes)
    bytes.append(contentsOf: ":[".utf8)
  }

  func endTable(to bytes: inout [UInt8]) { bytes.append(contentsOf: "\n]".utf8) }

  func end(_ trailer: [(name: String, items: [Tree])], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "\n},\n\"trailer\":{".utf8)
    for (index, list) in trailer.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      CanonicalJSON.append(.text(list.name), to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      appendLines(of: .array(list.items), .marked, to: &bytes)
    }
    bytes.append(contentsOf: "}\n}\n".utf8)
  }
}

struct FlatXMLLines: FlatLines {
  /// The XML declaration and the start tag of the root element.
  static let opening: [UInt8] = {
    var xml = XMLWriter()
    xml.declaration()
    xml.start("d:document", [("xmlns:d", XMLTreeWriter.namespace)])
    return xml.bytes
  }()

  func begin(_ sections: FlatSections, schema: Tree, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: Self.opening)
    append("format", sections.format(encoding: .xml), to: &bytes)
    append("header", sections.headerTree, to: &bytes)
    bytes.append(contentsOf: "\n<d:schema>".utf8)
    guard case .object(let members) = schema else { return }
    for member in members { appendLines(member.name, member.value, to: &bytes) }
    bytes.append(contentsOf: "\n</d:schema>\n<d:tables>".utf8)
  }

  private func append(_ section: String, _ tree: Tree, to bytes: inout [UInt8]) {
    guard case .object(let members) = tree else { return }
    bytes.append(contentsOf: "\n<d:\(section)>".utf8)
    XMLTreeWriter.append(members: members, to: &bytes)
    bytes.append(contentsOf: "</d:\(section)>".utf8)
  }

  /// Appends a member on one line, or an array with each item on its own line.
  private func appendLines(_ name: String, _ tree: Tree, to bytes: inout [UInt8]) {
    bytes.append(0x0A)
    guard case .array(let items) = tree, !items.isEmpty else {
      return XMLTreeWriter.append(members: [TreeMember(name, tree)], to: &bytes)
    }
    bytes.append(contentsOf: "<d:array".utf8)
    XMLTreeWriter.appendName(name, to: &bytes)
    bytes.append(UInt8(ascii: ">"))
    for item in items {
      bytes.append(0x0A)
      XMLTreeWriter.append(item, to: &bytes)
    }
    bytes.append(contentsOf: "\n</d:array>".utf8)
  }

  func beginTable(_ hierarchy: String, isFirst: Bool, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "\n<d:table".utf8)
    XMLTreeWriter.appendName(hierarchy, attribute: "hierarchy", to: &bytes)
    bytes.append(UInt8(ascii: ">"))
  }

  func endTable(to bytes: inout [UInt8]) { bytes.append(contentsOf: "\n</d:table>".utf8) }

  func end(_ trailer: [(name: String, items: [Tree])], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "\n</d:tables>\n<d:trailer>".utf8)
    for list in trailer { appendLines(list.name, .array(list.items), to: &bytes) }
    bytes.append(contentsOf: "\n</d:trailer>\n</d:document>\n".utf8)
  }
}
