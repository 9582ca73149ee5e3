import DocumentTables

/// Applies a program's changes of schema entities to the entities of the model classes.
enum ChangedEntities {
  /// - Throws: ``SchemaProblem`` with entity and property if the class decides what was changed.
  static func tables(
    _ resolved: [ResolvedEntity], _ entities: [Schema.Entity]
  ) throws(SchemaProblem) -> [TableEntity] {
    var changed: [ChangedEntity] = []
    for (entity, resolved) in zip(entities, resolved) {
      changed.append(try ChangedEntity(entity, of: resolved))
    }
    pair(&changed)
    return changed.map(\.table)
  }

  /// Updates both ends of each connection that was changed at one end.
  private static func pair(_ entities: inout [ChangedEntity]) {
    let before = entities.map(\.table)
    func index(_ name: String) -> Int? { before.firstIndex { $0.name == name } }
    func declaring(_ property: String, _ entity: String) -> Int? {
      var next: String? = entity
      for _ in 0...before.count {
        guard let name = next, let found = index(name) else { return nil }
        if before[found].relationship(named: property) != nil { return found }
        next = before[found].superentity
      }
      return nil
    }
    let edits = entities.map(\.inverses)
    for (own, changes) in edits.enumerated() {
      for (property, change) in changes.sorted(by: { $0.key < $1.key }) {
        // The former other end loses its inverse, unless the program gave it another one.
        if let former = before[own].relationship(named: property)?.inverse,
          let other = declaring(former, change.destination), edits[other][former] == nil
        {
          entities[other].set(nil, of: former)
        }
      }
    }
    for (own, changes) in edits.enumerated() {
      for (property, change) in changes.sorted(by: { $0.key < $1.key }) {
        entities[own].set(change.inverse, of: property)
        if let inverse = change.inverse, let other = declaring(inverse, change.destination),
          edits[other][inverse] == nil
        {
          if let former = before[other].relationship(named: inverse)?.inverse,
            former != property, let third = declaring(former, before[own].name),
            edits[third][former] == nil
          {
            entities[third].set(nil, of: former)
          }
          entities[other].set(property, of: inverse)
        }
      }
    }
  }
}

extension TableEntity {
  /// Returns the first property that another description of the entity declares differently.
  func firstDifference(from other: TableEntity) -> String? {
    for (one, two) in zip(attributes, other.attributes) where one != two { return one.name }
    for (one, two) in zip(relationships, other.relationships) where one != two { return one.name }
    return nil
  }
}
