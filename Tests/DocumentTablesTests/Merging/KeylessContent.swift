import DocumentTables

/// The content of tables without their keys: equal for documents that differ only in keys.
///
/// Each object stands for itself by its values and by what it leads to, in so many steps that objects
/// which differ anywhere near differ here.
struct KeylessContent: Equatable, CustomStringConvertible {
  let lines: [String]

  /// - Parameter ordered: Whether the orders of lists count.
  init(_ tables: Tables, ordered: Bool = true) {
    var texts: [ObjectKey: String] = [:]
    var related: [ObjectKey: [(name: String, keys: [ObjectKey]?)]] = [:]
    for (hierarchy, table) in zip(tables.schema.hierarchies, tables.tables) {
      for segment in table.segments {
        for row in 0..<segment.count {
          let entity = hierarchy.entities[Int(segment.entities[row])]
          let key = segment.keys[row]
          var text = entity.name
          for property in entity.properties {
            if let end = tables.schema.relationshipEnd(named: property.name, of: entity.name) {
              let keys = tables.relatedKeys(of: key, in: segment, row: row, through: end)
              related[key, default: []].append((property.name, keys))
            } else if let column = property.column {
              text += " \(property.name)=\(segment.value(at: row, column: column))"
            }
          }
          if let foreign = segment.foreign[row] { text += " \(foreign)" }
          texts[key] = text
        }
      }
    }
    var hashes = texts.mapValues(\.hashValue)
    for _ in 0..<4 {
      var next = hashes
      for (key, lists) in related {
        var hasher = Hasher()
        hasher.combine(hashes[key])
        for (name, keys) in lists {
          hasher.combine(name)
          let found = keys?.map { hashes[$0] ?? 0 } ?? []
          // A list that is nil and an empty one are the same to models.
          hasher.combine(ordered ? found : found.sorted())
        }
        next[key] = hasher.finalize()
      }
      hashes = next
    }
    var lines = texts.map { "\($1) #\(hashes[$0] ?? 0)" }
    for record in tables.extensions {
      let anchor = record.anchor.map { hashes[$0] ?? 0 }
      lines.append("\(record.entity) \(record.value) of \(anchor ?? 0)")
    }
    for part in tables.keptParts {
      lines.append("\(part.name) \(part.bytes) of \(part.anchor.map { hashes[$0] ?? 0 } ?? 0)")
    }
    self.lines = lines.sorted()
  }

  var description: String { lines.joined(separator: "\n") }
}
