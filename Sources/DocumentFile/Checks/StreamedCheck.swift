import DocumentTables

/// A check of the rules across rows, for a document whose rows are read once.
///
/// It applies the rules of `TablesCheck` with the same findings, in memory that does not grow with
/// the document.
///
///     segment ─► facts: references, lists, fingerprints of unique keys           on any thread
///     facts ─► sorted runs                                                      in order
///     sorted runs side by side with the keys of hierarchies ─► findings         at the end
struct StreamedCheck {
  /// The memory in bytes for unsorted entries of all rules together.
  static let standardMemory = 24 << 20

  let plan: CheckPlan
  let limit: Int
  private(set) var keys: [KeyIntervals]
  /// The references by number.
  private(set) var pairs: [Int: SortedRuns<KeyPair>] = [:]
  private(set) var members: [Int: SortedRuns<ListEntry>] = [:]
  private(set) var owners: [Int: SortedRuns<ListEntry>] = [:]
  /// The references that are their own inverse, ordered by source.
  private(set) var backwards: [Int: SortedRuns<KeyPair>] = [:]
  private var uniques: [SortedRuns<UniqueEntry>] = []
  private var rowFindings: [TableFinding] = []
  private var referenceFindings: [PendingFindings]
  private var countFindings: [PendingFindings]

  init(_ plan: CheckPlan, spill: SpillFile, limit: Int, memory: Int = standardMemory) {
    self.plan = plan
    self.limit = limit
    let users = plan.uniques.count + 2 * plan.references.count
    let memory = max(4 << 10, memory / max(1, users))
    keys = plan.schema.hierarchies.map { KeyIntervals(spill, entities: $0.entities.count) }
    for (number, reference) in plan.references.enumerated() {
      if reference.isList {
        members[number] = SortedRuns(spill, memory: memory)
        if reference.isAnswered { owners[number] = SortedRuns(spill, memory: memory) }
      } else {
        pairs[number] = SortedRuns(spill, memory: memory)
        if reference.isItsOwnInverse { backwards[number] = SortedRuns(spill, memory: memory) }
      }
    }
    uniques = plan.uniques.map { _ in SortedRuns(spill, memory: memory) }
    referenceFindings = plan.references.map { _ in PendingFindings(limit: limit) }
    countFindings = plan.counts.map { _ in PendingFindings(limit: limit) }
  }

  /// Adds the next segment, in the order of hierarchies and keys.
  mutating func add(_ facts: SegmentFacts) throws(DocumentError) {
    try keys[facts.hierarchy].append(facts.segment)
    rowFindings.append(contentsOf: facts.rows.prefix(max(0, limit - rowFindings.count)))
    for (number, pairs) in facts.pairs {
      try self.pairs[number]?.append(contentsOf: pairs)
      if backwards[number] != nil {
        try backwards[number]?.append(
          contentsOf: pairs.map { KeyPair(target: $0.source, source: $0.target) })
      }
    }
    for (number, entries) in facts.members { try members[number]?.append(contentsOf: entries) }
    for (number, entries) in facts.owners { try owners[number]?.append(contentsOf: entries) }
    for (number, entries) in facts.uniques { try uniques[number].append(contentsOf: entries) }
    for (number, findings) in facts.references {
      for finding in findings { referenceFindings[number].add(finding) }
    }
    for (number, findings) in facts.counts {
      for finding in findings { countFindings[number].add(finding) }
    }
  }

  /// Finishes the references through one column, which can then be read.
  mutating func finish(reference number: Int?) {
    guard let number else { return }
    pairs[number]?.finish()
    members[number]?.finish()
  }

  /// Finishes the check, after all segments have been added.
  mutating func finish() throws(DocumentError) {
    for index in keys.indices { try keys[index].finish() }
    for number in plan.references.indices {
      finish(reference: number)
      owners[number]?.finish()
      backwards[number]?.finish()
    }
    for index in uniques.indices { uniques[index].finish() }
  }

