import DocumentTables

extension MigrationStep {
  /// The inverse step.
  ///
  /// A reverse migration refuses nothing that the older schema can store: values that have no place
  /// are replaced by the nearest ones.
  package var reversed: MigrationStep {
    MigrationStep(change.reversed, old: new, new: old, way: way == .back ? .forward : .back)
  }
}

extension MigrationStep {
  /// Whether the step is the reversal of one whose values keep their names in the older schema.
  var renamesNothing: Bool {
    if case .renameCases(let values, _) = change { values.values.isEmpty } else { false }
  }
}

extension MigrationStep.Change {
  fileprivate var reversed: MigrationStep.Change {
    switch self {
    case .addEntity(let heir): .removeEntity(heir: heir)
    case .removeEntity(let heir): .addEntity(heir: heir)
    case .renameEntity: .renameEntity
    case .changeSuperentity(let from, let to): .changeSuperentity(from: to, to: from)
    case .changeAbstract(let isAbstract): .changeAbstract(!isAbstract)
    case .addAttribute(let attribute): .removeAttribute(attribute)
    case .removeAttribute(let attribute): .addAttribute(attribute)
    case .addRelationship(let relationship): .removeRelationship(relationship)
    case .removeRelationship(let relationship): .addRelationship(relationship)
    case .renameProperty: .renameProperty
    case .pullUp: .pushDown
    case .pushDown: .pullUp
    case .changeType(let from, let to): .changeType(from: to, to: from)
    case .makeNullable(let filling): .makeRequired(filling: filling)
    case .makeRequired(let filling): .makeNullable(filling: filling)
    case .changeDefault(let from, let to): .changeDefault(from: to, to: from)
    case .changeExternal(let isExternal): .changeExternal(!isExternal)
    case .changePreservation(let isPreserved): .changePreservation(!isPreserved)
    case .changeCases(let from, let to): .changeCases(from: to, to: from)
    case .renameCases(let values, let back): .renameCases(back, back: values)
    case .changeTransformer(let from, let to): .changeTransformer(from: to, to: from)
    case .changeHashModifier(let from, let to): .changeHashModifier(from: to, to: from)
    case .changeRecordedOptions(let from, let to): .changeRecordedOptions(from: to, to: from)
    case .changeDestination(let from, let to): .changeDestination(from: to, to: from)
    case .changeInverse(let from, let to): .changeInverse(from: to, to: from)
    case .changeNumber(let isToMany, let isNullable):
      .changeNumber(isToMany: !isToMany, isNullable: isNullable)
    case .changeDeleteRule(let from, let to): .changeDeleteRule(from: to, to: from)
    case .changeCounts(let from, let to): .changeCounts(from: to, to: from)
    case .addConstraint(let names): .dropConstraint(names)
    case .dropConstraint(let names): .addConstraint(names)
    case .addIndex(let names): .dropIndex(names)
    case .dropIndex(let names): .addIndex(names)
    }
  }
}
