/// A property to leave out of a dump.
package struct DumpedProperty: Hashable, Sendable {
  let entity: String
  let property: String

  package init(_ entity: String, _ property: String) {
    self.entity = entity
    self.property = property
  }
}

/// How a dump shows the objects of one hierarchy.
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

  private let includesForeign: Bool
  /// By discriminator.
  private let entities: [Entity]

  init(
    _ schema: TableSchema, hierarchy: Int, includesForeign: Bool, _ omitting: Set<DumpedProperty>
  ) {
    self.includesForeign = includesForeign
    let layout = schema.hierarchies[hierarchy]
    entities = layout.entities.map { entity in
      let properties = entity.properties.compactMap { property -> Property? in
        if omitting.contains(DumpedProperty(entity.name, property.name)) { return nil }
        let label = DumpText.label(property.name)
        if let column = property.column, let attribute = layout.columns[column].attribute {
          return Property(label: label, content: .attribute(attribute.type, column: column))
        }
        // A relationship of a schema always resolves, because the schema is checked when it is
        // created.
        return schema.relationshipEnd(named: property.name, of: entity.name).map {
          Property(label: label, content: .relationship($0))
        }
      }
      return Entity(name: DumpText.name(entity.name), properties: properties)
    }
  }

  /// - Parameter members: The tables in which relationships are followed back to the objects that refer to
  ///   this one.
  func append(_ segment: Segment, _ row: Int, members: Tables, to text: inout DumpText) {
    let key = segment.keys[row]
    let entity = Int(segment.entities[row])
    text.beginRecord(entities[entity].name, key)
    for property in entities[entity].properties {
      text.beginLine(property.label)
      switch property.content {
      case .attribute(let type, let column):
        text.appendValue(of: segment.columns[column], at: row, type)
      case .relationship(let end):
        let keys = members.relatedKeys(of: key, in: segment, row: row, through: end)
        append(keys, through: end, to: &text)
      }
      text.append("\n")
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
    if let key = keys.first {
      text.append { IntegerText.append(key, to: &$0) }
    } else {
      text.append("nil")
    }
  }
}
