import DocumentTables

/// Which models of a container's schema stand in which of its stores.
///
/// A configuration with a schema takes that schema's entities, subclasses included; the first one
/// without takes what is left.
struct StoreAssignment {
  /// What a configuration says of it.
  struct Claim {
    var name: String
    var schema: Schema?
  }

  /// The schema of each store, in the order of the claims.
  private(set) var schemas: [Schema] = []

  /// - Throws: ``SwiftDataError/configurationSchemaNotFoundInContainerSchema`` where a claim is not
  ///   part of the whole, ``SwiftDataError/duplicateConfiguration`` where two claim one entity, and
  ///   ``SwiftDataError/unknownSchema`` where an entity is left over, or is tied to one of another
  ///   store.
  init(_ claims: [Claim], of whole: Schema) throws {
    if claims.count == 1, claims[0].schema == nil || claims[0].schema == whole {
      schemas = [whole]
      return
    }
    var owners: [ObjectIdentifier: Int] = [:]
    for (index, claim) in claims.enumerated() {
      for type in claim.schema?.types ?? [] {
        guard whole.types.contains(where: { $0 == type }) else {
          throw Self.notFound(type, claim, whole)
        }
        if let other = owners.updateValue(index, forKey: ObjectIdentifier(type)) {
          throw Self.claimedTwice(type, claims, other, index)
        }
      }
    }
    let rest = claims.firstIndex { $0.schema == nil }
    for type in whole.types where owners[ObjectIdentifier(type)] == nil {
      owners[ObjectIdentifier(type)] = try Self.owner(of: type, owners, claims, rest)
    }
    if let rest, let other = claims.indices.first(where: { $0 > rest && claims[$0].schema == nil })
    {
      throw Self.claimedTwice(whole.types.first, claims, rest, other)
    }
    try Self.checkTies(whole, owners, claims)
    for claim in claims { try Self.checkChanges(claim, whole) }
    schemas = claims.indices.map { index in
      Schema(whole.types.filter { owners[ObjectIdentifier($0)] == index }, of: whole)
    }
  }

  /// A configuration's schema says where models stand; what they are, the container's says.
  private static func checkChanges(_ claim: Claim, _ whole: Schema) throws {
    guard let schema = claim.schema, let change = schema.firstChange,
      let own = try? schema.tableSchema(name: "").entity(named: change.entity),
      try whole.statedTableSchema(name: "").entity(named: change.entity) != own
    else { return }
    throw SwiftDataError(
      .unknownSchema,
      "it was changed in the schema of configuration “\(claim.name)” and not in the container's: "
        + "change it in the schema that the container is made for",
      entity: change.entity, property: change.property)
  }

  /// A model that no schema names stands where its superclass does.
  private static func owner(
    of type: any PersistentModel.Type, _ owners: [ObjectIdentifier: Int], _ claims: [Claim],
    _ rest: Int?
  ) throws -> Int {
    var ancestor = type._$superentity
    while let next = ancestor {
      if let owner = owners[ObjectIdentifier(next)] { return owner }
      ancestor = next._$superentity
    }
    if let rest { return rest }
    let entity = Schema.entityName(of: type)
    let names = claims.map { "“\($0.name)”" }.joined(separator: ", ")
    throw SwiftDataError(
      .unknownSchema,
      "no configuration has a place for it: add it to the schema of \(names), or add a "
        + "configuration without schema, which takes what is left", entity: entity)
  }

  /// Nothing leads from one store to another.
  private static func checkTies(
    _ whole: Schema, _ owners: [ObjectIdentifier: Int], _ claims: [Claim]
  ) throws {
    for type in whole.types {
      guard let own = owners[ObjectIdentifier(type)] else { continue }
      func check(_ other: any PersistentModel.Type, _ words: String, _ property: String?) throws {
        guard let owner = owners[ObjectIdentifier(other)], owner != own else { return }
        throw SwiftDataError(
          .unknownSchema,
          "\(words) \(Schema.entityName(of: other)), which configuration “\(claims[owner].name)” "
            + "keeps in another store than “\(claims[own].name)”: give both to one configuration",
          entity: Schema.entityName(of: type), property: property)
      }
      if let superentity = type._$superentity { try check(superentity, "it inherits from", nil) }
      for property in RelatedModels.ownProperties(of: type) {
        guard let destination = property.kind.destination else { continue }
        try check(destination, "the relationship leads to", property.name)
      }
    }
  }

  private static func notFound(
    _ type: any PersistentModel.Type, _ claim: Claim, _ whole: Schema
  ) -> SwiftDataError {
    let name = Schema.entityName(of: type)
    let namesake = whole.types.contains { Schema.entityName(of: $0) == name }
    return SwiftDataError(
      .configurationSchemaNotFoundInContainerSchema,
      namesake
        ? "configuration “\(claim.name)” names \(String(reflecting: type)), and the container's "
          + "schema has another class of that name: use the models of one version for both"
        : "configuration “\(claim.name)” names it, and the container's schema does not: add "
          + "\(String(reflecting: type)).self to the models that the container is made for",
      entity: name)
  }

  private static func claimedTwice(
    _ type: (any PersistentModel.Type)?, _ claims: [Claim], _ first: Int, _ second: Int
  ) -> SwiftDataError {
    var explanation =
      "configurations “\(claims[first].name)” and “\(claims[second].name)” both claim it"
    if let tie = type.flatMap({ Self.tie(to: $0, claims[first], claims[second]) }) {
      explanation += ", the first or the second because \(tie)"
    } else if claims[second].schema == nil {
      explanation += ": give each a schema of its own"
    }
    return SwiftDataError(
      .duplicateConfiguration, explanation, entity: type.map { Schema.entityName(of: $0) })
  }

  /// Why a schema that was made of other classes contains a model.
  private static func tie(
    to type: any PersistentModel.Type, _ first: Claim, _ second: Claim
  ) -> String? {
    for source in (first.schema?.types ?? []) + (second.schema?.types ?? []) where source != type {
      for property in RelatedModels.ownProperties(of: source)
      where property.kind.destination.map({ $0 == type }) ?? false {
        return "\(Schema.entityName(of: source)).\(property.name) leads to it"
      }
    }
    return nil
  }
}
