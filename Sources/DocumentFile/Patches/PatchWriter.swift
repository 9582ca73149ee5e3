import DocumentTables

/// A writer of the canonical text of a patch: its sections in order, one change on each line
/// (spec 12.1).
struct PatchWriter {
  /// The number of bytes to collect before they are passed on.
  private static let pieceBytes = 64 << 10

  private let old: Tables
  private let columns: [[ComparedColumn]]
  private var bytes: [UInt8] = []

  init(_ old: Tables) {
    self.old = old
    columns = old.schema.comparedColumns()
  }

  mutating func write<Failure: Error>(
    _ changes: ChangeSet, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    append("{\"patch\":", header(nextKey: changes.nextKey))
    try section("deleted", changes.deleted, to: sink) { writer, row in
      writer.append(row.hierarchy, row.discriminator, row.key, row.values, row.foreign)
    }
    try section("inserted", changes.inserted, to: sink) { writer, row in
      writer.append(row.hierarchy, row.discriminator, row.key, row.values, row.foreign)
    }
    try section("updated", changes.updated, to: sink) { $0.append($1) }
    append(
      ",\n\"extensions\":",
      Self.lists(
        ForeignContent.tree(changes.extensions.compactMap(\.old)),
        ForeignContent.tree(changes.extensions.compactMap(\.new))))
    append(
      ",\n\"attachments\":",
      Self.lists(
        ForeignContent.tree(changes.keptParts.compactMap(\.old)),
        ForeignContent.tree(changes.keptParts.compactMap(\.new))))
    append(
      ",\n\"carried\":",
      changes.carried.map { Self.lists(.array($0.old), .array($0.new)) } ?? .null)
    append("}\n")
    try sink(bytes)
    bytes = []
  }

  private func header(nextKey: ObjectKey) -> Tree {
    .object([
      TreeMember("format", .text(Header.currentFormatVersion)),
      TreeMember("document", .text(UUIDText.text(old.documentID))),
      TreeMember("schema", SchemaIdentity(old.schema).tree),
      TreeMember("nextKey", .integer(nextKey)),
    ])
  }

  private static func lists(_ old: Tree, _ new: Tree) -> Tree {
    .members(["new": new, "old": old])
  }

  private mutating func section<Row, Failure: Error>(
    _ name: String, _ rows: [Row], to sink: ([UInt8]) throws(Failure) -> Void,
    _ body: (inout PatchWriter, Row) -> Void
  ) throws(Failure) {
    append(",\n\"\(name)\":[")
    for (position, row) in rows.enumerated() {
      append(position == 0 ? "\n" : ",\n")
      body(&self, row)
      guard bytes.count >= Self.pieceBytes else { continue }
      try sink(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    append(rows.isEmpty ? "]" : "\n]")
  }

  // MARK: Rows

  private mutating func begin(_ hierarchy: Int, _ entity: UInt16, _ key: ObjectKey) {
    append("{\"entity\":")
    string(old.schema.hierarchies[hierarchy].entities[Int(entity)].name)
    append(",\"id\":\(key),\"values\":{")
  }

  /// Appends an inserted or deleted row with all its values.
  private mutating func append(
    _ hierarchy: Int, _ entity: UInt16, _ key: ObjectKey, _ values: [Value], _ foreign: Tree?
  ) {
    begin(hierarchy, entity, key)
    var isFirst = true
    for property in old.schema.hierarchies[hierarchy].entities[Int(entity)].properties {
      guard let index = property.column else { continue }
      name(property.name, isFirst: &isFirst)
      let value = values.indices.contains(index) ? values[index] : .null
      tree(columns[hierarchy][index].tree(ofWritten: value))
    }
    append("}")
    if let foreign { append(",\"foreign\":", foreign) }
    append("}")
  }

  private mutating func append(_ row: UpdatedRow) {
    let table = old.tables[row.hierarchy]
    let entity = table.location(of: row.key).map { table.segments[$0.segment].entities[$0.row] }
    begin(row.hierarchy, entity ?? 0, row.key)
    var isFirst = true
    for change in row.changes {
      let column = columns[row.hierarchy][change.column]
      name(column.layout.name, isFirst: &isFirst)
      append("{\"new\":", column.tree(ofWritten: change.new))
      append(",\"old\":", column.tree(ofWritten: change.old))
      append("}")
    }
    append("}")
    if let foreign = row.foreign {
      append(",\"foreign\":{\"new\":", foreign.new ?? .null)
      append(",\"old\":", foreign.old ?? .null)
      append("}")
    }
    append("}")
  }

  private mutating func name(_ name: String, isFirst: inout Bool) {
    if !isFirst { append(",") }
    isFirst = false
    string(name)
    append(":")
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func append(_ text: String, _ tree: Tree) {
    append(text)
    self.tree(tree)
  }

  private mutating func tree(_ tree: Tree) { CanonicalJSON.append(tree, .marked, to: &bytes) }

  private mutating func string(_ text: String) { CanonicalJSON.appendString(text, to: &bytes) }
}

extension ComparedColumn {
  /// Returns a value as patches state it.
  fileprivate func tree(ofWritten value: Value) -> Tree {
    layout.attribute.map { Tree(value, of: $0.type) } ?? Tree(value)
  }
}
