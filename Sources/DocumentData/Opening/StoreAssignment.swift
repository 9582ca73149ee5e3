import DocumentTables

/// The assignment of the models of a container's schema to its stores.
///
/// A configuration with a schema stores the entities of that schema, including subclasses. A
/// configuration without a schema stores the entities that no writable configuration names. Several
/// stores may store the same entity.
struct StoreAssignment {
  /// The part of the schema that a configuration names.
  struct Claim {
    var name: String
    var schema: Schema?
    var allowsSave = true
  }

  /// The schema of each store, in the order of the claims.
  private(set) var schemas: [Schema] = []

  private let whole: Schema
  private let claims: [Claim]
  /// The models of each store.
  private var stores: [Set<ObjectIdentifier>]

  /// - Throws: ``SwiftDataError/configurationSchemaNotFoundInContainerSchema`` if a claim names a
  ///   model outside the whole schema; ``SwiftDataError/unknownSchema`` if no store takes an
  ///   entity, if an entity is related to or inherits from one that its store does not have, or if
  ///   the schema of a claim was changed and the whole schema was not.
  init(_ claims: [Claim], of whole: Schema) throws {
    self.whole = whole
    self.claims = claims
    stores = claims.map { Set(($0.schema?.types ?? []).map { ObjectIdentifier($0) }) }
    if claims.count == 1, claims[0].schema == nil || claims[0].schema == whole {
      schemas = [whole]
      return
    }
    for claim in claims {
      for type in claim.schema?.types ?? [] where !whole.types.contains(where: { $0 == type }) {
        throw Self.notFound(type, claim, whole)
      }
    }
    try placeRest()
    try checkTies()
    for claim in claims { try Self.checkChanges(claim, whole) }
    schemas = stores.map { store in
      Schema(whole.types.filter { store.contains(ObjectIdentifier($0)) }, of: whole)
    }
  }

  /// Assigns models that no writable configuration names.
  ///
  /// A model that no schema names is stored with its nearest superclass that a schema names. If it
  /// has none, or if only read-only configurations store the model, the stores without a schema
  /// take it.
  private mutating func placeRest() throws {
    let rest = claims.indices.filter { claims[$0].schema == nil }
    var named: Set<ObjectIdentifier> = []
    var writable: Set<ObjectIdentifier> = []
    for (claim, store) in zip(claims, stores) {
      named.formUnion(store)
      if claim.allowsSave { writable.formUnion(store) }
    }
    let given = stores
    for type in whole.types {
      let identifier = ObjectIdentifier(type)
      var homes: [Int] = []
      if !named.contains(identifier) {
        var ancestor = type._$superentity
        while let next = ancestor, homes.isEmpty {
          homes = claims.indices.filter { given[$0].contains(ObjectIdentifier(next)) }
          ancestor = next._$superentity
        }
      }
      let isWritable =
        writable.contains(identifier) || homes.contains { claims[$0].allowsSave }
      if !isWritable { homes += rest }
      for home in homes { stores[home].insert(identifier) }
      guard stores.contains(where: { $0.contains(identifier) }) else { throw leftOver(type) }
    }
  }

  /// Checks that a configuration's schema only selects models: their definitions come from the
  /// container's schema.
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

  private func leftOver(_ type: any PersistentModel.Type) -> SwiftDataError {
    let names = claims.map { "“\($0.name)”" }.joined(separator: ", ")
    return SwiftDataError(
      .unknownSchema,
      "no configuration has a place for it: add it to the schema of \(names), or add a "
        + "configuration without schema, which takes what is left",
      entity: Schema.entityName(of: type))
  }

  /// Checks that no relationship and no inheritance crosses from one store to another.
  private func checkTies() throws {
    let listed = Dictionary(
      whole.types.map { (Schema.entityName(of: $0), ObjectIdentifier($0)) },
      uniquingKeysWith: { first, _ in first })
    for (store, claim) in zip(stores, claims) {
      for type in whole.types where store.contains(ObjectIdentifier(type)) {
        func check(_ other: any PersistentModel.Type, _ words: String, _ property: String?) throws {
          guard let identifier = listed[Schema.entityName(of: other)],
            !store.contains(identifier),
            let home = stores.firstIndex(where: { $0.contains(identifier) })
          else { return }
          throw SwiftDataError(
            .unknownSchema,
            "\(words) \(Schema.entityName(of: other)), which configuration “\(claims[home].name)” "
              + "keeps in another store than “\(claim.name)”: give both to one configuration",
            entity: Schema.entityName(of: type), property: property)
        }
        if let superentity = type._$superentity { try check(superentity, "it inherits from", nil) }
        for property in RelatedModels.ownProperties(of: type) {
          guard let destination = property.kind.destination else { continue }
          try check(destination, "the relationship leads to", property.name)
        }
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
}
