import DocumentTables

extension Schema {
  /// One kind of object: what a schema says about a model class.
  public final class Entity {
    /// The entity's name: the last part of the name of the class.
    public var name: String
    /// The entities whose superentity this one is.
    public var subentities: Set<Entity> = []
    /// The name of the entity that this one inherits from.
    public var superentityName: String?
    /// The entity that this one inherits from.
    public weak var superentity: Entity?
    /// The properties that the entity declares itself.
    public var storedProperties: [any SchemaProperty]
    /// The properties that the entity inherits.
    public var inheritedProperties: [any SchemaProperty] = []
    /// Each a list of names of properties whose values, taken together, no two objects share.
    public var uniquenessConstraints: [[String]] = []
    /// Each a list of names of properties that queries look up or sort by.
    public var indices: [[String]] = []

    /// Makes an entity.
    public init(_ name: String, properties: any SchemaProperty...) {
      self.name = name
      storedProperties = properties
    }

    /// Makes an entity.
    public convenience init(
      _ name: String, subentities: Entity..., properties: any SchemaProperty...
    ) {
      self.init(name)
      storedProperties = properties
      self.subentities = Set(subentities)
    }

    /// All properties, inherited ones first.
    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }

    /// The properties that hold values, inherited ones included.
    public var attributes: Set<Attribute> { Set(properties.compactMap { $0 as? Attribute }) }

    /// The properties that lead to other objects, inherited ones included.
    public var relationships: Set<Relationship> {
      Set(properties.compactMap { $0 as? Relationship })
    }

    /// ``attributes`` by their names.
    public var attributesByName: [String: Attribute] {
      Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
    }

    /// ``relationships`` by their names.
    public var relationshipsByName: [String: Relationship] {
      Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first }
    }

    /// ``storedProperties`` by their names.
    public var storedPropertiesByName: [String: any SchemaProperty] {
      Dictionary(storedProperties.map { ($0.name, $0) }) { first, _ in first }
    }

    /// ``inheritedProperties`` by their names.
    public var inheritedPropertiesByName: [String: any SchemaProperty] {
      Dictionary(inheritedProperties.map { ($0.name, $0) }) { first, _ in first }
    }
  }
}

extension Schema.Entity: Hashable {
  /// Whether two entities say the same.
  public static func == (left: Schema.Entity, right: Schema.Entity) -> Bool {
    left.name == right.name && left.superentityName == right.superentityName
      && left.attributes == right.attributes && left.relationships == right.relationships
      && left.uniquenessConstraints == right.uniquenessConstraints
      && left.indices == right.indices
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Schema.Entity: CustomDebugStringConvertible {
  /// The name, the superentity's and those of the properties.
  public var debugDescription: String {
    let names = properties.map(\.name).joined(separator: ", ")
    return "\(name)\(superentityName.map { ": \($0)" } ?? "") { \(names) }"
  }
}

extension Schema.Entity {
  /// The entities of a schema, linked to one another.
  static func linked(_ resolved: [ResolvedEntity]) -> [Schema.Entity] {
    let entities = resolved.map { Schema.Entity($0) }
    let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    for entity in entities {
      guard let name = entity.superentityName, let superentity = byName[name] else { continue }
      entity.superentity = superentity
      superentity.subentities.insert(entity)
      // Roots first: the properties of each ancestor come before those of the next.
      var ancestor: Schema.Entity? = superentity
      while let next = ancestor {
        entity.inheritedProperties = next.storedProperties + entity.inheritedProperties
        ancestor = next.superentityName.flatMap { byName[$0] }
      }
    }
    return entities
  }

  private convenience init(_ resolved: ResolvedEntity) {
    self.init(resolved.table.name)
    superentityName = resolved.table.superentity
    uniquenessConstraints = resolved.table.uniquenessConstraints
    indices = resolved.table.indexes
    storedProperties = resolved.properties.map { property in
      guard let relationship = resolved.table.relationship(named: property.name) else {
        return Schema.Attribute(property)
      }
      return Schema.Relationship(
        property, destination: relationship.destination, inverseName: relationship.inverse)
    }
  }
}
