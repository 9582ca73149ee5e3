import DocumentTables

/// The entities of a set of model classes: what a container stores, and what a document says of
/// itself.
///
/// A schema is made of the classes that are listed and of those that their relationships lead to;
/// superclasses of them belong to it too, subclasses only if they are listed.
public final class Schema: Sendable {
  /// The version of the schema.
  public let version: Version
  /// The classes in the order in which they were listed, then those found through them.
  package let types: [any PersistentModel.Type]
  private let resolved: Result<[ResolvedEntity], SchemaProblem>

  /// Makes a schema without entities.
  public convenience init() {
    self.init([], version: Version(1, 0, 0))
  }

  /// Makes a schema of model classes.
  public init(
    _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
  ) {
    self.version = version
    self.types = RelatedModels(types).types
    resolved = SchemaBuilding.resolve(self.types)
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

  /// The schema as the tables know it.
  ///
  /// - Throws: ``SchemaProblem`` if the classes contradict one another.
  package func tableSchema(name: String) throws(SchemaProblem) -> TableSchema {
    try TableSchema(
      name: name, version: version.tableVersion, entities: resolved.get().map(\.table))
  }

  /// The entities, in the order of the classes; empty if these contradict one another, which a
  /// container reports.
  ///
  /// They are copies: changing one does not change the schema.
  public var entities: [Entity] {
    guard let resolved = try? resolved.get() else { return [] }
    return Entity.linked(resolved)
  }

  /// The entities by their names.
  public var entitiesByName: [String: Entity] {
    Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The entity of a model class.
  public func entity<Model: PersistentModel>(for type: Model.Type) -> Entity? {
    types.contains { $0 == type } ? entitiesByName[Self.entityName(for: type)] : nil
  }

  /// The name of the entity of a model class: the last part of the name of its type.
  public static func entityName<Model: PersistentModel>(for type: Model.Type) -> String {
    entityName(of: type)
  }

  package static func entityName(of type: any PersistentModel.Type) -> String {
    String(describing: type)
  }
}

extension Schema: Hashable {
  /// Whether two schemas have the same version and the same classes in the same order.
  public static func == (left: Schema, right: Schema) -> Bool {
    left.version == right.version && left.types.elementsEqual(right.types) { $0 == $1 }
  }

  /// Hashes version and classes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    for type in types { hasher.combine(ObjectIdentifier(type)) }
  }
}

extension Schema: CustomDebugStringConvertible {
  /// The version and the names of the entities.
  public var debugDescription: String {
    "Schema \(version): " + types.map(Self.entityName(of:)).joined(separator: ", ")
  }
}
