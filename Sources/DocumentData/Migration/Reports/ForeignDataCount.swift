import DocumentMigration
import DocumentTables

extension MigrationReport {
  /// Other programs' data that went with an object.
  public struct ForeignData: Sendable, Hashable, CustomStringConvertible {
    /// What kind of data it was.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// In the object's own record.
      case record
      /// A record of its own that belonged to the object.
      case `extension`
      /// A part of the document that belonged to the object.
      case part
    }

    /// What kind of data it was.
    public let kind: Kind
    /// The entity of the object that is gone.
    public let entity: String
    /// The object's key in its document.
    public let object: Int64
    /// The data as JSON; of a part its name.
    public let value: String

    /// One line.
    public var description: String {
      let what =
        switch kind {
        case .record: "in its record"
        case .extension: "in a record that belonged to it"
        case .part: "in a part that belonged to it"
        }
      return "\(entity) \(object), \(what): \(value)"
    }
  }
}

/// What other programs have added to the objects of a document, before a stage that may remove
/// objects; costs nothing where there is none.
struct ForeignDataCount {
  private typealias ForeignData = MigrationReport.ForeignData

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

  /// The data of objects that are gone.
  func lost(in tables: Tables) -> [MigrationReport.ForeignData] {
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
