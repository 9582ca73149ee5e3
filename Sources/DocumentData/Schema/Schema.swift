import DocumentTables

/// The entities of a set of models: what a container stores and a document declares.
///
/// A schema of classes contains the listed classes, the classes that their relationships lead to,
/// and the superclasses of all these. It contains a subclass only if the subclass is listed. A
/// schema that was made from entities, decoded or loaded describes models without their classes:
/// bind it to classes with `bound(to:)` before using it for a container.
public final class Schema: Sendable {
  /// The newest version of the encoding of schemas.
  public static let schemaEncodingVersion = Version(2, 0, 0)
  /// The version of this schema's encoding.
  public let encodingVersion: Version
  /// The version of the schema.
  public let version: Version
  /// The listed classes, in order, then those found through them; empty if the schema was made from
  /// entities.
  package let types: [any PersistentModel.Type]
  private let linked: LinkedEntities
  /// The declarations of the classes, which do not change; nil if the schema was made from
  /// entities.
  private let stated: Result<[ResolvedEntity], SchemaProblem>?

  /// Creates a schema without entities.
  public convenience init() {
    self.init([] as [any PersistentModel.Type])
  }

  /// Creates a schema from entities and their subentities.
  ///
  /// Sets the superentity and the inherited properties of each entity.
  @_disfavoredOverload
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(describedBy: entities, version: version)
  }

  /// Creates a schema of model classes.
  public init(
    _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
  ) {
    encodingVersion = Self.schemaEncodingVersion
    self.version = version
    self.types = RelatedModels(types).types
    let stated = SchemaBuilding.resolve(self.types, version.tableVersion)
    self.stated = stated
    linked = LinkedEntities { ((try? stated.get()) ?? []).map(Entity.init) }
  }

  /// Creates a schema of model classes.
  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  /// Creates the schema of one version of an application's models.
  ///
  /// That of a ``FrozenVersion`` has entities without classes, and none if the version's text is no schema.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    if versionedSchema.isFrozen,
      let tables = try? versionedSchema.checkedTableSchema(name: "schema")
    {
      self.init(tables)
    } else {
      self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }
  }

  /// Creates the part of a schema that contains only the given classes and their related classes.
  init(_ types: [any PersistentModel.Type], of whole: Schema) {
    encodingVersion = whole.encodingVersion
    version = whole.version
    self.types = RelatedModels(types).types
    let stated = SchemaBuilding.resolve(self.types, whole.version.tableVersion)
    self.stated = stated
    guard whole.linked.made != nil, let resolved = try? stated.get() else {
      linked = LinkedEntities { ((try? stated.get()) ?? []).map(Entity.init) }
      return
    }
    // Changes to entities of the whole schema also apply to the part. The part has copies, because
    // linking changes entities, and several threads may make containers of one schema.
    let byName = whole.entitiesByName
    linked = LinkedEntities(
      linking: resolved.map { byName[$0.table.name].map { Entity(unlinked: $0) } ?? Entity($0) })
  }

  package init(describedBy entities: [Entity], version: Version) {
    encodingVersion = Self.schemaEncodingVersion
    self.version = version
    types = []
    stated = nil
    linked = LinkedEntities(entities)
  }

  /// Returns the schema in the form that tables use.
  ///
  /// - Throws: ``SchemaProblem`` if the classes or entities contradict one another.
  package func tableSchema(name: String) throws(SchemaProblem) -> TableSchema {
    var tables: [TableEntity] = []
    if let stated {
      let resolved = try stated.get()
      // Entities that were never requested cannot have been changed.
      tables =
        try linked.made.map { made throws(SchemaProblem) in
          try ChangedEntities.tables(resolved, made)
        } ?? resolved.map(\.table)
    } else {
      for entity in entities { tables.append(try TableEntity(entity)) }
    }
    return try TableSchema(name: name, version: version.tableVersion, entities: tables)
  }

  /// The entities, in the order of the classes; empty if the classes contradict one another, which
  /// a container reports.
  ///
  /// Entities live as long as the schema. Until a container is created from the schema, and before
  /// other code uses it, the schema's owner can change delete rules, counts, inverses, options,
  /// defaults for migrations, original names, constraints and indexes. The classes decide
  /// everything else: a container rejects a schema in which properties were added, removed or given
  /// other types, and its error says what to change instead.
  public var entities: [Entity] { linked.all }

  /// The first entity or property that was changed since the schema was created from its classes;
  /// the property is nil if the entity itself was changed.
  var firstChange: (entity: String, property: String?)? {
    guard linked.made != nil, let resolved = try? stated?.get(),
      let changed = try? ChangedEntities.tables(resolved, entities)
    else { return nil }
    for (before, after) in zip(resolved.lazy.map(\.table), changed) where before != after {
      return (before.name, before.firstDifference(from: after))
    }
    return nil
  }

  /// The entities by name.
  public var entitiesByName: [String: Entity] {
    Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the entity of a model class; in a schema without classes, the entity with the class's
  /// name.
  public func entity<Model: PersistentModel>(for type: Model.Type) -> Entity? {
    guard types.isEmpty || types.contains(where: { $0 == type }) else { return nil }
    return entitiesByName[Self.entityName(for: type)]
  }

  /// Returns the name of the entity of a model class: the last part of the name of its type.
  public static func entityName<Model: PersistentModel>(for type: Model.Type) -> String {
    entityName(of: type)
  }

  package static func entityName(of type: any PersistentModel.Type) -> String {
    // The text that `String(describing: type)` returns, without its checks for custom descriptions.
    _typeName(type, qualified: false)
  }

  /// Whether the schema has exactly these classes, in this order, and its entities are unchanged.
  func isUnchanged(of types: [any PersistentModel.Type]) -> Bool {
    stated != nil && linked.made == nil && self.types.elementsEqual(types) { $0 == $1 }
  }
}

extension Schema: Hashable {
  /// Whether two schemas have the same version and describe the same entities.
  public static func == (left: Schema, right: Schema) -> Bool {
    if left === right { return true }
    guard left.version == right.version else { return false }
    guard let first = try? left.tableSchema(name: ""), let second = try? right.tableSchema(name: "")
    else { return left.types.elementsEqual(right.types) { $0 == $1 } && left.types.count > 0 }
    return first == second
  }

  /// Hashes the version and the number of entities.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(entities.count)
  }
}

extension Schema: CustomDebugStringConvertible {
  /// The version, and each entity with its properties.
  public var debugDescription: String {
    (["Schema \(version)"] + entities.map { "  " + $0.debugDescription }).joined(separator: "\n")
  }
}
