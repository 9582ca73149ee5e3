import DocumentTables

extension Schema {
  /// Returns the schema with the model classes of its entities, found by name.
  ///
  /// A container needs the classes of a schema that was made from entities, decoded or loaded.
  ///
  /// - Throws: The errors of `bound(to:)` with an array.
  public func bound(to types: any PersistentModel.Type...) throws -> Schema {
    try bound(to: types)
  }

  /// Returns the schema with the model classes of its entities, found by name.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema``, with the entity that has no class among the given
  ///   classes and their related classes, or with the first difference between the schema and the
  ///   classes.
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

  /// Whether the model classes of the entities are known.
  package var hasClasses: Bool { !types.isEmpty || entities.isEmpty }

  /// Returns the schema in the form that tables use; its problems are thrown as public errors.
  func statedTableSchema(name: String) throws -> TableSchema {
    do {
      return try tableSchema(name: name)
    } catch {
      throw SwiftDataError(
        .unknownSchema, error.detail, entity: error.entity, property: error.property,
        underlying: error)
    }
  }

  /// Returns the schema in the form that tables use, for a container: checks that the classes are
  /// known, and that the value transformers of the attributes are registered and reversible.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` with entity and property.
  func checkedTableSchema(name: String) throws -> TableSchema {
    let schema = try statedTableSchema(name: name)
    guard hasClasses else {
      throw SwiftDataError(
        .unknownSchema,
        "the schema was not made of classes, so it has no classes for its objects: give the "
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
