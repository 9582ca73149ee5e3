import DocumentTables

extension SchemaDifference {
  /// The old entities whose objects have no place in the new schema.
  var entitiesWithoutHeir: [String] {
    old.entities.map(\.name).filter { heirs[$0] == nil }
  }

  /// Returns the old entities that a relationship of the new schema led to in the old schema but
  /// may no longer lead to.
  func entitiesLeft(by relationship: TableRelationship, _ property: DeclaredProperty)
    -> [String]
  {
    let destinations = matching.origins(of: property).compactMap {
      old.relationship($0)?.destination
    }
    return old.entities.map(\.name).filter { entity in
      guard destinations.contains(where: { old.isEntity(entity, kindOf: $0) }) else { return false }
      return heirs[entity].map { !new.isEntity($0, kindOf: relationship.destination) } ?? true
    }
  }

  /// Whether each old entity's objects are, in the new schema, still of all remaining entities that
  /// they were of before, and no relationship changes its destination.
  var keepsKinds: Bool {
    old.entities.allSatisfy { entity in
      guard let heir = heirs[entity.name] else { return false }
      let kinds = Set(new.lineage(of: heir).map(\.name))
      return old.lineage(of: entity.name).allSatisfy { ancestor in
        matching.successor(ofEntity: ancestor.name).map(kinds.contains) ?? true
      }
    } && !steps.contains { if case .changeDestination = $0.change { true } else { false } }
  }
}

extension Tables {
  /// Returns the keys of the objects of some entities, excluding their subentities.
  func keys(ofEntities names: [String]) -> Set<ObjectKey> {
    var keys: Set<ObjectKey> = []
    for name in names {
      guard let index = schema.hierarchyIndex(of: name),
        let entity = schema.hierarchies[index].entity(named: name)
      else { continue }
      for segment in tables[index].segments {
        if case .constant(let other) = segment.entities, other != entity.discriminator { continue }
        for row in 0..<segment.count where segment.entities[row] == entity.discriminator {
          keys.insert(segment.keys[row])
        }
      }
    }
    return keys
  }

  /// Removes references to objects that a relationship may no longer lead to: sets to-one
  /// references to nil and removes list members.
  ///
  /// This concerns removed objects and objects that are no longer of the destination entity.
  ///
  /// - Parameter refusesToLose: Whether a required reference must not become nil.
  /// - Throws: ``SchemaProblem`` if a required reference would become nil.
  mutating func removeReferences(
    after difference: SchemaDifference, in old: Tables, refusesToLose: Bool
  ) throws(SchemaProblem) {
    guard !difference.keepsKinds else { return }
    for (hierarchy, layout) in schema.hierarchies.enumerated() {
      for (index, column) in layout.columns.enumerated() {
        guard case .relationship(let relationship, let storage) = column.content else { continue }
        let left = difference.entitiesLeft(
          by: relationship, DeclaredProperty(column.entity, column.name))
        let keys = old.keys(ofEntities: left)
        guard !keys.isEmpty else { continue }
        var segments = tables[hierarchy].segments
        for (position, segment) in segments.enumerated() {
          guard let row = segment.columns[index].firstRow(referringTo: keys) else { continue }
          if storage == .reference, !relationship.isNullable, refusesToLose {
            throw .losesObject(column, object: segment.keys[row], difference.way)
          }
          segments[position] = Segment(
            segment,
            replacing: [index: segment.columns[index].withoutReferences(to: keys, column)])
        }
        tables[hierarchy] = Table(segments: segments)
      }
    }
  }
}

extension Column {
  fileprivate func firstRow(referringTo keys: Set<ObjectKey>) -> Int? {
    switch self {
    case .reference, .constant(.reference, _):
      (0..<count).first { reference(at: $0).map(keys.contains) ?? false }
    case .references, .constant(.references, _):
      (0..<count).first { references(at: $0)?.contains(where: keys.contains) ?? false }
    default: nil
    }
  }

  fileprivate func withoutReferences(to keys: Set<ObjectKey>, _ layout: ColumnLayout) -> Column {
    let builder = layout.makeBuilder(expectedRows: count)
    for row in 0..<count {
      switch value(at: row) {
      case .reference(let key) where keys.contains(key): builder.appendNull()
      case .references(let list): builder.append(.references(list.filter { !keys.contains($0) }))
      case let value: builder.append(value)
      }
    }
    return builder.finish()
  }
}
