extension Schema {
  /// The description of a model class in a schema.
  ///
  /// Entities are not `Sendable`: only the code that changes an entity may use it at the same time.
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
