/// A schema as a value: what a document embeds, what a frozen file of a released version holds, and
/// what model classes say, all in one form that can be compared.
package struct TableSchema: Hashable, Sendable {
  /// The most entities, and the most properties of one entity, that a schema may have.
  package static let maximumCount = 4096

  package let name: String
  package let version: SchemaVersion?
  /// In the order of the UTF-8 bytes of their names.
  package let entities: [TableEntity]
  /// In the order of the UTF-8 bytes of the root entities' names.
  package let hierarchies: [HierarchyLayout]
  private let hierarchyIndexes: [String: Int]

  /// Checks the entities against one another and lays out their tables.
  ///
  /// - Throws: ``SchemaProblem`` for duplicate names, cycles of superentities, destinations or
  ///   inverses that do not exist or do not agree, constraints over unknown properties.
  package init(
    name: String, version: SchemaVersion?, entities: [TableEntity]
  ) throws(SchemaProblem) {
    self.name = name
    self.version = version
    let sorted = entities.sorted { utf8Precedes($0.name, $1.name) }
    self.entities = sorted
    hierarchies = try SchemaLayout(sorted).hierarchies()
    var indexes: [String: Int] = [:]
    for (index, hierarchy) in hierarchies.enumerated() {
      for entity in hierarchy.entities { indexes[entity.name] = index }
    }
    hierarchyIndexes = indexes
  }

  /// The same entities under another name or version.
  package func renamed(_ name: String? = nil, version: SchemaVersion?) throws(SchemaProblem)
    -> TableSchema
  {
    try TableSchema(name: name ?? self.name, version: version, entities: entities)
  }

  package func entity(named name: String) -> TableEntity? {
    var range = entities[...]
    while !range.isEmpty {
      let middle = range.startIndex + range.count / 2
      if entities[middle].name == name { return entities[middle] }
      if utf8Precedes(entities[middle].name, name) {
        range = range[(middle + 1)...]
      } else {
        range = range[..<middle]
      }
    }
    return nil
  }

  /// The position in ``hierarchies`` of the table that holds an entity's objects.
  package func hierarchyIndex(of entity: String) -> Int? { hierarchyIndexes[entity] }

  /// The entity and its superentities, from the entity itself up to its root.
  package func lineage(of entity: String) -> [TableEntity] {
    var result: [TableEntity] = []
    var next = self.entity(named: entity)
    while let current = next, result.count <= entities.count {
      result.append(current)
      next = current.superentity.flatMap { self.entity(named: $0) }
    }
    return result
  }

  /// Whether objects of `entity` are objects of `ancestor` too.
  package func isEntity(_ entity: String, kindOf ancestor: String) -> Bool {
    lineage(of: entity).contains { $0.name == ancestor }
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
    SchemaLayout(entities).storage(of: relationship, declaredIn: entity)
  }
}
