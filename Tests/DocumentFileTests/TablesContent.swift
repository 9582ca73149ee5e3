import DocumentTables

/// The content of tables as lines, whatever their segments and columns look like: equal content,
/// equal lines.
struct TablesContent: Equatable, CustomStringConvertible {
  let lines: [String]

  init(_ tables: Tables) {
    var lines = [
      "document \(tables.documentID) next \(tables.nextKey) schema \(tables.schema.name) "
        + "\(tables.schema.version?.text ?? "-") \(tables.schema.modelFingerprint().text)"
    ]
    for (index, hierarchy) in tables.schema.hierarchies.enumerated() {
      for segment in tables.tables[index].segments {
        for row in 0..<segment.count {
          lines.append(Self.line(tables, hierarchy, segment, row))
        }
      }
    }
    for record in tables.extensions.sorted(by: { $0.key < $1.key }) { lines.append("\(record)") }
    for tree in tables.carried { lines.append("carried \(tree)") }
    for part in tables.keptParts.sorted(by: { $0.name < $1.name }) { lines.append("\(part)") }
    self.lines = lines
  }

  var description: String { lines.joined(separator: "\n") }

  private static func line(
    _ tables: Tables, _ hierarchy: HierarchyLayout, _ segment: Segment, _ row: Int
  ) -> String {
    let entity = hierarchy.entities[Int(segment.entities[row])]
    let key = segment.keys[row]
    var words = "\(entity.name) \(key)"
    for property in entity.properties {
      if let end = tables.schema.relationshipEnd(named: property.name, of: entity.name) {
        let keys = tables.relatedKeys(of: key, in: segment, row: row, through: end)
        words += " \(property.name)=\(keys.map { "\($0)" } ?? "nil")"
      } else if let column = property.column {
        words += " \(property.name)=\(text(segment.value(at: row, column: column)))"
      }
    }
    if let foreign = segment.foreign[row] { words += " foreign=\(foreign)" }
    return words
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .double(let number), .date(let number): "bits \(number.bitPattern)"
    case .text(let text) where text.utf8.count > 200: "digest \(Digest(of: Array(text.utf8)).text)"
    case .text(let text): "scalars \(text.unicodeScalars.map(\.value))"
    default: "\(value)"
    }
  }
}
