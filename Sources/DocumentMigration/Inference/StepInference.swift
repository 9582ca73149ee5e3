import DocumentTables

/// The inference of the steps between two schemas from their matching.
struct StepInference {
  let matching: SchemaMatching
  let old: TableSchema
  let new: TableSchema
  let way: MigrationStep.Way
  private(set) var steps: [MigrationStep] = []
  /// The old properties that match a new property.
  private let kept: Set<DeclaredProperty>

  init(
    _ matching: SchemaMatching, from old: TableSchema, to new: TableSchema, way: MigrationStep.Way
  ) {
    self.matching = matching
    self.old = old
    self.new = new
    self.way = way
    kept = Set(matching.properties.values.joined())
    compareEntities()
    for entity in new.entities { compare(entity) }
    removeProperties()
    steps.sort(by: MigrationStep.precedes)
  }

  mutating func add(
    _ change: MigrationStep.Change, _ old: MigrationStep.Place?, _ new: MigrationStep.Place?,
    hint: String? = nil
  ) {
    steps.append(MigrationStep(change, old: old, new: new, way: way, hint: hint))
  }

  private mutating func compareEntities() {
    for entity in new.entities {
      guard let name = matching.entities[entity.name] else {
        add(.addEntity(heir: heir(of: entity.name)), nil, .init(entity.name))
        continue
      }
      if name != entity.name { add(.renameEntity, .init(name), .init(entity.name)) }
    }
    let kept = Set(matching.entities.values)
    for entity in old.entities where !kept.contains(entity.name) {
      add(.removeEntity(heir: nil), .init(entity.name), nil, hint: renamingHint(entity))
    }
  }

  /// Returns the nearest superentity of a new entity that the old schema had and that could have
  /// objects.
  private func heir(of entity: String) -> String? {
    new.lineage(of: entity).lazy.compactMap { matching.entities[$0.name] }
      .first { old.entity(named: $0)?.isAbstract == false }
  }

  private func renamingHint(_ removed: TableEntity) -> String? {
    let names = Set(removed.attributes.map(\.name))
    let successor = new.entities.first { entity in
      matching.entities[entity.name] == nil
        && entity.attributes.contains { names.contains($0.name) }
    }
    return successor.map {
      "\($0.name) is new and has some of its attributes: give it the original name "
        + "\(removed.name), if it is the same entity"
    }
  }

  private mutating func compare(_ entity: TableEntity) {
    let place = MigrationStep.Place(entity.name)
    guard let name = matching.entities[entity.name], let origin = old.entity(named: name) else {
      // Properties are not worth a step if no old object can be of the entity.
      if old.hasObjects(of: entity.name, in: new, matching) { compareProperties(of: entity) }
      return
    }
    let before = MigrationStep.Place(origin.name)
    let superentity = entity.superentity.map { matching.entities[$0] ?? "" }
    if superentity != origin.superentity {
      add(
        .changeSuperentity(from: origin.superentity, to: entity.superentity), before, place)
    }
    if entity.isAbstract != origin.isAbstract {
      add(.changeAbstract(entity.isAbstract), before, place)
    }
    compareProperties(of: entity)
    compareLists(entity, origin)
  }

  private mutating func compareProperties(of entity: TableEntity) {
    for attribute in entity.attributes { compare(attribute, of: entity) }
    for relationship in entity.relationships { compare(relationship, of: entity) }
  }

  /// Adds a step if a property is matched under another name or in another entity.
  mutating func compareNames(_ before: DeclaredProperty, _ after: DeclaredProperty) {
    let places = (
      MigrationStep.Place(before.entity, before.name), MigrationStep.Place(after.entity, after.name)
    )
    if let entity = matching.entities[after.entity], entity == before.entity {
      if before.name != after.name { add(.renameProperty, places.0, places.1) }
      return
    }
    let isAbove =
      matching.successor(ofEntity: before.entity).map {
        new.isEntity($0, kindOf: after.entity)
      } ?? false
    add(isAbove ? .pullUp : .pushDown, places.0, places.1)
  }

