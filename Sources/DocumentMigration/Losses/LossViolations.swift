import DocumentTables

extension LossRestoring {
  /// The maximum number of violations to process in one round.
  private static let largestFindings = 1 << 20

  /// Whether restored entries could violate a rule of the schema that checks of single values do
  /// not cover.
  var needsCheck: Bool {
    groups.contains { $0.hasLiveEntries && concernsRules($0) }
  }

  private func concernsRules(_ group: RestorableGroup) -> Bool {
    switch group.kind {
    case .entity, .object, .added: return true
    case .foreign, .extension, .part: return false
    case .value:
      guard let column = group.column else { return false }
      if column.end != nil { return true }
      return base.schema.hierarchies[group.hierarchy].entities.contains { layout in
        base.schema.entity(named: layout.name)?.uniquenessConstraints.contains {
          $0.contains(column.layout.name)
        } ?? false
      }
    }
  }

  /// Drops all live entries that could violate a rule.
  mutating func dropAllChecked() {
    for number in groups.indices where concernsRules(groups[number]) {
      for place in groups[number].states.indices where groups[number].states[place] == nil {
        groups[number].states[place] = .notAllowed
      }
    }
  }

  /// Drops the entries that take part in violations; returns false if there are no violations, or
  /// no live entries that could cause them.
  mutating func dropViolations(in tables: Tables) -> Bool {
    let findings = TablesCheck.findings(tables, limit: Self.largestFindings)
    guard !findings.isEmpty, needsCheck else { return false }
    var isMended = false
    for finding in findings where finding.rule != .notUnique {
      if drop(finding, in: tables) { isMended = true }
    }
    if findings.contains(where: { $0.rule == .notUnique }), dropDuplicates(in: tables) {
      isMended = true
    }
    if !isMended { dropAllChecked() }
    return true
  }

  private mutating func drop(_ finding: TableFinding, in tables: Tables) -> Bool {
    var keys: Set<ObjectKey> = [finding.key]
    var places: Set<ComparedColumn.Place> = []
    if let property = finding.property,
      let hierarchy = tables.schema.hierarchyIndex(of: finding.entity),
      let entity = tables.schema.hierarchies[hierarchy].entity(named: finding.entity)
    {
      if let column = entity.column(of: property) {
        places.insert(.init(hierarchy: hierarchy, column: column))
      }
      if let end = tables.schema.relationshipEnd(named: property, of: finding.entity) {
        if let inverse = end.inverseColumn {
          places.insert(.init(hierarchy: end.destinationHierarchy, column: inverse))
        }
        for version in [tables, base] {
          let related = related(finding.key, end, hierarchy, in: version)
          keys.formUnion(related)
          guard end.storage == .reference, let column = end.column else { continue }
          for target in related {
            keys.formUnion(version.tables[hierarchy].sources(of: target, throughColumn: column))
          }
        }
      }
    }
    let reason: LossDropReason =
      finding.rule == .danglingReference || finding.rule == .wrongDestination
      ? .referenceGone : .notAllowed
    return drop(keys, places, reason)
  }

  private func related(
    _ key: ObjectKey, _ end: RelationshipEnd, _ hierarchy: Int, in tables: Tables
  ) -> [ObjectKey] {
    guard let location = tables.tables[hierarchy].location(of: key) else { return [] }
    let segment = tables.tables[hierarchy].segments[location.segment]
    return tables.relatedKeys(of: key, in: segment, row: location.row, through: end) ?? []
  }

  /// Drops entries of some objects: values in the given columns, and entries for whole rows.
  private mutating func drop(
    _ keys: Set<ObjectKey>, _ places: Set<ComparedColumn.Place>, _ reason: LossDropReason
  ) -> Bool {
    var isDropped = false
    for number in groups.indices {
      switch groups[number].kind {
      case .entity, .object, .added: break
      case .value:
        guard let column = groups[number].column,
          places.contains(.init(hierarchy: column.hierarchy, column: column.index))
        else { continue }
      default: continue
      }
      for key in keys where groups[number].drop(key, reason) { isDropped = true }
    }
    return isDropped
  }

  private mutating func dropDuplicates(in tables: Tables) -> Bool {
    var isDropped = false
    for entity in tables.schema.entities {
      for properties in entity.uniquenessConstraints {
        guard let hierarchy = tables.schema.hierarchyIndex(of: entity.name),
          let layout = tables.schema.hierarchies[hierarchy].entity(named: entity.name)
        else { continue }
        let columns = properties.compactMap { layout.column(of: $0) }
        guard columns.count == properties.count else { continue }
        let isConcerned = tables.schema.hierarchies[hierarchy].entities.map {
          tables.schema.isEntity($0.name, kindOf: entity.name)
        }
        let groups = tables.tables[hierarchy].duplicateGroups(
          byColumns: columns, entities: isConcerned)
        guard !groups.isEmpty else { continue }
        let places = Set(columns.map { ComparedColumn.Place(hierarchy: hierarchy, column: $0) })
        if drop(Set(groups.joined()), places, .uniqueTaken) { isDropped = true }
      }
    }
    return isDropped
  }
}
