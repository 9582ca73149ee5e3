import DocumentTables

extension MigrationStep {
  /// The cost of the step, independent of the rows.
  package var cost: StepCost {
    switch change {
    case .renameEntity, .renameProperty, .changeDefault, .changeExternal,
      .changePreservation, .changeTransformer, .changeHashModifier, .changeRecordedOptions,
      .changeInverse, .changeDeleteRule, .changeCounts, .addConstraint, .addIndex, .dropIndex:
      .lossless
    // With closures, an entity may leave a superentity that remains, and lose the inherited
    // properties.
    case .changeSuperentity(let from, _):
      way == .leftToClosures && from != nil ? .needsDecision : .lossless
    case .addEntity, .makeNullable, .pullUp, .dropConstraint: .reversible
    case .addAttribute(let attribute): isLeftOpen(attribute) ? .needsDecision : .reversible
    case .addRelationship(let relationship): isLeftOpen(relationship) ? .needsDecision : .reversible
    case .removeEntity, .removeAttribute, .removeRelationship, .pushDown: .lossy
    // In a forward migration, these steps are refused if an object conflicts with them.
    case .changeAbstract(let isAbstract): isAbstract ? narrowing : .reversible
    case .changeNumber(let isToMany, let isNullable):
      isToMany ? .reversible : max(narrowing, isNullable ? .lossy : .lossless)
    case .changeType(.structure, .structure): memberSteps.map(\.cost).max() ?? .lossless
    case .changeType(.tree, .structure), .changeType(.structure, .tree): .reversible
    case .changeType(let from, let to):
      from.widens(to: to) || from.isConverted(to: to) ? .reversible : .lossy
    case .changeCases(let from, let to): isWider(to, than: from) ? .reversible : narrowing
    // Two old names of one case become one, which the older version cannot tell apart.
    case .renameCases(let values, let back):
      values.values.allSatisfy { back.values[$1] == $0 } ? .lossless : .reversible
    case .changeDestination: way == .back ? .lossy : .reversible
    case .makeRequired(let filling):
      filling == nil ? .lossless : way == .leftToClosures ? .needsDecision : .lossy
    }
  }

  private var narrowing: StepCost {
    switch way {
    case .forward: .lossless
    case .leftToClosures: .needsDecision
    case .back: .lossy
    }
  }

  private func isLeftOpen(_ attribute: TableAttribute) -> Bool {
    guard way == .leftToClosures, !attribute.isNullable else { return false }
    if case .value = attribute.defaultValue { return false }
    return true
  }

  private func isLeftOpen(_ relationship: TableRelationship) -> Bool {
    way == .leftToClosures && !relationship.isToMany && !relationship.isNullable
  }

  private func isWider(_ new: [Value]?, than old: [Value]?) -> Bool {
    guard let new else { return true }
    guard let old else { return false }
    return Set(old).isSubset(of: new)
  }
}

extension SchemaDifference {
  /// The cost of the whole difference: the highest cost of its steps.
  package var cost: StepCost { steps.map(\.cost).max() ?? .lossless }
}
