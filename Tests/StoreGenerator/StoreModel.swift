/// A model of entities, as SwiftData and Core Data describe one.
package struct StoreModel: Sendable, Hashable {
  package var entities: [StoreEntity]
  package var versionIdentifier: String

  package init(_ entities: [StoreEntity], version: String = "1.0.0") {
    self.entities = entities
    versionIdentifier = version
  }

  package func entity(named name: String) -> StoreEntity? {
    entities.first { $0.name == name }
  }

  /// Returns an entity and its superentities, the root first.
  package func lineage(of name: String) -> [StoreEntity] {
    var lineage: [StoreEntity] = []
    var next: String? = name
    while let current = next, let entity = entity(named: current) {
      lineage.insert(entity, at: 0)
      next = entity.superentity
    }
    return lineage
  }

  /// Returns the names of the direct subentities, sorted.
  package func subentities(of name: String) -> [String] {
    entities.filter { $0.superentity == name }.map(\.name).sorted()
  }

  /// Returns an entity's name and those of all entities below it, depth first.
  package func family(of name: String) -> [String] {
    [name] + subentities(of: name).flatMap { family(of: $0) }
  }

  /// Returns the properties of an entity and its superentities.
  package func properties(of name: String) -> [StoreProperty] {
    lineage(of: name).flatMap(\.properties)
  }

  package func relationship(_ name: String, of entity: String) -> StoreRelationship? {
    for case .relationship(let found) in properties(of: entity) where found.name == name {
      return found
    }
    return nil
  }
}

/// An entity with its own properties.
package struct StoreEntity: Sendable, Hashable {
  package var name: String
  package var superentity: String?
  package var properties: [StoreProperty]
  /// Names of attributes whose values are unique together.
  package var uniqueness: [[String]]
  /// Names of attributes that are indexed together.
  package var indexes: [[String]]
  /// The name in an earlier version.
  package var renamingIdentifier: String?

  package init(
    _ name: String, of superentity: String? = nil, uniqueness: [[String]] = [],
    indexes: [[String]] = [], renamed: String? = nil, _ properties: [StoreProperty]
  ) {
    self.name = name
    self.superentity = superentity
    self.uniqueness = uniqueness
    self.indexes = indexes
    renamingIdentifier = renamed
    self.properties = properties
  }
}

/// A property of an entity.
package enum StoreProperty: Sendable, Hashable {
  case attribute(StoreAttribute)
  case relationship(StoreRelationship)

  package var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }
}

/// An attribute, or an element of a composite one.
package struct StoreAttribute: Sendable, Hashable {
  package indirect enum Kind: Sendable, Hashable {
    case int16, int32, int64, decimal, double, float, string, bool, date, binary, uuid, uri
    /// An archive or other bytes behind the name of a transformer.
    case transformable(Content)
    /// A Codable struct, or an enumeration.
    case composite([StoreAttribute], Meaning)
    /// An array or another collection inside a struct: JSON as bytes.
    case json
  }

  /// The bytes of a transformable attribute.
  package enum Content: Sendable, Hashable {
    /// A keyed archive of an array of strings.
    case strings
    /// A keyed archive of a dictionary with strings, numbers, dates and data.
    case dictionary
    /// Bytes that no property list describes.
    case opaque
  }

  /// The Swift type behind a composite.
  package enum Meaning: Sendable, Hashable {
    case structure
    /// An enumeration with raw values: one element with the property's name.
    case rawValue
    /// An enumeration with payloads: an element for each case, at most one of them with a value.
    case cases
  }

  package var name: String
  package var kind: Kind
  package var isOptional: Bool
  package var isExternal: Bool
  package var keepsValueInHistory: Bool
  /// Whether the framework computes the value, which the store keeps.
  package var isDerived: Bool
  package var renamingIdentifier: String?

  package init(
    _ name: String, _ kind: Kind, optional: Bool = false, external: Bool = false,
    keepsValueInHistory: Bool = false, derived: Bool = false, renamed: String? = nil
  ) {
    self.name = name
    self.kind = kind
    isOptional = optional
    isExternal = external
    self.keepsValueInHistory = keepsValueInHistory
    isDerived = derived
    renamingIdentifier = renamed
  }

  /// The attributes that have columns: this one, or those of a composite in their order.
  package var leaves: [StoreAttribute] {
    guard case .composite(let elements, _) = kind else { return [self] }
    return elements.flatMap(\.leaves)
  }

  /// The number of the type in the model.
  package var typeNumber: Int64 {
    switch kind {
    case .int16: 100
    case .int32: 200
    case .int64: 300
    case .decimal: 400
    case .double: 500
    case .float: 600
    case .string: 700
    case .bool: 800
    case .date: 900
    case .binary, .json: 1000
    case .uuid: 1100
    case .uri: 1200
    case .transformable: 1800
    case .composite: 2100
    }
  }

  /// The declared type of the column.
  package var columnType: String {
    switch kind {
    case .int16, .int32, .int64, .bool: "INTEGER"
    case .decimal: "DECIMAL"
    case .double, .float: "FLOAT"
    case .string, .uri: "VARCHAR"
    case .date: "TIMESTAMP"
    case .binary, .json, .uuid, .transformable, .composite: "BLOB"
    }
  }

  /// The class of the values in the model.
  package var valueClassName: String? {
    switch kind {
    case .int16, .int32, .int64, .double, .float, .bool: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binary, .json: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .transformable: nil
    case .composite: "NSDictionary"
    }
  }
}

/// A relationship of an entity.
package struct StoreRelationship: Sendable, Hashable {
  package enum DeleteRule: Int64, Sendable, Hashable {
    case noAction, nullify, cascade, deny
  }

  package var name: String
  package var destination: String
  package var inverse: String?
  package var isToMany: Bool
  package var isOrdered: Bool
  package var isOptional: Bool
  package var deleteRule: DeleteRule
  package var renamingIdentifier: String?

  package init(
    _ name: String, to destination: String, inverse: String? = nil, many: Bool = false,
    ordered: Bool = false, optional: Bool = true, deleteRule: DeleteRule = .nullify
  ) {
    self.name = name
    self.destination = destination
    self.inverse = inverse
    isToMany = many
    isOrdered = ordered
    isOptional = optional
    self.deleteRule = deleteRule
  }
}
