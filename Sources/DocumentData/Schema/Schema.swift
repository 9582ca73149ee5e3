import DocumentTables

/// The entities of a set of models: what a container stores, and what a document says of itself.
///
/// A schema of classes consists of those that are listed and of those that their relationships lead
/// to; superclasses of them belong to it too, subclasses only if they are listed. A schema that was
/// made of entities, decoded or loaded describes models without having their classes: a container
/// needs `bound(to:)` of it.
public final class Schema: Sendable {
  /// The version of the form in which schemas are encoded now.
  public static let schemaEncodingVersion = Version(1, 0, 0)
  /// The version of the form in which this schema is encoded.
  public let encodingVersion: Version
  /// The version of the schema.
  public let version: Version
  /// The classes in the order in which they were listed, then those found through them; none where
  /// the schema was made of entities.
  package let types: [any PersistentModel.Type]
  private let linked: LinkedEntities
  /// What the classes say, which does not change; nil where the entities have the word.
  private let stated: Result<[ResolvedEntity], SchemaProblem>?

  /// Makes a schema without entities.
  public convenience init() {
    self.init([] as [any PersistentModel.Type])
  }

  /// Makes a schema of entities, and of those below them.
  ///
  /// Each then knows its superentity and what it inherits.
  @_disfavoredOverload
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(describedBy: entities, version: version)
  }

  /// Makes a schema of model classes.
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

  /// Makes a schema of model classes.
  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  /// Makes a schema of one version of an application's models.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  /// The part of a schema that some of its classes make.
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
    // What was changed in the whole is changed in the part.
    let byName = whole.entitiesByName
    linked = LinkedEntities(
      linking: resolved.map { byName[$0.table.name] ?? Entity($0) })
  }

  package init(describedBy entities: [Entity], version: Version) {
    encodingVersion = Self.schemaEncodingVersion
    self.version = version
    types = []
    stated = nil
    linked = LinkedEntities(entities)
  }

  /// The schema as the tables know it.
  ///
  /// - Throws: ``SchemaProblem`` if the classes or entities contradict one another.
  package func tableSchema(name: String) throws(SchemaProblem) -> TableSchema {
    var tables: [TableEntity] = []
    if let stated {
      let resolved = try stated.get()
      // Nobody can have changed what nobody has asked for.
      tables =
        try linked.made.map { made throws(SchemaProblem) in
          try ChangedEntities.tables(resolved, made)
        } ?? resolved.map(\.table)
    } else {
      for entity in entities { tables.append(try TableEntity(entity)) }
    }
    return try TableSchema(name: name, version: version.tableVersion, entities: tables)
  }

  /// The entities, in the order of the classes; empty if these contradict one another, which a
  /// container reports.
  ///
  /// They live as long as the schema. They can be changed until a container is made of it, and it is
  /// up to the schema's owner to do so before others use it: delete rules, counts, inverses,
  /// options, defaults of migrations, former names, constraints and indexes. What the classes
  /// decide cannot be changed here: a container of a schema in which properties were added, removed
  /// or given other types says what to do instead.
  public var entities: [Entity] { linked.all }

  /// What was changed since the schema was made of its classes: the first entity, and the property
  /// where it is one.
  var firstChange: (entity: String, property: String?)? {
    guard linked.made != nil, let resolved = try? stated?.get(),
      let changed = try? ChangedEntities.tables(resolved, entities)
    else { return nil }
    for (before, after) in zip(resolved.lazy.map(\.table), changed) where before != after {
      return (before.name, before.firstDifference(from: after))
    }
    return nil
  }

  /// The entities by their names.
  public var entitiesByName: [String: Entity] {
    Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The entity of a model class; in a schema without classes the one with the class's name.
  public func entity<Model: PersistentModel>(for type: Model.Type) -> Entity? {
    guard types.isEmpty || types.contains(where: { $0 == type }) else { return nil }
    return entitiesByName[Self.entityName(for: type)]
  }

  /// The name of the entity of a model class: the last part of the name of its type.
  public static func entityName<Model: PersistentModel>(for type: Model.Type) -> String {
    entityName(of: type)
  }

  package static func entityName(of type: any PersistentModel.Type) -> String {
    // What describing the type gives, without asking first whether it describes itself.
    _typeName(type, qualified: false)
  }

  /// Whether it has exactly these classes, in this order, and nothing was changed since it was made
  /// of them.
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

  /// Hashes version and number of entities.
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
