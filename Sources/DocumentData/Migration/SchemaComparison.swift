import DocumentTables

/// Says in words where two schemas that should be one differ first.
enum SchemaComparison {
  static func firstDifference(_ found: TableSchema, _ expected: TableSchema) -> String {
    for entity in expected.entities {
      guard let other = found.entity(named: entity.name) else {
        return "it has no entity \(entity.name)"
      }
      for attribute in entity.attributes where other.attribute(named: attribute.name) != attribute {
        return other.attribute(named: attribute.name) == nil
          ? "\(entity.name) has no attribute \(attribute.name)"
          : "\(entity.name).\(attribute.name) is declared differently"
      }
      for relationship in entity.relationships
      where other.relationship(named: relationship.name) != relationship {
        return other.relationship(named: relationship.name) == nil
          ? "\(entity.name) has no relationship \(relationship.name)"
          : "\(entity.name).\(relationship.name) is declared differently"
      }
      if let extra = (other.attributes.map(\.name) + other.relationships.map(\.name))
        .first(where: { !entity.declares($0) })
      {
        return "\(entity.name).\(extra) is not in the released schema"
      }
      if other != entity { return "\(entity.name) has other constraints, indexes or superentity" }
    }
    if let extra = found.entities.first(where: { expected.entity(named: $0.name) == nil }) {
      return "the entity \(extra.name) is not in the released schema"
    }
    return "no difference that can be named"
  }
}

extension TableEntity {
  fileprivate func declares(_ name: String) -> Bool {
    attribute(named: name) != nil || relationship(named: name) != nil
  }
}
