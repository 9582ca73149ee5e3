/// A property to leave out of a dump.
package struct DumpedProperty: Hashable, Sendable {
  let entity: String
  let property: String

  package init(_ entity: String, _ property: String) {
    self.entity = entity
    self.property = property
  }
}

/// A writer for the objects of one hierarchy, which looks up their schema once.
struct DumpedRecords {
  private enum Content {
    case attribute(AttributeType, column: Int)
    case relationship(RelationshipEnd)
  }

  private struct Property {
    var label: [UInt8]
    var content: Content
  }

  private struct Entity {
    var name: [UInt8]
    var properties: [Property]
  }

  private let tables: Tables
  private let includesForeign: Bool
  /// By discriminator.
  private let entities: [Entity]

  init(
    _ tables: Tables, hierarchy: Int, includesForeign: Bool, _ omitting: Set<DumpedProperty> = []
  ) {
    self.tables = tables
    self.includesForeign = includesForeign
    let layout = tables.schema.hierarchies[hierarchy]
    entities = layout.entities.map { entity in
      let properties = entity.properties.compactMap { property -> Property? in
        if omitting.contains(DumpedProperty(entity.name, property.name)) { return nil }
        let label = DumpText.name(property.name)
        if let column = property.column, let attribute = layout.columns[column].attribute {
          return Property(label: label, content: .attribute(attribute.type, column: column))
        }
        // A relationship of a schema always resolves, because the schema is checked when it is
        // created.
        return tables.schema.relationshipEnd(named: property.name, of: entity.name).map {
          Property(label: label, content: .relationship($0))
        }
      }
      return Entity(name: DumpText.name(entity.name), properties: properties)
    }
  }

  func append(_ segment: Segment, _ row: Int, to text: inout DumpText) {
    let key = segment.keys[row]
    let entity = entities[Int(segment.entities[row])]
    text.beginRecord(entity.name, key)
    for property in entity.properties {
      text.appendLine(property.label) { text in
        switch property.content {
        case .attribute(let type, let column):
          text.appendValue(of: segment.columns[column], at: row, type)
        case .relationship(let end):
          let keys = tables.relatedKeys(of: key, in: segment, row: row, through: end)
          append(keys, through: end, to: &text)
        }
      }
    }
    if includesForeign, let tree = segment.foreign[row] {
      text.appendLine("$foreign") { $0.appendTree(tree) }
    }
  }

  private func append(
    _ keys: [ObjectKey]?, through end: RelationshipEnd, to text: inout DumpText
  ) {
    guard let keys else { return text.append("nil") }
    if end.relationship.isToMany { return text.appendKeys(keys) }
    // If tables violate a one-to-one relationship, all keys are shown.
    if keys.count > 1 { return text.appendKeys(keys) }
    text.append(keys.first.map { String($0) } ?? "nil")
  }
}