  /// Returns the first findings, rule by rule, in the order of hierarchies, columns, then keys.
  ///
  /// The check must be finished.
  func findings() throws(DocumentError) -> [TableFinding] {
    var found: [TableFinding] = []
    func add(_ findings: [TableFinding]) {
      found.append(contentsOf: findings.prefix(max(0, limit - found.count)))
    }
    add(try duplicateKeys())
    add(rowFindings)
    for (number, reference) in plan.references.enumerated() where found.count < limit {
      var findings = referenceFindings[number]
      if reference.isList {
        try checkMembers(number, reference, &findings)
        try checkOrders(number, reference, &findings)
      } else {
        try checkPairs(number, reference, &findings)
      }
      add(try named(findings, reference.hierarchy, property: reference.property))
    }
    for (number, count) in plan.counts.enumerated() where found.count < limit {
      var findings = countFindings[number]
      try checkCounts(count, &findings)
      add(try named(findings, count.end.hierarchy, property: count.end.relationship.name))
    }
    for (number, unique) in plan.uniques.enumerated() where found.count < limit {
      var findings = PendingFindings(limit: limit)
      try checkUnique(uniques[number], unique, &findings)
      add(try named(findings, unique.hierarchy, property: unique.names))
    }
    return found
  }

  /// Returns findings with the entity names of their objects.
  func named(
    _ findings: PendingFindings, _ hierarchy: Int, property: String?
  ) throws(DocumentError) -> [TableFinding] {
    var findings = findings
    let first = findings.first()
    guard !first.isEmpty else { return [] }
    let entities = plan.schema.hierarchies[hierarchy].entities
    var cursor = try keys[hierarchy].cursor()
    var named: [TableFinding] = []
    for finding in first {
      let discriminator = try cursor.discriminator(of: finding.key) ?? 0
      named.append(
        TableFinding(
          finding.rule, entity: entities[Int(discriminator)].name, key: finding.key,
          property: property, finding.detail))
    }
    return named
  }

  /// Returns the references through a column, ordered by target.
  func sources(_ number: Int?) throws(DocumentError) -> SourceCursor {
    guard let number else { return SourceCursor(nil, nil) }
    return SourceCursor(try pairs[number]?.cursor(), try members[number]?.cursor())
  }

  /// Returns the keys that belong to objects.
  func existing(_ wanted: some Sequence<ObjectKey>) throws(DocumentError) -> Set<ObjectKey> {
    var found: Set<ObjectKey> = []
    let ascending = wanted.sorted()
    for runs in keys {
      var cursor = try runs.cursor()
      for key in ascending where try cursor.discriminator(of: key) != nil { found.insert(key) }
    }
    return found
  }

  /// The number of rows of each entity, without those of its subentities.
  var rowCounts: [String: Int] {
    var counts: [String: Int] = [:]
    for (hierarchy, runs) in zip(plan.schema.hierarchies, keys) {
      for (entity, count) in zip(hierarchy.entities, runs.rowCounts) { counts[entity.name] = count }
    }
    return counts
  }
}

/// A cursor over references, ordered by target.
struct SourceCursor {
  private var pairs: SortedCursor<KeyPair>?
  private var members: SortedCursor<ListEntry>?

  init(_ pairs: SortedCursor<KeyPair>?, _ members: SortedCursor<ListEntry>?) {
    self.pairs = pairs
    self.members = members
  }

  /// The next target and one source that refers to it; nil at the end.
  var current: KeyPair? {
    pairs?.current ?? members?.current.map { KeyPair(target: $0.first, source: $0.second) }
  }

  mutating func advance() throws(DocumentError) {
    try pairs?.advance()
    try members?.advance()
  }

  /// Returns the objects that refer to a target, in ascending order.
  ///
  /// Targets must be requested in ascending order.
  mutating func sources(of target: ObjectKey) throws(DocumentError) -> [ObjectKey] {
    var sources: [ObjectKey] = []
    while let pair = current, pair.target <= target {
      if pair.target == target { sources.append(pair.source) }
      try advance()
    }
    return sources
  }
}
