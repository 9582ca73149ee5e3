extension Schema {
  /// The description of a model class in a schema.
  ///
  /// Entities are not `Sendable`: while code changes an entity, no other code may use it.
  public final class Entity {
    /// The entity's name: the last part of the name of the class.
    public var name: String
    /// The entities that inherit from this one; setting the property sets their superentity.
    public var subentities: Set<Entity> = [] {
      didSet { for entity in subentities where entity.superentity !== self { adopt(entity) } }
    }
    /// The name of the entity that this one inherits from.
    public var superentityName: String?
    /// The entity that this one inherits from.
    ///
    /// The reference is weak: the schema or another owner keeps the entity alive.
    public weak var superentity: Entity?
    /// The properties that the entity declares itself.
    public var storedProperties: [any SchemaProperty]
    /// The properties that the entity inherits.
    public var inheritedProperties: [any SchemaProperty] = []
    /// Lists of property names; no two objects have the same values for all properties of a list.
    public var uniquenessConstraints: [[String]] = []
    /// Lists of names of properties that queries look up or sort by.
    public var indices: [[String]] = []
    /// The lists of ``indices`` that were declared as `.rtree`; they are treated as ordinary
    /// indexes.
    ///
    /// Schemas in documents do not record the kind of an index. SwiftData has no such property.
    public var rtreeIndices: [[String]] = []
    /// Whether a document's schema declares the entity abstract; SwiftData has no such property.
    var isAbstract = false
    var statedOriginalName: String?

    /// Creates an entity without properties.
    public init(_ name: String) {
      self.name = name
      storedProperties = []
    }

    /// Creates an entity.
    public convenience init(_ name: String, properties: any SchemaProperty...) {
      self.init(name)
      storedProperties = properties
    }

    /// Creates an entity with subentities, which inherit its properties.
    public convenience init(
      _ name: String, subentities: Entity..., properties: any SchemaProperty...
    ) {
      self.init(name)
      storedProperties = properties
      self.subentities = Set(subentities)
      for entity in subentities { adopt(entity) }
    }

    private func adopt(_ entity: Entity) {
      entity.superentity = self
      entity.superentityName = name
      entity.inheritedProperties = properties
    }

    /// All properties, inherited ones first.
    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
  }
}

extension Schema.Entity: Hashable {
  /// Whether two entities have the same declaration.
  public static func == (left: Schema.Entity, right: Schema.Entity) -> Bool {
    left === right
      || left.name == right.name && left.superentityName == right.superentityName
        && left.attributes == right.attributes && left.relationships == right.relationships
        && Set(left.uniquenessConstraints) == Set(right.uniquenessConstraints)
        && Set(left.indices) == Set(right.indices)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Schema.Entity: CustomDebugStringConvertible {
  /// The name of the entity, the name of its superentity, and the names of its properties.
  public var debugDescription: String {
    let names = properties.map(\.name).joined(separator: ", ")
    return "\(name)\(superentityName.map { ": \($0)" } ?? "") { \(names) }"
  }
}

// Properties by kind and by name. Setting one of these views changes the properties that the entity
// declares itself.
extension Schema.Entity {
  /// The properties that hold values, including inherited ones.
  public var attributes: Set<Schema.Attribute> {
    get { Set(properties.compactMap { $0 as? Schema.Attribute }) }
    set {
      let inherited = inheritedPropertiesByName
      let declared = newValue.filter { inherited[$0.name] == nil }
      replace(declared.sorted { $0.name < $1.name }) { $0 is Schema.Attribute }
    }
  }

  /// The properties that lead to other objects, including inherited ones.
  public var relationships: Set<Schema.Relationship> {
    get { Set(properties.compactMap { $0 as? Schema.Relationship }) }
    set {
      let inherited = inheritedPropertiesByName
      let declared = newValue.filter { inherited[$0.name] == nil }
      replace(declared.sorted { $0.name < $1.name }) { $0 is Schema.Relationship }
    }
  }

  /// The ``attributes`` by name.
  public var attributesByName: [String: Schema.Attribute] {
    get { Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first } }
    set { attributes = Set(newValue.values) }
  }

  /// The ``relationships`` by name.
  public var relationshipsByName: [String: Schema.Relationship] {
    get { Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first } }
    set { relationships = Set(newValue.values) }
  }

  /// The ``storedProperties`` by name.
  public var storedPropertiesByName: [String: any SchemaProperty] {
    get { Dictionary(storedProperties.map { ($0.name, $0) }) { first, _ in first } }
    set { storedProperties = newValue.values.sorted { $0.name < $1.name } }
  }

  /// The ``inheritedProperties`` by name.
  public var inheritedPropertiesByName: [String: any SchemaProperty] {
    get { Dictionary(inheritedProperties.map { ($0.name, $0) }) { first, _ in first } }
    set { inheritedProperties = newValue.values.sorted { $0.name < $1.name } }
  }

  /// Replaces the declared properties of one kind; properties that remain keep their positions.
  private func replace(
    _ declared: [any SchemaProperty], where isOfKind: (any SchemaProperty) -> Bool
  ) {
    let byName = Dictionary(declared.map { ($0.name, $0) }) { first, _ in first }
    let kept = storedProperties.compactMap { isOfKind($0) ? byName[$0.name] : $0 }
    let names = Set(kept.map(\.name))
    storedProperties = kept + declared.filter { !names.contains($0.name) }
  }
}
