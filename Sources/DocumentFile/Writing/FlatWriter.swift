import DocumentTables
import Markup

/// Writes the flat form: one record a line, so that version control shows what changed.
///
/// Blocks of rows are encoded side by side and handed on in their order, a few ahead of it.
struct FlatWriter {
  let tables: Tables
  let encoding: DocumentEncoding
  let type: DocumentType
  let workers: WorkerCount

  /// What one thread encodes at a time.
  private struct Block: Sendable {
    let source: RecordBlock.Source
    let segment: Segment
    let rows: Range<Int>
    /// No record of its table stands before it.
    let isFirst: Bool
  }

  func write(to output: FileReplacement.Output) throws(DocumentError) {
    let refuse = { (error: DocumentError) throws(DocumentError) in throw error }
    try TablesRules(tables).checkBesideSchema(refuse)
    let sections = FlatSections(
      header: Header(documentID: tables.documentID, type: type, schema: tables.schema),
      nextKey: tables.nextKey)
    let lines: any FlatLines = encoding == .json ? FlatJSONLines() : FlatXMLLines()
    var bytes: [UInt8] = []
    lines.begin(sections, schema: tables.schema.tree(), to: &bytes)
    try Workers.run(workers) { (workers: inout Workers) throws(DocumentError) in
      for (index, hierarchy) in tables.schema.hierarchies.enumerated() {
        lines.beginTable(hierarchy.name, isFirst: index == 0, to: &bytes)
        try flush(&bytes, to: output)
        try workers.forEach(of: blocks(of: index), { RecordBlock($0.segment, $0.rows, $0.source) })
        {
          (block, text) throws(DocumentError) in
          try text.withText(of: block.rows, isFirst: block.isFirst, output)
        }
        lines.endTable(to: &bytes)
      }
    }
    lines.end(FlatSections.trailer(of: tables), to: &bytes)
    try flush(&bytes, to: output)
  }

  private func blocks(of hierarchy: Int) -> some Sequence<Block> {
    let source = RecordBlock.Source(
      tables: tables, hierarchy: hierarchy, encoding: encoding, putsAsideExternals: false)
    let segments = tables.tables[hierarchy].segments
    return segments.indices.lazy.flatMap { index in
      let segment = segments[index]
      return RecordBlock.cut(segment, 0..<segment.count).map { rows in
        Block(
          source: source, segment: segment, rows: rows,
          isFirst: index == 0 && rows.lowerBound == 0)
      }
    }
  }

  private func flush(
    _ bytes: inout [UInt8], to output: FileReplacement.Output
  ) throws(DocumentError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      try output(UnsafeRawBufferPointer(bytes))
    }
    bytes.removeAll(keepingCapacity: true)
  }
}

/// What stands around the records and their separators, in one of the encodings.
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
      appendLines(of: member.value, to: &bytes)
    }
    bytes.append(contentsOf: "},\n\"tables\":{".utf8)
  }

  /// An array with an item on each line; anything else as it is.
  private func appendLines(of tree: Tree, to bytes: inout [UInt8]) {
    guard case .array(let items) = tree, !items.isEmpty else {
      return CanonicalJSON.append(tree, to: &bytes)
    }
    for (index, item) in items.enumerated() {
      bytes.append(contentsOf: (index == 0 ? "[\n" : ",\n").utf8)
      CanonicalJSON.append(item, to: &bytes)
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
      appendLines(of: .array(list.items), to: &bytes)
    }
    bytes.append(contentsOf: "}\n}\n".utf8)
  }
}

struct FlatXMLLines: FlatLines {
  /// The XML declaration and the root element's start tag.
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

  /// A member on a line; an array with each item on its own.
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
