import DocumentTables

// Changes that break a rule of the schema only together (spec 13.3).
extension ThreeWayMerge {
  /// The maximum number of violations to process in one round.
  private static let largestFindings = 1 << 20

  /// Returns the violations of the schema's rules; nil if there are none.
  func violations(in tables: Tables) -> [TableFinding]? {
    let findings = TablesCheck.findings(tables, limit: Self.largestFindings)
    return findings.isEmpty ? nil : findings
  }

  /// Drops changes that take part in violations; returns false if no change does.
  mutating func drop(_ findings: [TableFinding], in tables: Tables) -> Bool {
    var isDropped = false
    var groups = duplicates(among: findings, in: tables)
    for finding in findings {
      var keys: Set<ObjectKey> = [finding.key]
      var places: Set<ComparedColumn.Place> = []
      if finding.rule == .notUnique {
        guard let index = groups.firstIndex(where: { $0.keys.contains(finding.key) }) else {
          continue
        }
        (keys, places) = groups.remove(at: index)
      } else {
        involve(finding, in: tables, &keys, &places)
      }
      if drop(finding, keys, places) { isDropped = true }
    }
    return isDropped
  }

  /// Drops the losing side's changes of some objects and properties; the other side's, if it has
  /// none or neither side wins.
  private mutating func drop(
    _ finding: TableFinding, _ keys: Set<ObjectKey>, _ places: Set<ComparedColumn.Place>
  ) -> Bool {
    let isTouched = keys.contains { ours.isTouched($0) || theirs.isTouched($0) }
    guard isTouched else { return false }
    var conflict = self.conflict(about: finding)
    let winner = settle(&conflict)
    var hasDropped = false
    for side in winner == .theirs ? [MergeSide.ours, .theirs] : [.theirs, .ours] {
      var isDropped = false
      for key in keys.sorted() {
        for place in places where dropValue(side, key, place, finding) { isDropped = true }
      }
      if !isDropped {
        for key in keys.sorted() where dropRow(side, key, as: .rule, finding) { isDropped = true }
      }
      if isDropped, winner != nil { return true }
      hasDropped = hasDropped || isDropped
    }
    return hasDropped
  }

  /// Returns the conflict that the policy decides about.
  private func conflict(about finding: TableFinding) -> ThreeWayConflict {
    ThreeWayConflict(
      .rule, entity: finding.entity, key: agreement.ourKeys[finding.key] ?? finding.key,
      theirKey: agreement.theirKeys[finding.key], property: finding.property,
      rule: finding.rule.rawValue, detail: finding.detail)
  }

  // MARK: What takes part

  private typealias Part = (keys: Set<ObjectKey>, places: Set<ComparedColumn.Place>)

  /// Returns the groups of objects with equal unique values, and the columns of these.
  private func duplicates(among findings: [TableFinding], in tables: Tables) -> [Part] {
    guard findings.contains(where: { $0.rule == .notUnique }) else { return [] }
    return CheckPlan(tables.schema).uniques.flatMap { unique in
      tables.tables[unique.hierarchy].duplicateGroups(
        byColumns: unique.columns, entities: unique.concerned
      ).map { group in
        (
          Set(group),
          Set(unique.columns.map { .init(hierarchy: unique.hierarchy, column: $0) })
        )
      }
    }
  }

  /// Adds the objects that are related to the violating one by the violated property, in the result
  /// and in all versions, and the columns of both ends.
  private func involve(
    _ finding: TableFinding, in tables: Tables, _ keys: inout Set<ObjectKey>,
    _ places: inout Set<ComparedColumn.Place>
  ) {
    guard let property = finding.property,
      let hierarchy = tables.schema.hierarchyIndex(of: finding.entity),
      let entity = tables.schema.hierarchies[hierarchy].entity(named: finding.entity)
    else { return }
    if let column = entity.column(of: property) {
      places.insert(.init(hierarchy: hierarchy, column: column))
    }
    guard let end = tables.schema.relationshipEnd(named: property, of: finding.entity) else {
      return
    }
    if let inverse = end.inverseColumn {
      places.insert(.init(hierarchy: end.destinationHierarchy, column: inverse))
    }
    for version in [tables, base, ours.tables, theirs.tables] {
      guard let location = version.tables[hierarchy].location(of: finding.key) else { continue }
      let segment = version.tables[hierarchy].segments[location.segment]
      let related =
        version.relatedKeys(of: finding.key, in: segment, row: location.row, through: end) ?? []
      keys.formUnion(related)
      guard end.storage == .reference, let column = end.column else { continue }
      for target in related {
        keys.formUnion(version.tables[hierarchy].sources(of: target, throughColumn: column))
      }
    }
  }

  // MARK: Dropping

  /// Drops a side's change of one property; returns false if it made none that can be dropped
  /// without the object.
  private mutating func dropValue(
    _ side: MergeSide, _ key: ObjectKey, _ place: ComparedColumn.Place, _ finding: TableFinding
  ) -> Bool {
    let column = columns[place.hierarchy][place.column]
    guard let row = self[side].row(key), row.hierarchy == place.hierarchy, !column.isOrder,
      column.owners[Int(row.discriminator)]
    else { return false }
    let before = baseRows[key]
    var changed = row
    if let before {
      guard before.discriminator == row.discriminator else { return false }
      changed.values[column.index] = before.values[column.index]
    } else {
      guard column.end != nil, !column.isBound else { return false }
      changed.values[column.index] = column.initialValue
    }
    guard changed != row else { return false }
    var conflict = self.conflict(.rule, row, property: column.layout.name)
    conflict.base = before.map { tree($0.values[column.index], column) }
    for side in MergeSide.allCases {
      conflict[side] = (self[side].row(key) ?? before).map { tree($0.values[column.index], column) }
    }
    conflict.rule = finding.rule.rawValue
    conflict.detail = finding.detail
    conflict.settled = side.other
    note(conflict)
    if changed == before { self[side].drop(key) } else { self[side].replace(changed) }
    return true
  }

  /// Drops all changes of an object by a side; returns false if it made none.
  @discardableResult
  mutating func dropRow(
    _ side: MergeSide, _ key: ObjectKey, as kind: ThreeWayConflict.Kind,
    _ finding: TableFinding? = nil
  ) -> Bool {
    guard self[side].isTouched(key), let row = self[side].row(key) ?? baseRows[key] else {
      return false
    }
    let before = baseRows[key]
    var conflict = self.conflict(kind, row)
    conflict.base = before.map { tree($0, differingFrom: self[side].row(key)) }
    if !self[side].isDeleted(key) { conflict[side] = tree(row, differingFrom: before) }
    conflict.rule = finding?.rule.rawValue
    conflict.detail = finding?.detail
    conflict.settled = side.other
    note(conflict)
    if self[side].isDeleted(key) {
      keep(key, deletedBy: side)
      // Both sides deleted it, so there is no version to keep but the base's.
      if self[side].isDeleted(key) { self[side].drop(key) }
    } else {
      self[side].drop(key)
    }
    return true
  }
}
