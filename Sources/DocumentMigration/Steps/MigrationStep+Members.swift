import DocumentTables

extension MigrationStep {
  /// The changes of the members, if the step leads from one version of a structure to another.
  var memberSteps: [MigrationStep] {
    guard case .changeType(.structure(let from), .structure(let to)) = change,
      let matching = StructureMatching(from: from, to: to, way)
    else { return [] }
    func step(
      _ change: Change, _ before: TableAttribute?, _ after: TableAttribute?
    ) -> MigrationStep {
      MigrationStep(
        change, old: old?.member(before?.name), new: new?.member(after?.name), way: way)
    }
    var steps = matching.continued.flatMap { before, after in
      (before.name == after.name ? [] : [step(.renameProperty, before, after)])
        + Self.changes(from: before, to: after, way).map { step($0, before, after) }
    }
    steps += matching.added.map { step(.addAttribute($0), nil, $0) }
    steps += matching.removed.map { step(.removeAttribute($0), $0, nil) }
    return steps
  }

  /// Returns the changes between two versions of an attribute, without its name.
  static func changes(
    from before: TableAttribute, to after: TableAttribute, _ way: Way
  ) -> [Change] {
    var changes: [Change] = []
    if before.type != after.type { changes.append(.changeType(from: before.type, to: after.type)) }
    if before.isNullable != after.isNullable {
      changes.append(
        after.isNullable
          ? .makeNullable(filling: before.filling(.back).map { Tree($0, of: before.type) })
          : .makeRequired(filling: after.filling(way).map { Tree($0, of: after.type) }))
    }
    if before.cases != after.cases {
      changes.append(.changeCases(from: before.cases, to: after.cases))
    }
    if before.defaultValue != after.defaultValue {
      changes.append(.changeDefault(from: before.defaultValue, to: after.defaultValue))
    }
    if before.isExternal != after.isExternal { changes.append(.changeExternal(after.isExternal)) }
    if before.isPreservedOnDeletion != after.isPreservedOnDeletion {
      changes.append(.changePreservation(after.isPreservedOnDeletion))
    }
    if before.transformer != after.transformer {
      changes.append(.changeTransformer(from: before.transformer, to: after.transformer))
    }
    if before.hashModifier != after.hashModifier {
      changes.append(.changeHashModifier(from: before.hashModifier, to: after.hashModifier))
    }
    if before.recordedOptions != after.recordedOptions {
      changes.append(
        .changeRecordedOptions(from: before.recordedOptions, to: after.recordedOptions))
    }
    return changes
  }
}

extension MigrationStep.Place {
  /// The place of a member of the structure at this place; the place of the structure if there is none.
  fileprivate func member(_ name: String?) -> MigrationStep.Place {
    guard let name else { return self }
    return MigrationStep.Place(entity, property.map { "\($0).\(name)" } ?? name)
  }
}
