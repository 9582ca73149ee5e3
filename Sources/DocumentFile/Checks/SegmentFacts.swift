import DocumentTables

/// What one segment adds to the checks over the whole document; gathered on any thread.
struct SegmentFacts: Sendable {
  let hierarchy: Int
  let segment: Segment
  /// By the number of the reference, those of this hierarchy only.
  var pairs: [Int: [KeyPair]] = [:]
  /// Members of lists by whom they are, and by whose they are.
  var members: [Int: [ListEntry]] = [:]
  var owners: [Int: [ListEntry]] = [:]
  var uniques: [Int: [UniqueEntry]] = [:]
  /// What is wrong with single rows; few, since readers refuse most of it.
  var rows: [TableFinding] = []
  var references: [Int: [PendingFindings.Finding]] = [:]
  var counts: [Int: [PendingFindings.Finding]] = [:]
  /// Of the one segment that a migration makes of it; none where there is no migration, or it has no
  /// place for a row.
  var migrated: [SegmentFacts] = []

  /// Works out on any thread what a segment of a hierarchy adds.
  typealias Gathering = @Sendable (Segment, _ hierarchy: Int) -> SegmentFacts

  /// None yet, of rows that are checked when all of them are in memory.
  init(_ segment: Segment, hierarchy: Int) {
    self.hierarchy = hierarchy
    self.segment = segment
  }

  init(_ segment: Segment, hierarchy: Int, _ plan: CheckPlan, limit: Int) {
    self.hierarchy = hierarchy
    self.segment = segment
    rows = TablesCheck.rowFindings(segment, hierarchy: hierarchy, plan.schema, limit: limit)
    for (number, reference) in plan.references.enumerated()
    where reference.hierarchy == hierarchy {
      if reference.isList {
        addLists(number, reference, limit)
      } else {
        addPairs(number, reference, plan.schema)
      }
    }
    for (number, count) in plan.counts.enumerated()
    where count.end.hierarchy == hierarchy && count.end.storage != .order {
      addCounts(number, count, limit)
    }
    for (number, unique) in plan.uniques.enumerated() where unique.hierarchy == hierarchy {
      addUnique(number, unique)
    }
  }

  private mutating func addPairs(
    _ number: Int, _ reference: CheckPlan.Reference, _ schema: TableSchema
  ) {
    var pairs: [KeyPair] = []
    pairs.reserveCapacity(segment.count)
    let keys = segment.keys
    segment.columns[reference.column].forEachReference { row, target in
      pairs.append(KeyPair(target: target, source: keys[row]))
    }
    self.pairs[number] = pairs
    guard !reference.end.relationship.isNullable else { return }
    references[number] = TablesCheck.rowsWithoutReference(
      segment, hierarchy: hierarchy, column: reference.column, schema
    ).map {
      PendingFindings.Finding(.missing, key: $0, position: -1)
    }
  }

  private mutating func addLists(
    _ number: Int, _ reference: CheckPlan.Reference, _ limit: Int
  ) {
    let column = segment.columns[reference.column]
    if case .constant(.null, _) = column { return }
    var members: [ListEntry] = []
    var owners: [ListEntry] = []
    var findings = PendingFindings(limit: limit)
    for row in 0..<segment.count {
      guard let list = column.references(at: row), !list.isEmpty else { continue }
      let key = segment.keys[row]
      var own: [ListEntry] = []
      for (position, member) in list.enumerated() {
        members.append(ListEntry(first: member, second: key, position: position))
        own.append(ListEntry(first: key, second: member, position: position))
      }
      own.sort()
      if zip(own, own.dropFirst()).contains(where: { $0.second == $1.second }) {
        findings.add(.repeatedMember(Array(list)), key, position: -1)
      }
      if reference.isOrder { owners += own }
    }
    self.members[number] = members
    self.owners[number] = owners
    references[number] = findings.first()
  }

  private mutating func addCounts(_ number: Int, _ count: CheckPlan.Count, _ limit: Int) {
    var findings = PendingFindings(limit: limit)
    for row in 0..<segment.count where count.concerned[Int(segment.entities[row])] {
      let members =
        count.end.column.flatMap { segment.columns[$0].references(at: row) }?.count ?? 0
      count.check(members, of: segment.keys[row], &findings)
    }
    counts[number] = findings.first()
  }

  private mutating func addUnique(_ number: Int, _ unique: CheckPlan.Unique) {
    var entries: [UniqueEntry] = []
    entries.reserveCapacity(segment.count)
    let segment = segment
    RowFingerprint.forEach(
      in: segment.columns(at: unique.columns),
      where: { unique.concerned[Int(segment.entities[$0])] }
    ) { fingerprint, row in
      entries.append(UniqueEntry(fingerprint: fingerprint, key: segment.keys[row]))
    }
    uniques[number] = entries
  }
}

extension CheckPlan.Count {
  func check(_ count: Int, of key: ObjectKey, _ findings: inout PendingFindings) {
    if let breach = breach(by: count) { findings.add(breach, key) }
  }
}
