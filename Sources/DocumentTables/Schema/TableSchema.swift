/// A schema as a value: what a document embeds, what a frozen file of a released version holds, and
/// what model classes say, all in one form that can be compared.
package struct TableSchema: Hashable, Sendable {
  /// The most entities, properties of one entity, and names in one entity's constraints or indexes.
  package static let maximumCount = 4096
  /// The most properties of all entities together, inherited ones counted at each entity.
  package static let maximumProperties = 500_000
  /// The most places for values.
  ///
  /// That is the sum over hierarchies of their entities times the properties that
  /// these declare. Each entity has to know which columns of its table are not its own.
  package static let maximumPlaces = 8_000_000
  /// The most superentities above one entity.
  package static let maximumDepth = 64
  /// The most UTF-8 bytes of a name: a part named after an entity must fit into an archive.
  package static let maximumNameLength = 255

  package let name: String
  package let version: SchemaVersion?
  /// In the order of the UTF-8 bytes of their names.
  package let entities: [TableEntity]
  /// In the order of the UTF-8 bytes of the root entities' names.
  package let hierarchies: [HierarchyLayout]
  /// One for each of ``hierarchies``.
  let indexedColumns: [IndexedColumns]
  private let hierarchyIndexes: [String: Int]
  private let layout: SchemaLayout

  /// Checks the entities against one another and lays out their tables.
  ///
  /// Defaults and cases are put into the one form that their type has, and sets in order.
  ///
  /// - Throws: ``SchemaProblem`` for duplicate names, cycles of superentities, destinations or
  ///   inverses that do not exist or do not agree, constraints over unknown properties, defaults
  ///   and cases that are not of their type, and numbers beyond the limits.
  package init(
    name: String, version: SchemaVersion?, entities: [TableEntity]
  ) throws(SchemaProblem) {
    self.name = name
    self.version = version
    if let version, SchemaVersion(text: version.text) != version {
      throw SchemaProblem(.malformed, "the version \(version.text) is not three small numbers")
    }
    var canonical: [TableEntity] = []
    canonical.reserveCapacity(entities.count)
    for entity in entities { canonical.append(try entity.canonical()) }
    canonical.sort { utf8Precedes($0.name, $1.name) }
    self.entities = canonical
    try SchemaLayout.checkLengths(of: canonical)
    layout = SchemaLayout(canonical)
    hierarchies = try layout.hierarchies()
    var indexes: [String: Int] = [:]
    for (index, hierarchy) in hierarchies.enumerated() {
      for entity in hierarchy.entities { indexes[entity.name] = index }
    }
    hierarchyIndexes = indexes
    indexedColumns = hierarchies.map { [layout] in IndexedColumns($0, entity: layout.entity) }
  }

  /// The same entities under another name or version.
  package func renamed(_ name: String? = nil, version: SchemaVersion?) throws(SchemaProblem)
    -> TableSchema
  {
    try TableSchema(name: name ?? self.name, version: version, entities: entities)
  }

  package func entity(named name: String) -> TableEntity? {
    layout.entity(named: name)
  }

  /// The position in ``hierarchies`` of the table that holds an entity's objects.
  package func hierarchyIndex(of entity: String) -> Int? { hierarchyIndexes[entity] }

  /// The entity and its superentities, from the entity itself up to its root.
  package func lineage(of entity: String) -> [TableEntity] {
    layout.entity(named: entity).map(layout.lineage) ?? []
  }

  /// Whether objects of `entity` are objects of `ancestor` too.
  package func isEntity(_ entity: String, kindOf ancestor: String) -> Bool {
    var next = layout.entity(named: entity)
    // No entity has more superentities, so the walk ends.
    for _ in 0...Self.maximumDepth {
      guard let current = next else { return false }
      if current.name == ancestor { return true }
      next = current.superentity.flatMap(layout.entity)
    }
    return false
  }

  /// The relationship of that name which the entity declares or inherits, and its declaring entity.
  package func relationship(
    named name: String, of entity: String
  ) -> (entity: TableEntity, relationship: TableRelationship)? {
    for ancestor in lineage(of: entity) {
      if let found = ancestor.relationship(named: name) { return (ancestor, found) }
    }
    return nil
  }

  /// Where the truth of a declared relationship stands.
  package func storage(
    of relationship: TableRelationship, declaredIn entity: String
  ) -> RelationshipStorage {
    layout.storage(of: relationship, declaredIn: entity)
  }
}

extension TableSchema {
  package static func == (left: TableSchema, right: TableSchema) -> Bool {
    left.name == right.name && left.version == right.version && left.entities == right.entities
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(version)
    hasher.combine(entities)
  }
}
