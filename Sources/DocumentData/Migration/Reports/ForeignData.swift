import DocumentMigration
import DocumentTables

/// Other programs' data that was lost with the object that it belonged to.
struct ForeignData: Sendable {
  /// The kind of data; raw values are the words in reports.
  enum Kind: String {
    /// Data in the object's own record.
    case record
    /// A separate record that belonged to the object.
    case `extension`
    /// A part of the document that belonged to the object.
    case part
  }

  let kind: Kind
  let entity: String
  let object: ObjectKey
  /// The data as JSON; for a part, its name.
  let value: String

  /// The data and its object in one line.
  var words: String {
    let what =
      switch kind {
      case .record: "in its record"
      case .extension: "in a record that belonged to it"
      case .part: "in a part that belonged to it"
      }
    return "\(entity) \(object), \(what): \(value)"
  }

  /// The data as an object of the JSON report.
  var tree: Tree {
    .members([
      "entity": .text(entity), "key": .integer(object), "kind": .text(kind.rawValue),
      "value": .text(value),
    ])
  }
}

/// Other programs' data in the objects of a document, recorded before a stage that may remove
/// objects.
///
/// Recording is free if the document contains no such data.
struct ForeignDataCount {
  private var data: [(data: ForeignData, place: Place)] = []

  /// Where data is stored.
  private enum Place: Hashable {
    case record(ObjectKey)
    case `extension`(ObjectKey)
    case part(String)
  }

  init(_ tables: Tables) {
    for (layout, table) in zip(tables.schema.hierarchies, tables.tables) {
      for segment in table.segments where !segment.foreign.isEmpty {
        for row in 0..<segment.count {
          guard let tree = segment.foreign[row] else { continue }
          let key = segment.keys[row]
          note(
            .record(key), .record, layout.entities[Int(segment.entities[row])].name, key,
            MigrationStep.text(tree))
        }
      }
    }
    for record in tables.extensions {
      guard let anchor = record.anchor, let entity = tables.entityName(of: anchor) else { continue }
      note(
        .extension(record.key), .extension, entity, anchor,
        "\(record.entity) \(MigrationStep.text(record.value))")
    }
    for part in tables.keptParts {
      guard let anchor = part.anchor, let entity = tables.entityName(of: anchor) else { continue }
      note(.part(part.name), .part, entity, anchor, part.name)
    }
  }

  private mutating func note(
    _ place: Place, _ kind: ForeignData.Kind, _ entity: String, _ key: ObjectKey, _ value: String
  ) {
    data.append((ForeignData(kind: kind, entity: entity, object: key, value: value), place))
  }

  /// Returns the data that tables do not contain.
  ///
  /// Data of a merged object may belong to another object now.
  func lost(in tables: Tables) -> [ForeignData] {
    guard !data.isEmpty else { return [] }
    var kept = Set(tables.extensions.lazy.map { Place.extension($0.key) })
    kept.formUnion(tables.keptParts.lazy.map { .part($0.name) })
    return data.filter { found in
      if case .record(let key) = found.place { return tables.find(key) == nil }
      return !kept.contains(found.place)
    }.map(\.data)
  }
}

extension Tables {
  fileprivate func entityName(of key: ObjectKey) -> String? {
    guard let (hierarchy, location) = find(key) else { return nil }
    let segment = tables[hierarchy].segments[location.segment]
    return schema.hierarchies[hierarchy].entities[Int(segment.entities[location.row])].name
  }
}
