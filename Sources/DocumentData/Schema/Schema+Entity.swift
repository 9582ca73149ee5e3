extension Schema {
  /// One kind of object: what a schema says about a model class.
  ///
  /// An entity is confined to whoever changes it, like any other class that is not `Sendable`.
  public final class Entity {
    /// The entity's name: the last part of the name of the class.
    public var name: String
    /// The entities whose superentity this one is; setting it tells them so.
    public var subentities: Set<Entity> = [] {
      didSet { for entity in subentities where entity.superentity !== self { adopt(entity) } }
    }
    /// The name of the entity that this one inherits from.
    public var superentityName: String?
    /// The entity that this one inherits from; it lives as long as the schema, or whoever else
    /// holds it.
    public weak var superentity: Entity?
    /// The properties that the entity declares itself.
    public var storedProperties: [any SchemaProperty]
    /// The properties that the entity inherits.
    public var inheritedProperties: [any SchemaProperty] = []
    /// Each a list of names of properties whose values, taken together, no two objects share.
    public var uniquenessConstraints: [[String]] = []
    /// Each a list of names of properties that queries look up or sort by.
    public var indices: [[String]] = []
    /// Those of ``indices`` that were stated as `.rtree`; they are ordinary ones here.
    ///
    /// Not SwiftData's, whose schemas do not tell. Documents do not note it.
    public var rtreeIndices: [[String]] = []
    /// What a document's schema says beyond that.
    var isAbstract = false
    var statedOriginalName: String?

    /// Makes an entity without properties.
    public init(_ name: String) {
      self.name = name
      storedProperties = []
    }

    /// Makes an entity.
    public convenience init(_ name: String, properties: any SchemaProperty...) {
      self.init(name)
      storedProperties = properties
    }

    /// Makes an entity with entities below it, which inherit its properties.
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
  /// Whether two entities say the same.
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
  /// The name, the superentity's and those of the properties.
  public var debugDescription: String {
    let names = properties.map(\.name).joined(separator: ", ")
    return "\(name)\(superentityName.map { ": \($0)" } ?? "") { \(names) }"
  }
}
