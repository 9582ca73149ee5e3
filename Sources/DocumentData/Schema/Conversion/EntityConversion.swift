import DocumentTables

extension Schema.Entity {
  /// Creates the entity of a model class.
  convenience init(_ resolved: ResolvedEntity) {
    self.init(resolved.table.name)
    superentityName = resolved.table.superentity
    uniquenessConstraints = resolved.uniquenessConstraints
    indices = resolved.indexes
    rtreeIndices = resolved.rtreeIndexes
    statedOriginalName = resolved.table.originalName
    storedProperties = resolved.properties.map { property in
      if let relationship = resolved.table.relationship(named: property.name) {
        return Schema.Relationship(
          property, destination: relationship.destination, inverseName: relationship.inverse)
      }
      return Schema.Attribute.described(by: property)
    }
  }

  /// Creates a copy of an entity that is not linked to others; both have the same properties.
  convenience init(unlinked entity: Schema.Entity) {
    self.init(entity.name)
    superentityName = entity.superentityName
    storedProperties = entity.storedProperties
    inheritedProperties = entity.inheritedProperties
    uniquenessConstraints = entity.uniquenessConstraints
    indices = entity.indices
    rtreeIndices = entity.rtreeIndices
    isAbstract = entity.isAbstract
    statedOriginalName = entity.statedOriginalName
  }

  /// Creates an entity from the schema of a document or file.
  convenience init(_ table: TableEntity) {
    self.init(table.name)
    superentityName = table.superentity
    uniquenessConstraints = table.uniquenessConstraints
    indices = table.indexes
    isAbstract = table.isAbstract
    statedOriginalName = table.originalName
    let unique = Set(table.uniquenessConstraints)
    storedProperties =
      table.attributes.map { attribute in
        let property = Schema.Attribute(attribute)
        if unique.contains([attribute.name]) { property.options.insert(.unique, at: 0) }
        return property
      } as [any SchemaProperty]
    storedProperties += table.relationships.map { relationship in
      let property = Schema.Relationship(relationship)
      if unique.contains([relationship.name]) { property.options.insert(.unique, at: 0) }
      return property
    }
  }
}

extension TableEntity {
  /// Converts an entity that was made by hand, decoded or loaded.
  init(_ entity: Schema.Entity) throws(SchemaProblem) {
    var attributes: [TableAttribute] = []
    var relationships: [TableRelationship] = []
    var unique = try entity.lists(.unique, entity.uniquenessConstraints)
    for property in entity.storedProperties {
      guard !property.name.isEmpty else {
        throw SchemaProblem(.malformed, entity: entity.name, "a property has no name")
      }
      if property is any StatedLists { continue }
      if property.isUnique { unique.append([property.name]) }
      if let attribute = property as? Schema.Attribute {
        if attribute.isTransient { continue }
        attributes.append(try TableAttribute(attribute, of: entity.name))
      } else if let relationship = property as? Schema.Relationship {
        relationships.append(try TableRelationship(relationship, of: entity.name))
      }
    }
    self.init(
      name: entity.name, superentity: entity.superentityName,
      originalName: entity.statedOriginalName, isAbstract: entity.isAbstract,
      attributes: attributes, relationships: relationships, uniquenessConstraints: unique.distinct,
      indexes: try entity.lists(.index, entity.indices))
  }
}
