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
  private var data: [ForeignData] = []

  init(_ tables: Tables) {
    for (layout, table) in zip(tables.schema.hierarchies, tables.tables) {
      for segment in table.segments where !segment.foreign.isEmpty {
        for row in 0..<segment.count {
          guard let tree = segment.foreign[row] else { continue }
          note(
            .record, layout.entities[Int(segment.entities[row])].name, segment.keys[row],
            MigrationStep.text(tree))
        }
      }
    }
    for record in tables.extensions {
      guard let anchor = record.anchor, let entity = tables.entityName(of: anchor) else { continue }
      note(
        .extension, entity, anchor, "\(record.entity) \(MigrationStep.text(record.value))")
    }
    for part in tables.keptParts {
      guard let anchor = part.anchor, let entity = tables.entityName(of: anchor) else { continue }
      note(.part, entity, anchor, part.name)
    }
  }

  private mutating func note(
    _ kind: ForeignData.Kind, _ entity: String, _ key: ObjectKey, _ value: String
  ) {
    data.append(ForeignData(kind: kind, entity: entity, object: key, value: value))
  }

  /// Returns the data of objects that tables do not contain.
  func lost(in tables: Tables) -> [ForeignData] {
    data.filter { tables.find($0.object) == nil }
  }
}

extension Tables {
  fileprivate func entityName(of key: ObjectKey) -> String? {
    guard let (hierarchy, location) = find(key) else { return nil }
    let segment = tables[hierarchy].segments[location.segment]
    return schema.hierarchies[hierarchy].entities[Int(segment.entities[location.row])].name
  }
}
