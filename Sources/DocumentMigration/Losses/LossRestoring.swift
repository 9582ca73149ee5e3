import DocumentTables

/// The restoration of losses in tables that were just migrated up, as far as the tables remain
/// valid.
///
/// The phases are: check guards, check existence, then apply and check in rounds until no violation
/// remains, at most ``largestRounds`` times (spec 10.5).
struct LossRestoring {
  static let largestRounds = 10

  /// The largest key that an object can have (spec 3.7).
  static let largestKey: ObjectKey = (1 << 53) - 2

  let base: Tables
  let counterparts: StageCounterparts
  let columns: [[ComparedColumn]]
  var older: DowngradedRows
  var groups: [RestorableGroup]

  init(
    _ losses: Losses, into base: Tables, from older: Tables, counterparts: StageCounterparts
  ) {
    self.base = base
    self.counterparts = counterparts
    self.older = DowngradedRows(older)
    let columns = base.schema.comparedColumns()
    self.columns = columns
    groups = losses.groups.map { RestorableGroup($0, base, columns, counterparts, older) }
  }

  mutating func run() -> RestorationOutcome {
    for index in groups.indices { checkGuards(index) }
    settleObjects()
    settleReferences()
    var tables = groups.contains(where: \.hasLiveEntries) ? applied() : base
    if needsCheck {
      var round = 0
      while dropViolations(in: tables) {
        round += 1
        if round == Self.largestRounds { dropAllChecked() }
        tables = applied()
        if round == Self.largestRounds { break }
      }
    }
    restoreAnchors(in: &tables)
    return outcome(tables)
  }

  private func outcome(_ tables: Tables) -> RestorationOutcome {
    var result = RestorationOutcome(tables: tables)
    var restored: [LossGroup] = []
    for group in groups {
      let live = group.states.indices.filter { group.states[$0] == nil }
      if !live.isEmpty { restored.append(group.losses.subset(live)) }
      for reason in LossDropReason.allCases {
        let places = group.states.indices.filter { group.states[$0] == reason }
        guard !places.isEmpty else { continue }
        result.dropped.append(.init(reason: reason, losses: group.losses.subset(places)))
      }
    }
    result.restored = Losses(groups: restored)
    result.overwritten = overwritten(in: tables)
    return result
  }

  /// Anchors extension records and kept parts to their objects again.
  private mutating func restoreAnchors(in tables: inout Tables) {
    guard groups.contains(where: { $0.kind == .extension || $0.kind == .part }) else { return }
    let records = Dictionary(
      tables.extensions.enumerated().map { ($0.element.key, $0.offset) }
    ) { first, _ in first }
    let parts = Dictionary(
      tables.keptParts.enumerated().map { ($0.element.name, $0.offset) }
    ) { first, _ in first }
    for number in groups.indices {
      for (place, anchor) in groups[number].losses.keys.enumerated()
      where groups[number].states[place] == nil {
        switch groups[number].kind {
        case .extension:
          guard case .integer(let key) = groups[number].losses.values[place] else {
            groups[number].states[place] = .malformed
            continue
          }
          guard let index = records[key], tables.find(anchor) != nil else {
            groups[number].states[place] = .objectGone
            continue
          }
          if tables.extensions[index].anchor == nil {
            tables.extensions[index].anchor = anchor
          } else {
            groups[number].states[place] = .valueChanged
          }
        case .part:
          guard let name = groups[number].losses.values[place].textValue else {
            groups[number].states[place] = .malformed
            continue
          }
          guard let index = parts[name], tables.find(anchor) != nil else {
            groups[number].states[place] = .objectGone
            continue
          }
          if tables.keptParts[index].anchor == nil {
            tables.keptParts[index].anchor = anchor
          } else {
            groups[number].states[place] = .valueChanged
          }
        default: break
        }
      }
    }
  }
}

extension Tables {
  /// Returns these tables with losses restored.
  package func restoring(
    _ losses: Losses, from older: Tables, counterparts: StageCounterparts
  ) -> RestorationOutcome {
    guard !losses.isEmpty else { return RestorationOutcome(tables: self) }
    var restoring = LossRestoring(losses, into: self, from: older, counterparts: counterparts)
    return restoring.run()
  }
}
