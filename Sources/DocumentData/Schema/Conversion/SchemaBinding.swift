import DocumentTables

extension Schema {
  /// The schema with the classes that its entities are of, found by their names.
  ///
  /// A container needs the classes of a schema that was made of entities, decoded or loaded.
  ///
  /// - Throws: As `bound(to:)` with an array does.
  public func bound(to types: any PersistentModel.Type...) throws -> Schema {
    try bound(to: types)
  }

  /// The schema with the classes that its entities are of, found by their names.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` naming the entity that has no class among these and
  ///   those related to them, or the first difference between the schema and the classes.
  public func bound(to types: [any PersistentModel.Type]) throws -> Schema {
    let own = try statedTableSchema(name: "schema")
    let named = types.filter { own.entity(named: Schema.entityName(of: $0)) != nil }
    let made = Schema(named, version: version)
    let found = Set(made.types.map(Schema.entityName(of:)))
    if let entity = own.entities.first(where: { !found.contains($0.name) }) {
      throw SwiftDataError(
        .unknownSchema, "no class of that name is given: add \(entity.name).self",
        entity: entity.name)
    }
    let classes = try made.statedTableSchema(name: "schema")
    guard classes.modelFingerprint() == own.modelFingerprint() else {
      let first = SchemaComparison.deviations(classes, own).first
      throw SwiftDataError(
        .unknownSchema,
        "the classes are not those of the schema"
          + (first.map { ": \($0.words("the classes", "the schema"))" } ?? ""),
        entity: first?.entity, property: first?.property)
    }
    return made
  }

  /// Whether the classes of the entities are known.
  package var hasClasses: Bool { !types.isEmpty || entities.isEmpty }

  /// The schema as the tables know it, its problems as errors for users.
  func statedTableSchema(name: String) throws -> TableSchema {
    do {
      return try tableSchema(name: name)
    } catch {
      throw SwiftDataError(
        .unknownSchema, error.detail, entity: error.entity, property: error.property,
        underlying: error)
    }
  }

  /// The schema as the tables know it, for a container: with classes, and with the value
  /// transformers that its attributes need.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` naming entity and property.
  func checkedTableSchema(name: String) throws -> TableSchema {
    let schema = try statedTableSchema(name: name)
    guard hasClasses else {
      throw SwiftDataError(
        .unknownSchema,
        "the schema was not made of classes, so nobody knows what its objects are: give the "
          + "container what bound(to:) makes of it and the model classes")
    }
    for entity in schema.entities {
      for attribute in entity.attributes {
        guard let name = attribute.transformer else { continue }
        let transformer = ValueTransformerRegistry.transformer(named: name)
        guard transformer?.isReversible != true else { continue }
        throw SwiftDataError(
          .unknownSchema,
          transformer == nil
            ? "no value transformer is registered as \(name): call "
              + "ValueTransformer.setValueTransformer(_:forName:) before making the container"
            : "the value transformer \(name) does not allow the reverse transformation",
          entity: entity.name, property: attribute.name)
      }
    }
    return schema
  }
}
