/// What leads from one schema to another: the steps to read, and where each new column comes from.
///
/// Entities and properties are matched by name first, then by original name; a name that both
/// roads claim is an ambiguity (spec 7.3). The way back is made of the same pairs turned round, so
/// that no name is read twice.
package struct SchemaDifference: Sendable {
  /// What becomes of a change that needs a decision.
  package enum Decisions: Hashable, Sendable {
    /// It is an error.
    case refused
    /// A closure decides: a new attribute without default has the blank value of its type, a change
    /// of type is a removal and an addition, a required to-one is nil until the closure has set it.
    case leftToClosures
  }

  package let old: TableSchema
  package let new: TableSchema
  package let matching: SchemaMatching
  /// In order: entities added and renamed, by their new names; entities removed; then, entity by
  /// entity, its own changes, those of its properties by their names, the properties that it has
  /// lost, and its constraints and indexes added and dropped.
  package let steps: [MigrationStep]
  package let way: MigrationStep.Way
  let sources: [HierarchySource]
  /// Old entity → the new one of which its objects are; none for objects that have no place.
  let heirs: [String: String]

  /// - Throws: ``SchemaProblem`` for changes that need a decision: a property of another type, a
  ///   missing default, a name that two roads claim.
  package init(
    from old: TableSchema, to new: TableSchema, decisions: Decisions = .refused
  ) throws(SchemaProblem) {
    let way: MigrationStep.Way = decisions == .refused ? .forward : .leftToClosures
    let inference = MatchInference(from: old, to: new, way: way)
    if let problem = inference.problems.first { throw problem }
    self.init(
      from: old, to: new, inference.matching, way,
      StepInference(inference.matching, from: old, to: new, way: way).steps)
  }

  /// Everything that ``init(from:to:decisions:)`` would refuse, in the order of the new schema.
  package static func problems(from old: TableSchema, to new: TableSchema) -> [SchemaProblem] {
    MatchInference(from: old, to: new, way: .forward).problems
  }

  private init(
    from old: TableSchema, to new: TableSchema, _ matching: SchemaMatching,
    _ way: MigrationStep.Way, _ steps: [MigrationStep]
  ) {
    self.old = old
    self.new = new
    self.matching = matching
    self.way = way
    self.steps = steps
    let inference = ColumnSourceInference(matching, from: old, to: new, way: way)
    heirs = inference.heirs
    sources = inference.sources()
  }

  /// The way from the new schema to the old one, which refuses no row that the old one can hold.
  ///
  /// Narrowing takes the nearest value; what must not be nil takes its default, else the first case,
  /// else the blank value of its type; an object of an entity that is gone becomes one of its
  /// nearest superentity that is left and may have objects, else it goes; to-one keeps the first of
  /// a to-many's objects. Uniqueness is not looked at.
  package func reversed() -> SchemaDifference {
    SchemaDifference(
      from: new, to: old, matching.inverted(), .back,
      steps.map(\.reversed).sorted(by: MigrationStep.precedes))
  }

  /// What a property of a new entity was in the old schema: the entity of which its objects are
  /// there, and the property's name; nil where it has no counterpart.
  ///
  /// The property may be one that the entity inherits, and the entity one that is new: its objects
  /// are then those of its nearest superentity that is not.
  package func oldCounterpart(
    entity: String, property: String
  ) -> (entity: String, property: String)? {
    guard let owner = new.lineage(of: entity).first(where: { $0.hasProperty(property) }) else {
      return nil
    }
    let origins = matching.origins(of: DeclaredProperty(owner.name, property))
    if let counterpart = oldCounterpart(entity: entity),
      let origin = origins.first(where: { old.isEntity(counterpart, kindOf: $0.entity) })
    {
      return (counterpart, origin.name)
    }
    // An abstract entity has no objects, but its subentities have what it declares.
    guard new.entity(named: entity)?.isAbstract == true else { return nil }
    return origins.first.map { ($0.entity, $0.name) }
  }

  /// The old entity of which objects of a new entity are on the way back; nil where they go.
  package func oldCounterpart(entity: String) -> String? {
    new.lineage(of: entity).lazy.compactMap { matching.entities[$0.name] }
      .first { old.entity(named: $0)?.isAbstract == false }
  }

  /// Whether a step may have made two objects equal by a uniqueness constraint.
  package var mayBreakUniqueness: Bool {
    steps.contains { step in
      switch step.change {
      case .addConstraint, .changeSuperentity: true
      case .makeRequired(let filling): filling != nil && isInConstraint(step.new)
      case .changeType(let from, let to): !from.widens(to: to) && isInConstraint(step.new)
      case .changeCases(_, let to): to != nil && way != .forward && isInConstraint(step.new)
      case .pullUp, .addAttribute, .addRelationship, .changeNumber: isInConstraint(step.new)
      case .removeEntity(let heir): heir != nil
      default: false
      }
    }
  }

  /// Whether any entity of the new schema is unique by a property of this name.
  private func isInConstraint(_ place: MigrationStep.Place?) -> Bool {
    guard let property = place?.property else { return true }
    return new.entities.contains { entity in
      entity.uniquenessConstraints.contains { $0.contains(property) }
    }
  }
}
