/// The model that a store keeps of itself: what its app declared when the store was last opened.
struct ManagedModel: Sendable, Hashable {
  /// The entities in the order of their names.
  var entities: [ManagedEntity]
  /// What the app says of the model's version, such as `2.0.0`.
  var versionIdentifiers: [String] = []

  func entity(named name: String) -> ManagedEntity? {
    var (low, high) = (0, entities.count)
    while low < high {
      let middle = low + (high - low) / 2
      if Self.precedes(entities[middle].name, name) { low = middle + 1 } else { high = middle }
    }
    return low < entities.count && entities[low].name == name ? entities[low] : nil
  }

  /// Names lie in the order of their UTF-16 units, as Foundation compares them.
  static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf16.lexicographicallyPrecedes(right.utf16)
  }

  /// The entities above each other that a model may have.
  static let deepest = 64

  /// Returns an entity and those above it, the entity first; at most one more than a model may have.
  func lineage(of name: String) -> [ManagedEntity] {
    var lineage: [ManagedEntity] = []
    var next: String? = name
    while let current = next, lineage.count <= Self.deepest, let entity = entity(named: current) {
      lineage.append(entity)
      next = entity.superentity
    }
    return lineage
  }

  /// Returns the relationship of a name that the entity declares or inherits.
  func relationship(
    _ name: String, of entity: String
  ) -> (entity: ManagedEntity, relationship: ManagedRelationship)? {
    for ancestor in lineage(of: entity) {
      if let found = ancestor.relationships.first(where: { $0.name == name }) {
        return (ancestor, found)
      }
    }
    return nil
  }
}

/// A kind of object in a store, with the properties that it declares itself.
struct ManagedEntity: Sendable, Hashable {
  var name: String
  var superentity: String?
  var isAbstract = false
  /// The name in an earlier version; nil if it was the same.
  var formerName: String?
  /// The attributes and relationships that have columns or tables, in the order of their names.
  var attributes: [ManagedAttribute] = []
  var relationships: [ManagedRelationship] = []
  /// The names of properties that the store does not keep.
  var transientNames: [String] = []
  var uniqueness: [[String]] = []
  var indexes: [[String]] = []
}

/// An attribute, or an element of a composite one.
struct ManagedAttribute: Sendable, Hashable {
  /// The numbers of the types in a model.
  enum Kind: Sendable, Hashable {
    case int16, int32, int64, decimal, double, float, text, bool, date, data, uuid, uri
    case transformable
    indirect case composite([ManagedAttribute])
    /// A type with a number of which nothing is known.
    case unknown(Int64)

    init(number: Int64, elements: [ManagedAttribute]) {
      switch number {
      case 100: self = .int16
      case 200: self = .int32
      case 300: self = .int64
      case 400: self = .decimal
      case 500: self = .double
      case 600: self = .float
      case 700: self = .text
      case 800: self = .bool
      case 900: self = .date
      case 1000: self = .data
      case 1100: self = .uuid
      case 1200: self = .uri
      case 1800: self = .transformable
      case 2100: self = .composite(elements)
      default: self = .unknown(number)
      }
    }
  }

  var name: String
  var kind: Kind
  var isOptional: Bool
  /// The name in an earlier version; nil if it was the same.
  var formerName: String?
  /// The name of the values' class, which for Swift collections is that of the Swift type.
  var valueClass: String?
  /// The name of the transformer of a transformable attribute.
  var transformer: String?
  var isExternal = false
  var isPreservedOnDeletion = false

  /// The element of an enumeration with raw values, which is stored as a composite of one element;
  /// nil for any other attribute.
  ///
  /// A struct with a single property of another name is a composite of one element, too, so the name
  /// decides.
  var rawValue: ManagedAttribute? {
    guard case .composite(let elements) = kind, let only = elements.first, elements.count == 1,
      only.name == name || only.name == "rawValue", !only.isComposite
    else { return nil }
    return only
  }

  var isComposite: Bool { if case .composite = kind { true } else { false } }
}

/// A relationship of a store.
struct ManagedRelationship: Sendable, Hashable {
  enum DeleteRule: Int64, Sendable, Hashable {
    case noAction, nullify, cascade, deny
  }

  var name: String
  var destination: String
  var inverse: String?
  var isToMany: Bool
  var isOrdered = false
  var isOptional: Bool
  var minimumCount: Int64 = 0
  /// Zero if there is none.
  var maximumCount: Int64 = 0
  var deleteRule = DeleteRule.nullify
  /// The name in an earlier version; nil if it was the same.
  var formerName: String?
}
