import DocumentTables

/// The table entity of a model class, with the changes that a program made to the schema's entity.
///
/// Every difference from the entity that the class alone would result in is a change. The class
/// decides its properties, their types and their storage, so a program cannot change these.
struct ChangedEntity {
  private(set) var table: TableEntity
  /// The relationships that were given another inverse or none.
  private(set) var inverses: [String: (destination: String, inverse: String?)] = [:]
  private let name: String

  init(_ entity: Schema.Entity, of resolved: ResolvedEntity) throws(SchemaProblem) {
    table = resolved.table
    name = resolved.table.name
    let stated = Schema.Entity(resolved)
    try checkPlace(entity, stated, resolved)
    let changed = try byName(entity)
    for original in stated.storedProperties {
      guard let property = changed[original.name] else {
        throw refusal(
          original.name, "was taken out of the schema, and its class has it",
          "remove it from the class, or mark it @Transient")
      }
      if let original = original as? Schema.Attribute {
        try change(original, to: property, resolved)
      } else if let original = original as? Schema.Relationship {
        try change(original, to: property, resolved)
      }
    }
    let known = Set(stated.storedProperties.map(\.name))
    if let added = changed.keys.filter({ !known.contains($0) }).min() {
      throw refusal(
        added, "was added to the schema, and its class has no such property", "add it there")
    }
    try changeLists(entity, stated, changed)
  }

  private func refusal(_ property: String?, _ what: String, _ remedy: String) -> SchemaProblem {
    SchemaProblem(.malformed, entity: name, property: property, "it \(what): \(remedy)")
  }

  // MARK: The entity

  private func checkPlace(
    _ entity: Schema.Entity, _ stated: Schema.Entity, _ resolved: ResolvedEntity
  ) throws(SchemaProblem) {
    guard entity.name == name else {
      throw refusal(nil, "was renamed to \(entity.name) in the schema", "rename the class")
    }
    guard entity.superentityName == stated.superentityName else {
      throw refusal(
        nil, "was given another superentity in the schema",
        "let the class inherit from \(entity.superentityName ?? "no model")")
    }
    let inherited = resolved.type._$superentity?.schemaMetadata ?? []
    guard Set(entity.inheritedProperties.map(\.name)) == Set(inherited.map(\.name)) else {
      throw refusal(
        nil, "was given other inherited properties in the schema",
        "change the class that declares them")
    }
    let declared = entity.superentity?.properties ?? []
    for property in entity.inheritedProperties {
      guard let own = declared.first(where: { $0.name == property.name }),
        own as AnyObject !== property as AnyObject,
        AnyHashable(erasing: own) != AnyHashable(erasing: property)
      else { continue }
      throw refusal(
        property.name, "was changed among the inherited properties",
        "change it in the entity that declares it")
    }
  }

  private func byName(
    _ entity: Schema.Entity
  ) throws(SchemaProblem) -> [String: any SchemaProperty] {
    var properties: [String: any SchemaProperty] = [:]
    for property in entity.storedProperties where !(property is any StatedLists) {
      guard property is Schema.Attribute || property is Schema.Relationship else {
        throw refusal(
          property.name, "is a \(type(of: property)), of which nothing is known",
          "use Schema.Attribute or Schema.Relationship")
      }
      guard properties.updateValue(property, forKey: property.name) == nil else {
        throw refusal(property.name, "occurs in the schema twice", "remove one")
      }
    }
    return properties
  }

  // MARK: Attributes

  private mutating func change(
    _ original: Schema.Attribute, to property: any SchemaProperty, _ resolved: ResolvedEntity
  ) throws(SchemaProblem) {
    guard let attribute = property as? Schema.Attribute else {
      throw refusal(property.name, "is an attribute in its class", "change its type there")
    }
    guard attribute.valueType == Any.self || attribute.valueType == original.valueType else {
      throw refusal(
        property.name, "is a \(original.valueType) in its class, not a \(attribute.valueType)",
        "change its type there")
    }
    for option in Set(attribute.options).symmetricDifference(original.options)
    where option.isDecidedByClass {
      throw refusal(
        property.name, "was changed in .\(option.name), which decides how its class stores it",
        "state or remove @Attribute(.\(option.name)) there")
    }
    guard let index = table.attributes.firstIndex(where: { $0.name == original.name }) else {
      return
    }
    var changed = table.attributes[index]
    if attribute.options != original.options {
      changed.isExternal = attribute.options.areExternal(changed.type)
      changed.isPreservedOnDeletion = attribute.options.contains(.preserveValueOnDeletion)
      changed.recordedOptions = attribute.options.recorded(of: changed.type)
    }
    if attribute.statedOriginalName != original.statedOriginalName {
      changed.originalName = attribute.otherOriginalName
    }
    if attribute.hashModifier != original.hashModifier {
      changed.hashModifier = attribute.hashModifier
    }
    if attribute.hasOwnDefault {
      changed.defaultValue = try defaultValue(of: attribute, resolved)
    }
    table.attributes[index] = changed
  }

