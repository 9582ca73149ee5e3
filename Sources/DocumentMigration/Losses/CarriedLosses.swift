import DocumentTables

extension Losses {
  /// Returns the downgraded tables with these losses among their carried entries, and with the
  /// extension records and kept parts of lost objects, detached.
  ///
  /// Replaces entries of the same stage that are already carried for the same objects. Omits losses
  /// that cannot be recovered, and the extension records and parts of such losses.
  package func carried(in downgraded: Tables, from original: Tables) -> Tables {
    var result = downgraded
    let groups = groups.filter(\.header.isRecoverable)
    guard !groups.isEmpty else { return result }
    result.carried = Self.withoutRepeated(result.carried, groups)
    result.carried.append(contentsOf: groups.map(\.tree))
    let kept = Set(result.extensions.map(\.key))
    let keptNames = Set(result.keptParts.map(\.name))
    var records: Set<ObjectKey> = []
    var names: Set<String> = []
    for group in groups {
      switch group.header.kind {
      case .extension: records.formUnion(group.values.compactMap(\.integerValue))
      case .part: names.formUnion(group.values.compactMap(\.textValue))
      default: break
      }
    }
    for var record in original.extensions
    where records.contains(record.key) && !kept.contains(record.key) {
      record.anchor = nil
      result.extensions.append(record)
    }
    for var part in original.keptParts
    where names.contains(part.name) && !keptNames.contains(part.name) {
      part.anchor = nil
      result.keptParts.append(part)
    }
    return result
  }

  /// Returns carried trees without the entries of objects that new entries of the same stages list
  /// again.
  private static func withoutRepeated(_ trees: [Tree], _ groups: [LossGroup]) -> [Tree] {
    guard !trees.isEmpty else { return [] }
    let stages = Set(groups.map(\.header.stage))
    var keys: [LossStage: Set<ObjectKey>] = [:]
    return trees.compactMap { tree in
      guard let stage = tree["stage"].flatMap({ LossStage(tree: $0) }), stages.contains(stage),
        case .group(let group) = read(tree, of: stage)
      else { return tree }
      if keys[stage] == nil {
        keys[stage] = Set(groups.lazy.filter { $0.header.stage == stage }.flatMap(\.keys))
      }
      let again = keys[stage] ?? []
      let places = group.keys.indices.filter { !again.contains(group.keys[$0]) }
      if places.count == group.count { return tree }
      return places.isEmpty ? nil : group.subset(places).tree
    }
  }
}

extension Tables {
  /// Returns these tables, which were just migrated up over a stage, with the carried entries of
  /// exactly that stage restored if their guards hold in `older`, and removed from ``carried``.
  ///
  /// These tables must be valid; then the result is valid, too. Entries of other stages and of
  /// unknown kinds remain carried.
  package func restoringCarried(
    of stage: LossStage, from older: Tables, counterparts: StageCounterparts
  ) -> RestorationOutcome {
    let carried = carriedLosses(of: stage)
    guard carried.kept.count < self.carried.count else { return RestorationOutcome(tables: self) }
    var tables = self
    tables.carried = carried.kept
    var outcome = tables.restoring(carried.losses, from: older, counterparts: counterparts)
    outcome.malformed = carried.malformed
    return outcome
  }

  /// Returns these tables without the carried entries of a stage, none of which is restored.
  package func decliningCarried(of stage: LossStage) -> RestorationOutcome {
    let carried = carriedLosses(of: stage)
    var outcome = RestorationOutcome(tables: self)
    outcome.tables.carried = carried.kept
    outcome.dropped = carried.losses.groups.map { .init(reason: .declined, losses: $0) }
    outcome.malformed = carried.malformed
    return outcome
  }

  private func carriedLosses(
    of stage: LossStage
  ) -> (kept: [Tree], losses: Losses, malformed: [String]) {
    var kept: [Tree] = []
    var groups: [LossGroup] = []
    var malformed: [String] = []
    for tree in carried {
      switch Losses.read(tree, of: stage) {
      case .foreign: kept.append(tree)
      case .group(let group): groups.append(group)
      case .malformed(let words): malformed.append(words)
      }
    }
    return (kept, Losses(groups: groups), malformed)
  }
}
