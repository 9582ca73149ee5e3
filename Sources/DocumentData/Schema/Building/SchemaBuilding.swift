import DocumentMigration
import DocumentTables

/// One entity of a schema: the class, its own properties, and the resulting entity of the tables.
struct ResolvedEntity: @unchecked Sendable {
  // Unchecked, because key paths and the initialisers' closures are not marked Sendable: neither
  // changes, and both come from generated code that captures nothing.
  let type: any PersistentModel.Type
  let properties: [Schema.PropertyMetadata]
  let table: TableEntity
  /// The constraints and indexes of ``table``, in the order of their declaration in the class.
  let uniquenessConstraints: [[String]]
  let indexes: [[String]]
  /// The lists of ``indexes`` that are declared as R-trees.
  let rtreeIndexes: [[String]]
}

/// Builds schemas for tables from model classes.
package enum SchemaBuilding {
  /// Returns the schema of a list of model classes and their related classes.
  package static func tableSchema(
    of types: [any PersistentModel.Type], name: String, version: SchemaVersion?
  ) throws(SchemaProblem) -> TableSchema {
    let entities = try resolve(RelatedModels(types).types, version).get().map(\.table)
    return try TableSchema(name: name, version: version, entities: entities)
  }

  static func resolve(
    _ types: [any PersistentModel.Type], _ version: SchemaVersion?
  ) -> Result<[ResolvedEntity], SchemaProblem> {
    Result { () throws(SchemaProblem) -> [ResolvedEntity] in
      try checkNames(of: types, version)
      try NamesakeClasses(types).checkRequired()
      let inverses = try InverseResolution(types)
      var entities: [ResolvedEntity] = []
      for type in types {
        // Requesting the metadata also registers defaults for missing members with
        // `DecodingDefaults`, before any stored value is decoded.
        let properties = Array(RelatedModels.ownProperties(of: type))
        entities.append(try entity(type, properties, inverses))
      }
      return entities
    }
  }

  /// Checks that no two classes have the same name, because an entity has one class.
  private static func checkNames(
    of types: [any PersistentModel.Type], _ version: SchemaVersion?
  ) throws(SchemaProblem) {
    var classes: [String: any PersistentModel.Type] = [:]
    for type in types {
      let name = Schema.entityName(of: type)
      guard let other = classes.updateValue(type, forKey: name) else { continue }
      throw SchemaProblem(
        .duplicateName, entity: name,
        "schema version \(version?.text ?? "without number") has two classes of this name, "
          + "\(String(reflecting: other)) and \(String(reflecting: type)): list one of them, and "
          + "declare subclasses anew with their superclass")
    }
  }

  private static func entity(
    _ type: any PersistentModel.Type, _ properties: [Schema.PropertyMetadata],
    _ inverses: InverseResolution
  ) throws(SchemaProblem) -> ResolvedEntity {
    let name = Schema.entityName(of: type)
    var entity = TableEntity(
      name: name, superentity: type._$superentity.map(Schema.entityName(of:)))
    for property in properties where property.isStored {
      try add(property, of: type, inverses, to: &entity)
      if property.metadata?.isUnique ?? false {
        entity.uniquenessConstraints.append([property.name])
      }
    }
    var rtreeIndexes: [[String]] = []
    for statement in type._$statements {
      switch statement.content {
      case .originalName(let name): entity.originalName = name
      case .member: break
      case .lists(let lists):
        let paths = try names(of: lists.keyPaths, by: lists.kind, in: type)
        switch lists.kind {
        case .unique: entity.uniquenessConstraints += paths
        case .index: entity.indexes += paths
        }
        rtreeIndexes += try names(of: lists.rtrees, by: lists.kind, in: type)
      }
    }
    let unique = entity.uniquenessConstraints.distinct
    let indexes = entity.indexes.distinct
    let table = TableEntity(
      name: entity.name, superentity: entity.superentity, originalName: entity.originalName,
      attributes: entity.attributes,
      relationships: entity.relationships, uniquenessConstraints: unique, indexes: indexes)
    return ResolvedEntity(
      type: type, properties: properties, table: table, uniquenessConstraints: unique,
      indexes: indexes, rtreeIndexes: rtreeIndexes.distinct)
  }

  /// Adds an attribute or a relationship.
  private static func add(
    _ property: Schema.PropertyMetadata, of type: any PersistentModel.Type,
    _ inverses: InverseResolution, to entity: inout TableEntity
  ) throws(SchemaProblem) {
    func relationship(
      _ destination: any PersistentModel.Type, isToMany: Bool, isNullable: Bool
    ) -> TableRelationship {
      TableRelationship(
        property, destination: destination, isToMany: isToMany, isNullable: isNullable,
        inverse: inverses.inverse(of: property.name, in: type))
    }
    switch property.kind {
    case .attribute where property.metadata is Schema.Relationship:
      throw SchemaProblem(
        .malformed, entity: entity.name, property: property.name,
        "@Relationship does not go with \(property.valueType), which is no model: remove it, or "
          + "write @Attribute")
    case .attribute(let coding):
      if let value = coding.storedCases.lazy.compactMap(\.cases.contradiction).first {
        throw SchemaProblem(
          .malformed, entity: entity.name, property: property.name,
          "originalRawValues of its type \(property.valueType) has "
            + "\(MigrationStep.excerpt(value)), which is the raw value of a case: a stored value "
            + "would have two meanings")
      }
      entity.attributes.append(TableAttribute(property, coding))
    case .toOne(let destination, let isNullable):
      entity.relationships.append(
        relationship(destination, isToMany: false, isNullable: isNullable))
    case .toMany(let destination, let isNullable):
      entity.relationships.append(
        relationship(destination, isToMany: true, isNullable: isNullable))
    case .unsupported:
      let inner = (property.valueType as? any OptionalType.Type)?.wrappedType
      if let structure = (inner ?? property.valueType) as? any PersistentStructure.Type {
        _ = try structure.tableStructure()
      }
      throw SchemaProblem(
        .malformed, entity: entity.name, property: property.name,
        "its type \(property.valueType) is neither Codable nor a model: make it Codable, state "
          + "@Attribute(.transformable(by:)), or add @Transient")
    }
  }

  private static func names(
    of allKeyPaths: [[AnyKeyPath]], by kind: Schema._Statement.Lists.Kind,
    in type: any PersistentModel.Type
  ) throws(SchemaProblem) -> [[String]] {
    let metadata = ModelMetadata.of(type)
    var lists: [[String]] = []
    for keyPaths in allKeyPaths {
      var names: [String] = []
      for keyPath in keyPaths {
        let property = metadata.properties.first { $0.keypath == keyPath }?.name
        let member = kind == .index ? metadata.indexedMembers[keyPath]?.name : nil
        guard let name = property ?? member else {
          throw SchemaProblem(
            .missingProperty, entity: Schema.entityName(of: type),
            "\(kind == .unique ? "#Unique" : "#Index") names \(keyPath), "
              + "which is no persisted property of this class"
              + (kind == .unique ? "" : " and no stored member of a structure"))
        }
        names.append(name)
      }
      if !names.isEmpty { lists.append(names) }
    }
    return lists
  }
}
