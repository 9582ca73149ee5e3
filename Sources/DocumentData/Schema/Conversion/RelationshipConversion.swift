import DocumentTables

extension Schema.Relationship {
  /// Creates the relationship of a property of a model class.
  convenience init(
    _ property: Schema.PropertyMetadata, destination: String, inverseName: String?
  ) {
    let stated = property.metadata as? Schema.Relationship
    // `@Attribute` may also declare the options that every property has.
    let general = property.metadata as? Schema.Attribute
    self.init(
      deleteRule: stated?.deleteRule ?? .nullify, minimumModelCount: stated?.minimumModelCount ?? 0,
      maximumModelCount: stated?.maximumModelCount ?? 0, inverse: stated?.inverseKeyPath,
      hashModifier: stated?.hashModifier ?? general?.hashModifier)
    name = property.name
    options = stated?.options ?? (general?.isUnique == true ? [.unique] : [])
    valueType = property.valueType
    keypath = property.keypath
    self.destination = destination
    self.inverseName = inverseName
    statedOriginalName = stated?.statedOriginalName ?? general?.statedOriginalName
  }

  /// Creates a relationship from the schema of a document or file.
  convenience init(_ table: TableRelationship) {
    self.init(
      deleteRule: DeleteRule(table.deleteRule), minimumModelCount: table.minimumCount ?? 0,
      maximumModelCount: table.maximumCount ?? 0, hashModifier: table.hashModifier)
    name = table.name
    statedOriginalName = table.originalName
    destination = table.destination
    inverseName = table.inverse
    valueType = Self.valueType(isToMany: table.isToMany, isNullable: table.isNullable)
  }

  /// Returns the type of a relationship whose classes are unknown.
  private static func valueType(isToMany: Bool, isNullable: Bool) -> any Any.Type {
    switch (isToMany, isNullable) {
    case (false, false): (any PersistentModel).self
    case (false, true): (any PersistentModel)?.self
    case (true, false): [any PersistentModel].self
    case (true, true): [any PersistentModel]?.self
    }
  }
}

extension TableRelationship {
  /// Converts a relationship that was made by hand, decoded or loaded.
  init(_ relationship: Schema.Relationship, of entity: String) throws(SchemaProblem) {
    let inner = PropertyKind(relationship.valueType).destination
    let destination =
      relationship.destination.isEmpty
      ? inner.map(Schema.entityName(of:)) : relationship.destination
    guard let destination else {
      throw SchemaProblem(
        .malformed, entity: entity, property: relationship.name, "it names no destination")
    }
    self.init(
      name: relationship.name, originalName: relationship.statedOriginalName,
      destination: destination, inverse: relationship.inverseName,
      isToMany: !relationship.isToOneRelationship, isNullable: relationship.isOptional,
      deleteRule: DeleteRule(relationship.deleteRule),
      minimumCount: Self.limit(relationship.minimumModelCount),
      maximumCount: Self.limit(relationship.maximumModelCount),
      hashModifier: relationship.hashModifier)
  }
}

extension DocumentTables.DeleteRule {
  init(_ rule: Schema.Relationship.DeleteRule) {
    self =
      switch rule {
      case .noAction: .noAction
      case .nullify: .nullify
      case .cascade: .cascade
      case .deny: .deny
      }
  }
}

extension Schema.Relationship.DeleteRule {
  init(_ rule: DocumentTables.DeleteRule) {
    self =
      switch rule {
      case .noAction: .noAction
      case .nullify: .nullify
      case .cascade: .cascade
      case .deny: .deny
      }
  }
}

extension Schema.Relationship {
  private enum CodingKeys: String, CodingKey {
    case name, originalName, options, destination, toMany, nullable, deleteRule, inverse
    case minimumCount, maximumCount, hashModifier
  }

  /// Reads a relationship that ``encode(to:)`` wrote.
  ///
  /// - Throws: `DecodingError`, or the errors of the decoder.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      deleteRule: try container.decode(DeleteRule.self, forKey: .deleteRule),
      minimumModelCount: try container.decodeIfPresent(Int.self, forKey: .minimumCount),
      maximumModelCount: try container.decodeIfPresent(Int.self, forKey: .maximumCount),
      originalName: try container.decodeIfPresent(String.self, forKey: .originalName),
      hashModifier: try container.decodeIfPresent(String.self, forKey: .hashModifier))
    name = try container.decode(String.self, forKey: .name)
    options = try container.decode([Option].self, forKey: .options)
    destination = try container.decode(String.self, forKey: .destination)
    inverseName = try container.decodeIfPresent(String.self, forKey: .inverse)
    valueType = Self.valueType(
      isToMany: try container.decode(Bool.self, forKey: .toMany),
      isNullable: try container.decode(Bool.self, forKey: .nullable))
  }

  /// Writes the relationship without its classes and key paths, which are written as names.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(statedOriginalName, forKey: .originalName)
    try container.encode(options, forKey: .options)
    try container.encode(destination, forKey: .destination)
    try container.encode(!isToOneRelationship, forKey: .toMany)
    try container.encode(isOptional, forKey: .nullable)
    try container.encode(deleteRule, forKey: .deleteRule)
    try container.encodeIfPresent(inverseName, forKey: .inverse)
    try container.encodeIfPresent(minimumModelCount, forKey: .minimumCount)
    try container.encodeIfPresent(maximumModelCount, forKey: .maximumCount)
    try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
  }
}