  private func defaultValue(
    of attribute: Schema.Attribute, _ resolved: ResolvedEntity
  ) throws(SchemaProblem) -> AttributeDefault {
    guard let content = attribute.defaultValue,
      let property = resolved.properties.first(where: { $0.name == attribute.name }),
      case .attribute(let coding) = property.kind
    else { return .none }
    do {
      return .value(try coding.encodeAny(content))
    } catch {
      throw refusal(
        attribute.name, "was given a default that is none of its values (\(error.description))",
        "state a \(property.valueType)")
    }
  }

  // MARK: Relationships

  private mutating func change(
    _ original: Schema.Relationship, to property: any SchemaProperty, _ resolved: ResolvedEntity
  ) throws(SchemaProblem) {
    guard let relationship = property as? Schema.Relationship else {
      throw refusal(property.name, "is a relationship in its class", "change its type there")
    }
    guard relationship.valueType == Any.self || relationship.valueType == original.valueType,
      relationship.destination.isEmpty || relationship.destination == original.destination
    else {
      throw refusal(
        property.name, "leads to \(original.destination) as \(original.valueType) in its class",
        "change its type there")
    }
    guard let index = table.relationships.firstIndex(where: { $0.name == original.name }) else {
      return
    }
    var changed = table.relationships[index]
    if relationship.deleteRule != original.deleteRule {
      changed.deleteRule = DeleteRule(relationship.deleteRule)
    }
    changed.minimumCount = TableRelationship.limit(relationship.minimumModelCount)
    changed.maximumCount = TableRelationship.limit(relationship.maximumModelCount)
    if relationship.statedOriginalName != original.statedOriginalName {
      changed.originalName = relationship.otherOriginalName
    }
    if relationship.hashModifier != original.hashModifier {
      changed.hashModifier = relationship.hashModifier
    }
    table.relationships[index] = changed
    try noteInverse(relationship, original, resolved)
  }

  private mutating func noteInverse(
    _ relationship: Schema.Relationship, _ original: Schema.Relationship,
    _ resolved: ResolvedEntity
  ) throws(SchemaProblem) {
    // A new relationship that says nothing about its other end keeps the inverse of the original.
    let isSilent =
      relationship.destination.isEmpty && relationship.inverseName == nil
      && relationship.inverseKeyPath == nil
    if isSilent { return }
    if let keyPath = relationship.inverseKeyPath, keyPath != original.inverseKeyPath {
      let property = resolved.properties.first { $0.name == relationship.name }
      guard
        let inverse = property?.kind.destination?.schemaMetadata.first(where: {
          $0.keypath == keyPath
        })
      else {
        throw refusal(
          relationship.name, "was given an inverse that is no property of \(original.destination)",
          "name one that leads back")
      }
      inverses[relationship.name] = (original.destination, inverse.name)
    } else if relationship.inverseName != original.inverseName {
      inverses[relationship.name] = (original.destination, relationship.inverseName)
    }
  }

  /// Sets the inverse of a relationship; nil removes it.
  mutating func set(_ inverse: String?, of relationship: String) {
    guard let index = table.relationships.firstIndex(where: { $0.name == relationship })
    else { return }
    table.relationships[index].inverse = inverse
  }

  // MARK: Constraints and indexes

  private mutating func changeLists(
    _ entity: Schema.Entity, _ stated: Schema.Entity, _ properties: [String: any SchemaProperty]
  ) throws(SchemaProblem) {
    // A changed `.unique` option overrides the list of that single property.
    var unique = try entity.lists(.unique, entity.uniquenessConstraints)
    for original in stated.storedProperties {
      guard let property = properties[original.name], property.isUnique != original.isUnique
      else { continue }
      unique.removeAll { $0 == [original.name] }
      if property.isUnique { unique.append([original.name]) }
    }
    let indexes = try entity.lists(.index, entity.indices)
    table = TableEntity(
      name: table.name, superentity: table.superentity, originalName: table.originalName,
      isAbstract: table.isAbstract, attributes: table.attributes,
      relationships: table.relationships, uniquenessConstraints: unique, indexes: indexes)
  }
}

extension AnyHashable {
  fileprivate init(erasing property: any SchemaProperty) {
    func erase<Property: SchemaProperty>(_ property: Property) -> AnyHashable {
      AnyHashable(property)
    }
    self = erase(property)
  }
}

extension Schema.Attribute.Option {
  /// Whether the accessors that the macro generates, or the checks at opening, depend on the
  /// option.
  fileprivate var isDecidedByClass: Bool { self == .ephemeral || transformer != nil }
}

extension Schema.Attribute {
  fileprivate var otherOriginalName: String? { originalName == name ? nil : originalName }
}

extension Schema.Relationship {
  fileprivate var otherOriginalName: String? { originalName == name ? nil : originalName }
}