  /// Adds steps for removed properties of entities that remain or whose objects may.
  private mutating func removeProperties() {
    let inverted = matching.inverted()
    for entity in old.entities {
      let after = inverted.entities[entity.name]
      guard after != nil || new.hasObjects(of: entity.name, in: old, inverted) else { continue }
      for attribute in entity.attributes
      where !kept.contains(DeclaredProperty(entity.name, attribute.name)) {
        add(
          .removeAttribute(attribute), .init(entity.name, attribute.name), after.map { .init($0) },
          hint: renamingHint(attribute, of: after))
      }
      for relationship in entity.relationships
      where !kept.contains(DeclaredProperty(entity.name, relationship.name)) {
        add(
          .removeRelationship(relationship), .init(entity.name, relationship.name),
          after.map { .init($0) })
      }
    }
  }

  private func renamingHint(_ removed: TableAttribute, of entity: String?) -> String? {
    guard let entity = entity.flatMap({ new.entity(named: $0) }) else { return nil }
    let candidate = entity.attributes.first { attribute in
      matching.properties[DeclaredProperty(entity.name, attribute.name)] == nil
        && attribute.name != removed.name && attribute.isSameKind(as: removed)
    }
    return candidate.map {
      "\($0.name) is new: write \(SchemaProblem.renaming(removed.name)) var \($0.name), if it is "
        + "the same value"
    }
  }

  /// Returns whether a property of this name is new and continues no old property, so that a
  /// closure must fill it.
  ///
  /// An index on such a name counts as unchanged, but a uniqueness constraint counts as new,
  /// because the new values must be checked.
  private func isMadeAnew(_ name: String, of entity: TableEntity) -> Bool {
    guard let owner = new.lineage(of: entity.name).first(where: { $0.hasProperty(name) }) else {
      return false
    }
    return matching.origins(of: DeclaredProperty(owner.name, name)).isEmpty
  }

  /// Compares constraints and indexes by the new names of their properties.
  private mutating func compareLists(_ entity: TableEntity, _ origin: TableEntity) {
    let inverted = matching.inverted()
    let lineage = Set(new.lineage(of: entity.name).map(\.name))
    func renamed(_ list: [String], orMadeAnew: Bool) -> [String]? {
      var result: [String] = []
      for name in list {
        guard let owner = old.lineage(of: origin.name).first(where: { $0.hasProperty(name) }) else {
          return nil
        }
        let successors = inverted.origins(of: DeclaredProperty(owner.name, name))
        if let after = successors.first(where: { lineage.contains($0.entity) }) {
          result.append(after.name)
        } else if orMadeAnew, successors.isEmpty, isMadeAnew(name, of: entity) {
          result.append(name)
        } else {
          return nil
        }
      }
      return result
    }
    func compare(
      _ before: [[String]], _ after: [[String]], isOrdered: Bool,
      _ added: ([String]) -> MigrationStep.Change, _ dropped: ([String]) -> MigrationStep.Change
    ) {
      let pairs = before.map { list in
        let names = renamed(list, orMadeAnew: isOrdered)
        return (list, isOrdered ? names : names?.sorted(by: utf8Precedes))
      }
      for list in after where !pairs.contains(where: { $0.1 == list }) {
        add(added(list), .init(origin.name), .init(entity.name))
      }
      for (list, names) in pairs where names.map({ !after.contains($0) }) ?? true {
        add(dropped(list), .init(origin.name), .init(entity.name))
      }
    }
    compare(
      origin.uniquenessConstraints, entity.uniquenessConstraints, isOrdered: false,
      { .addConstraint($0) }, { .dropConstraint($0) })
    compare(
      origin.indexes, entity.indexes, isOrdered: true, { .addIndex($0) }, { .dropIndex($0) })
  }
}
