/// A schema as a value, the same for a document's embedded schema, a released version's frozen file
/// and model classes.
package struct TableSchema: Hashable, Sendable {
  /// The maximum number of entities, of properties of one entity, and of names in one entity's
  /// constraints or indexes.
  package static let maximumCount = 4096
  /// The maximum number of properties of all entities; inherited ones count for each entity.
  package static let maximumProperties = 500_000
  /// The maximum number of places for values.
  ///
  /// The places of a hierarchy are its entities times the properties that these declare: each
  /// entity must know which columns of its table are not its own.
  package static let maximumPlaces = 8_000_000
  /// The maximum number of superentities above one entity.
  package static let maximumDepth = 64
  /// The maximum number of UTF-8 bytes of a name; a part named after an entity must fit into an
  /// archive.
  package static let maximumNameLength = 255
  /// The maximum number of bytes of the default and the marks of one attribute; XML states them in
  /// one tag, whose length readers limit.
  package static let maximumTextLength = 1_048_576

  package let name: String
  package let version: SchemaVersion?
  /// The entities in the order of the UTF-8 bytes of their names.
  package let entities: [TableEntity]
  /// The structures that attributes are of, in the order of the UTF-8 bytes of their names.
  package let structures: [TableStructure]
  /// The hierarchies in the order of the UTF-8 bytes of the root entities' names.
  package let hierarchies: [HierarchyLayout]
  /// The columns and members of each of ``hierarchies`` that queries name.
  package let queriedColumns: [QueriedColumns]
  /// The indexed columns of each of ``hierarchies``.
  let indexedColumns: [IndexedColumns]
  private let hierarchyIndexes: [String: Int]
  private let layout: SchemaLayout

  /// Checks the entities against one another and lays out their tables.
  ///
  /// Defaults and cases get the one form of their type; sets are sorted.
  ///
  /// - Throws: ``SchemaProblem`` for duplicate names, cycles of superentities, missing or
  ///   contradictory destinations and inverses, constraints over unknown properties, defaults and
  ///   cases of another type, and numbers beyond the limits.
  package init(
    name: String, version: SchemaVersion?, entities: [TableEntity]
  ) throws(SchemaProblem) {
    self.name = name
    self.version = version
    guard name.utf8.count <= Self.maximumTextLength else {
      throw SchemaProblem(
        .tooLarge, "its name has more than \(Self.maximumTextLength) bytes")
    }
    if let version, SchemaVersion(text: version.text) != version {
      throw SchemaProblem(.malformed, "the version \(version.text) is not three small numbers")
    }
    var canonical: [TableEntity] = []
    canonical.reserveCapacity(entities.count)
    var structures: [ObjectIdentifier: TableStructure] = [:]
    for entity in entities { canonical.append(try entity.canonical(&structures)) }
    canonical.sort { utf8Precedes($0.name, $1.name) }
    self.entities = canonical
    self.structures = try SchemaLayout.structures(of: canonical)
    try SchemaLayout.checkLengths(of: canonical + self.structures.map(\.asEntity))
    layout = SchemaLayout(canonical, self.structures)
    hierarchies = try layout.hierarchies()
    var indexes: [String: Int] = [:]
    for (index, hierarchy) in hierarchies.enumerated() {
      for entity in hierarchy.entities { indexes[entity.name] = index }
    }
    hierarchyIndexes = indexes
    let queriedColumns = hierarchies.map(QueriedColumns.init)
    self.queriedColumns = queriedColumns
    indexedColumns = zip(hierarchies, queriedColumns).map { [layout] in
      IndexedColumns($0, $1, entity: layout.entity)
    }
  }

  /// Returns the same entities with another name or version.
  package func renamed(_ name: String? = nil, version: SchemaVersion?) throws(SchemaProblem)
    -> TableSchema
  {
    try TableSchema(name: name ?? self.name, version: version, entities: entities)
  }

  package func entity(named name: String) -> TableEntity? {
    layout.entity(named: name)
  }

  package func structure(named name: String) -> TableStructure? {
    structures.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Returns the position in ``hierarchies`` of the table with an entity's objects.
  package func hierarchyIndex(of entity: String) -> Int? { hierarchyIndexes[entity] }

  /// Returns the entity and its superentities, from the entity up to its root.
  package func lineage(of entity: String) -> [TableEntity] {
    layout.entity(named: entity).map(layout.lineage) ?? []
  }

  /// Returns whether objects of `entity` are also objects of `ancestor`.
  package func isEntity(_ entity: String, kindOf ancestor: String) -> Bool {
    var next = layout.entity(named: entity)
    // No entity has more superentities, so the loop ends.
    for _ in 0...Self.maximumDepth {
      guard let current = next else { return false }
      if current.name == ancestor { return true }
      next = current.superentity.flatMap(layout.entity)
    }
    return false
  }

  /// Returns the relationship of a name that the entity declares or inherits, and its declaring
  /// entity.
  package func relationship(
    named name: String, of entity: String
  ) -> (entity: TableEntity, relationship: TableRelationship)? {
    for ancestor in lineage(of: entity) {
      if let found = ancestor.relationship(named: name) { return (ancestor, found) }
    }
    return nil
  }

  /// Returns where a declared relationship is stored.
  package func storage(
    of relationship: TableRelationship, declaredIn entity: String
  ) -> RelationshipStorage {
    layout.storage(of: relationship, declaredIn: entity)
  }
}

extension TableSchema {
  package static func == (left: TableSchema, right: TableSchema) -> Bool {
    left.name == right.name && left.version == right.version && left.entities == right.entities
      && left.structures.elementsEqual(right.structures) { $0.isStated(as: $1) }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(version)
    hasher.combine(entities)
  }
}
