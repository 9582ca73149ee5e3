import DocumentMigration
import DocumentTables

/// The contribution of one segment to the checks over the whole document, gathered on any thread.
struct SegmentFacts: Sendable {
  let hierarchy: Int
  let segment: Segment
  /// The references by number, only those of this hierarchy.
  var pairs: [Int: [KeyPair]] = [:]
  /// The members of lists, sorted by member in `members` and by owner in `owners`.
  var members: [Int: [ListEntry]] = [:]
  var owners: [Int: [ListEntry]] = [:]
  var uniques: [Int: [UniqueEntry]] = [:]
  /// The findings in single rows; few, since readers reject most of these errors.
  var rows: [TableFinding] = []
  var references: [Int: [PendingFindings.Finding]] = [:]
  var counts: [Int: [PendingFindings.Finding]] = [:]
  /// The facts of the migrated segment; empty if there is no migration, or if a row has no place in
  /// the new schema.
  var migrated: [SegmentFacts] = []
  /// The segment before each stage of the migration that keeps values.
  var narrowed: [SegmentMigration.Passage] = []

  /// A function that gathers the facts of a segment of a hierarchy, on any thread.
  typealias Gathering = @Sendable (Segment, _ hierarchy: Int) -> SegmentFacts

  /// Creates empty facts, for rows that are checked later in memory.
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
    where count.end.hierarchy == hierarchy && !count.isOfOtherEnd {
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
      if reference.isAnswered { owners += own }
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
