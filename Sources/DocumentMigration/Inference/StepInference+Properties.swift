import DocumentTables

extension StepInference {
  private func entityBefore(_ entity: TableEntity) -> MigrationStep.Place? {
    matching.entities[entity.name].map { MigrationStep.Place($0) }
  }

  mutating func compare(_ attribute: TableAttribute, of entity: TableEntity) {
    let property = DeclaredProperty(entity.name, attribute.name)
    let place = MigrationStep.Place(entity.name, attribute.name)
    let origins = matching.origins(of: property)
    if origins.isEmpty { add(.addAttribute(attribute), entityBefore(entity), place) }
    for origin in origins {
      compareNames(origin, property)
      guard let before = old.entity(named: origin.entity)?.attribute(named: origin.name) else {
        continue
      }
      compare(before, attribute, .init(origin.entity, origin.name), place)
    }
  }

  private mutating func compare(
    _ before: TableAttribute, _ after: TableAttribute, _ old: MigrationStep.Place,
    _ new: MigrationStep.Place
  ) {
    for change in MigrationStep.changes(from: before, to: after, way) { add(change, old, new) }
  }

  mutating func compare(_ relationship: TableRelationship, of entity: TableEntity) {
    let property = DeclaredProperty(entity.name, relationship.name)
    let place = MigrationStep.Place(entity.name, relationship.name)
    let origins = matching.origins(of: property)
    if origins.isEmpty { add(.addRelationship(relationship), entityBefore(entity), place) }
    for origin in origins {
      compareNames(origin, property)
      guard let before = old.entity(named: origin.entity)?.relationship(named: origin.name) else {
        continue
      }
      compare(before, relationship, .init(origin.entity, origin.name), place)
    }
  }

  private mutating func compare(
    _ before: TableRelationship, _ after: TableRelationship, _ old: MigrationStep.Place,
    _ new: MigrationStep.Place
  ) {
    if matching.entities[after.destination] != before.destination {
      add(.changeDestination(from: before.destination, to: after.destination), old, new)
    }
    if !matching.hasSameInverse(after, as: before, old: self.old, new: self.new) {
      add(
        .changeInverse(
          from: self.old.inverseName(of: before), to: self.new.inverseName(of: after)), old, new)
    }
    if before.isToMany != after.isToMany {
      let many = after.isToMany ? after : before
      add(.changeNumber(isToMany: after.isToMany, isNullable: many.isNullable), old, new)
    }
    // A to-one without an object becomes an empty to-many.
    let becomesEmpty = !before.isToMany && after.isToMany && !after.isNullable
    if before.isNullable != after.isNullable, !becomesEmpty {
      let filling: Tree? = after.isToMany ? .array([]) : nil
      add(
        after.isNullable ? .makeNullable(filling: filling) : .makeRequired(filling: filling), old,
        new)
    }
    if before.deleteRule != after.deleteRule {
      add(.changeDeleteRule(from: before.deleteRule, to: after.deleteRule), old, new)
    }
    if before.counts != after.counts {
      add(.changeCounts(from: before.counts, to: after.counts), old, new)
    }
    if before.hashModifier != after.hashModifier {
      add(.changeHashModifier(from: before.hashModifier, to: after.hashModifier), old, new)
    }
  }
}

extension TableRelationship {
  var counts: MigrationStep.Counts {
    MigrationStep.Counts(minimum: minimumCount, maximum: maximumCount)
  }
}
