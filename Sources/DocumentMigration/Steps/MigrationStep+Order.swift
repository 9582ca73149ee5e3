import DocumentTables

extension MigrationStep {
  /// Returns whether a step is listed before another (see ``SchemaDifference/steps``).
  static func precedes(_ left: MigrationStep, _ right: MigrationStep) -> Bool {
    if left.section != right.section { return left.section < right.section }
    let entities = (left.entity, right.entity)
    if entities.0 != entities.1 { return utf8Precedes(entities.0, entities.1) }
    if left.part != right.part { return left.part < right.part }
    let names = (left.place.property ?? "", right.place.property ?? "")
    if names.0 != names.1 { return utf8Precedes(names.0, names.1) }
    if left.rank != right.rank { return left.rank < right.rank }
    if left.names != right.names { return namesPrecede(left.names, right.names) }
    return utf8Precedes(left.old?.text ?? "", right.old?.text ?? "")
  }

  private var entity: String { (new ?? old)?.entity ?? "" }

  /// The section of the step: added and renamed entities, removed entities, or changes of other
  /// entities.
  private var section: Int {
    switch change {
    case .addEntity, .renameEntity: 0
    case .removeEntity: 1
    default: 2
    }
  }

  /// The part of the step in its entity's section: the entity itself, its properties, removed
  /// properties, or constraints and indexes.
  private var part: Int {
    switch change {
    case .removeAttribute, .removeRelationship: 2
    case .addConstraint, .dropConstraint, .addIndex, .dropIndex: 3
    default: place.property == nil ? 0 : 1
    }
  }

  private var names: [String] {
    switch change {
    case .addConstraint(let names), .dropConstraint(let names), .addIndex(let names),
      .dropIndex(let names):
      names
    default: []
    }
  }

  private var rank: Int {
    switch change {
    case .addEntity, .removeEntity, .renameEntity, .addAttribute, .removeAttribute,
      .addRelationship, .removeRelationship, .pullUp, .pushDown, .renameProperty,
      .changeSuperentity, .addConstraint:
      0
    case .changeAbstract, .changeType, .dropConstraint: 1
    case .makeNullable, .makeRequired, .addIndex: 2
    case .changeCases, .dropIndex: 3
    case .renameCases: 4
    case .changeDefault: 5
    case .changeExternal: 6
    case .changePreservation: 7
    case .changeTransformer: 8
    case .changeHashModifier: 9
    case .changeRecordedOptions: 10
    case .changeDestination: 11
    case .changeInverse: 12
    case .changeNumber: 13
    case .changeDeleteRule: 14
    case .changeCounts: 15
    }
  }
}
