import DocumentTables

/// The difference between two schemas: the migration steps, and the source of each new column.
///
/// Entities and properties are matched by name first, then by original name; if both match, the
/// change is ambiguous (spec 7.3). The reverse difference uses the same pairs, inverted, so names
/// are matched only once.
package struct SchemaDifference: Sendable {
  /// How to handle a change that needs a decision.
  package enum Decisions: Hashable, Sendable {
    /// The change is an error.
    case refused
    /// A closure decides. Before the closure runs, a new attribute without default has the blank
    /// value of its type, a change of type is a removal and an addition, a required to-one
    /// relationship is nil, and a value that is no longer one of the cases stays.
    case leftToClosures
    /// The change is an error for tables with rows that it concerns: ``SchemaDifference/openDecisions``.
    /// The values of rows decide nothing, except that there are none.
    case leftToRows
  }

  package let old: TableSchema
  package let new: TableSchema
  package let matching: SchemaMatching
  /// The steps in order: added and renamed entities, by their new names; removed entities; then for
  /// each entity its own changes, the changes of its properties by name, its removed properties,
  /// and its added and dropped constraints and indexes.
  package let steps: [MigrationStep]
  package let way: MigrationStep.Way
  /// The changes that need a decision, if these are left to rows.
  package let openDecisions: [OpenDecision]
  /// The values of attributes that have other names in the new schema.
  let renamings: [CaseRenaming]
  let sources: [HierarchySource]
  /// Old entity → the new entity of its objects; no entry for objects that have no place.
  let heirs: [String: String]

  /// - Parameter convertsDates: Whether dates may become days: each the day of its instant in UTC, and
  ///   on the way back midnight of the day in UTC. Otherwise this change of type needs a decision,
  ///   because the zone of a date's day is not known.
  /// - Throws: ``SchemaProblem`` for a change that needs a decision, such as a changed type, a
  ///   missing default, or a name that matches twice.
  package init(
    from old: TableSchema, to new: TableSchema, decisions: Decisions = .refused,
    convertsDates: Bool = false
  ) throws(SchemaProblem) {
    let way: MigrationStep.Way = decisions == .leftToClosures ? .leftToClosures : .forward
    let inference = MatchInference(
      from: old, to: new, way: way, isLeftToRows: decisions == .leftToRows,
      convertsDates: convertsDates)
    if let problem = inference.problems.first { throw problem }
    self.init(
      from: old, to: new, inference.matching, way,
      StepInference(inference.matching, from: old, to: new, way: way).steps,
      inference.openDecisions)
  }

  /// Returns all problems for which ``init(from:to:decisions:)`` would throw, in the order of the
  /// new schema.
  package static func problems(from old: TableSchema, to new: TableSchema) -> [SchemaProblem] {
    MatchInference(from: old, to: new, way: .forward).problems
  }

  private init(
    from old: TableSchema, to new: TableSchema, _ matching: SchemaMatching,
    _ way: MigrationStep.Way, _ steps: [MigrationStep],
    _ openDecisions: [OpenDecision] = [], _ renamings: [CaseRenaming] = []
  ) {
    self.old = old
    self.new = new
    self.matching = matching
    self.way = way
    self.steps = steps
    self.openDecisions = openDecisions
    let inference = ColumnSourceInference(matching, from: old, to: new, way: way)
    heirs = inference.heirs
    self.renamings = renamings
    sources = inference.sources().enumerated().map { hierarchy, source in
      source.renamed(renamings, in: new.hierarchies[hierarchy], from: old, way)
    }
  }

  /// Returns the difference with renamed values of attributes, which no schema states.
  ///
  /// - Parameter renamings: Returns the renamed values of a new attribute that continues an old one.
  package func renaming(
    _ renamings: (_ old: DeclaredProperty, _ new: DeclaredProperty) -> [CaseRenaming]
  ) -> SchemaDifference {
    var found: [CaseRenaming] = []
    for entity in new.entities {
      for attribute in entity.attributes {
        let property = DeclaredProperty(entity.name, attribute.name)
        for origin in matching.origins(of: property) { found += renamings(origin, property) }
      }
    }
    if found.isEmpty { return self }
    let steps = (steps + found.map { $0.step(way) }).sorted(by: MigrationStep.precedes)
    return SchemaDifference(from: old, to: new, matching, way, steps, openDecisions, found)
  }

  /// Returns the difference from the new schema to the old one, which accepts every row that the
  /// old schema can store.
  ///
  /// Narrowing uses the nearest value. A required property that is nil gets its default, otherwise
  /// the first case, otherwise the blank value of its type. An object of a removed entity becomes
  /// an object of the nearest remaining superentity that may have objects; without such an entity,
  /// the object is removed. A to-one relationship keeps the first object of a to-many relationship.
  /// Uniqueness is not checked.
  package func reversed() -> SchemaDifference {
    SchemaDifference(
      from: new, to: old, matching.inverted(), .back,
      steps.map(\.reversed).filter { !$0.renamesNothing }.sorted(by: MigrationStep.precedes), [],
      renamings)
  }

  /// Returns the old counterpart of a new entity's property: the old entity of the entity's
  /// objects, and the old name of the property; nil if the property has no counterpart.
  ///
  /// The property may be inherited. The entity may be new: then its objects belong to its nearest
  /// superentity that is not new.
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
    // An abstract entity has no objects, but its subentities have the properties that it declares.
    guard new.entity(named: entity)?.isAbstract == true else { return nil }
    return origins.first.map { ($0.entity, $0.name) }
  }

  /// Returns the old entity that objects of a new entity get in the reverse migration; nil if the
  /// objects are removed.
  package func oldCounterpart(entity: String) -> String? {
    new.lineage(of: entity).lazy.compactMap { matching.entities[$0.name] }
      .first { old.entity(named: $0)?.isAbstract == false }
  }

  /// Whether a step may make two objects equal under a uniqueness constraint.
  package var mayBreakUniqueness: Bool {
    steps.contains { step in
      switch step.change {
      case .addConstraint, .changeSuperentity: true
      case .makeRequired(let filling): filling != nil && isInConstraint(step.new)
      case .changeType(let from, let to): !from.widens(to: to) && isInConstraint(step.new)
      case .changeCases(_, let to): to != nil && way == .back && isInConstraint(step.new)
      case .renameCases: isInConstraint(step.new)
      case .pullUp, .addAttribute, .addRelationship, .changeNumber: isInConstraint(step.new)
      case .removeEntity(let heir): heir != nil
      default: false
      }
    }
  }

  /// Returns whether any uniqueness constraint of the new schema contains a property of this name.
  private func isInConstraint(_ place: MigrationStep.Place?) -> Bool {
    guard let property = place?.property else { return true }
    return new.entities.contains { entity in
      entity.uniquenessConstraints.contains { $0.contains(property) }
    }
  }
}
