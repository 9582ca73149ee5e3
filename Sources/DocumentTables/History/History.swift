/// The history of a document: its saves as numbered transactions (spec 11).
///
///     number    1 … 127 │ 128 … 255 │ 256 … 300
///     runs      removed │ sealed    │ open
///     points       127 ─┘ (digest)             └─ 300 (digest)
///
/// Runs are cut at fixed numbers, so that removing old transactions moves no other. Every
/// transaction has a digest that is chained to the digests before it. Where transactions were
/// removed, a point keeps the digest of the last one of them, so the chain survives.
package struct History: Sendable {
  /// A run of transactions, in one part of the document.
  package struct Run: Sendable {
    /// The number of its first possible transaction, a multiple of ``History/runLength``.
    package let start: Int64
    /// Ascending by number.
    package fileprivate(set) var transactions: [History.Transaction]
    /// The digests of the transactions.
    fileprivate var digests: [Digest]
    /// The bytes of the transactions as canonical JSON.
    fileprivate var bytes: Int

    /// Whether another run has the same transactions: their digests are equal.
    package func isSame(as other: Run) -> Bool {
      start == other.start && digests == other.digests
    }
  }

  /// A transaction's number and its chained digest.
  package struct Point: Hashable, Sendable {
    package var number: Int64
    package var digest: Digest

    package init(number: Int64, digest: Digest) {
      self.number = number
      self.digest = digest
    }
  }

  /// How many transactions a run has at most.
  package static let runLength: Int64 = 128

  package let document: UInt128
  /// Created with the history's first transaction: another history of the same document has
  /// another lineage.
  package let lineage: UInt128
  package var policy: HistoryPolicy
  /// The digests of removed transactions before a kept one.
  package private(set) var removed: [Point] = []
  /// The last transaction ever, which may have been removed; nil if there was none.
  package private(set) var last: Point?
  package private(set) var runs: [Run] = []
  /// The schemas whose names the transactions use, by model fingerprint.
  package private(set) var schemas: [Digest: TableSchema] = [:]
  /// The digests of the document's content after the last transaction, as its file states them; nil
  /// if the file states none.
  package var contents: [HistoryContent]?
  /// The changes that this process has found in gaps, by number; no part of the document.
  private var found: [Int64: [Transaction.Group]] = [:]

  package init(document: UInt128, lineage: UInt128, policy: HistoryPolicy) {
    self.document = document
    self.lineage = lineage
    self.policy = policy
  }

  /// The digest before the first transaction.
  private var genesis: Digest {
    Digest(
      of: CanonicalJSON.bytes(
        of: .members([
          "document": .text(UUIDText.text(document)), "lineage": .text(UUIDText.text(lineage)),
        ])))
  }

  package var transactions: some Sequence<History.Transaction> {
    runs.lazy.flatMap(\.transactions)
  }

  /// The transactions with their chained digests.
  package var recorded: some Sequence<(transaction: Transaction, digest: Digest)> {
    runs.lazy.flatMap { run in
      zip(run.transactions, run.digests).lazy.map { (transaction: $0, digest: $1) }
    }
  }

  package var transactionCount: Int { runs.reduce(0) { $0 + $1.transactions.count } }

  /// The bytes of all transactions as canonical JSON.
  package var byteCount: Int { runs.reduce(0) { $0 + $1.bytes } }

  /// How many deleted objects still have values in a transaction.
  package var deletedObjectsWithValues: Int {
    transactions.reduce(0) { count, transaction in
      transaction.groups.reduce(count) { count, group in
        group.kind == .delete && !group.old.isEmpty ? count + group.keys.count : count
      }
    }
  }

  /// The greatest number of a transaction that was removed; 0 if none was.
  ///
  /// A token of a lower number cannot tell what came after it.
  package var removedThrough: Int64 {
    if let last, runs.last?.transactions.last?.number != last.number { return last.number }
    return removed.last?.number ?? 0
  }

  /// Returns the digest of a transaction that exists, or that was removed last before a kept one.
  package func digest(of number: Int64) -> Digest? {
    if number == last?.number { return last?.digest }
    let start = Self.start(of: number)
    let run = Self.index(in: runs) { $0.start < start }
    if run < runs.count, runs[run].start == start {
      let index = Self.index(in: runs[run].transactions) { $0.number < number }
      if index < runs[run].transactions.count, runs[run].transactions[index].number == number {
        return runs[run].digests[index]
      }
    }
    if number == 0 { return genesis }
    let point = Self.index(in: removed) { $0.number < number }
    return point < removed.count && removed[point].number == number ? removed[point].digest : nil
  }

  /// Returns the position of the first element that does not precede a number; elements ascend.
  private static func index<Element>(
    in elements: [Element], _ precedes: (Element) -> Bool
  ) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = low + (high - low) / 2
      if precedes(elements[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  package static func start(of number: Int64) -> Int64 { number & ~(runLength - 1) }

  // MARK: Gaps

  /// The changes that this process has found for a gap, because it knew the rows before; nil for
  /// every other transaction.
  package func found(by number: Int64) -> [Transaction.Group]? { found[number] }

  /// Notes the changes of the last transaction, which is a gap.
  package mutating func note(found groups: [Transaction.Group]) {
    if let last { found[last.number] = groups }
  }

  /// Notes what another version of the history has found for the same gaps.
  package mutating func noteFound(by other: History) {
    for (number, groups) in other.found where digest(of: number) == other.digest(of: number) {
      found[number] = groups
    }
  }

  // MARK: Recording

  /// Appends a transaction, which gets the next number.
  ///
  /// - Parameter schema: The schema whose names the transaction uses.
  package mutating func append(_ transaction: History.Transaction, of schema: TableSchema) {
    var transaction = transaction
    // All numbers of a history would take longer than keys: reading refuses greater ones.
    transaction.number = (last?.number ?? 0) &+ 1
    // A clock that was set back must not make a later transaction the older one.
    if let before = runs.last?.transactions.last?.time {
      transaction.time = max(before, transaction.time)
    }
    schemas[transaction.schema] = schema
    if let last, runs.last?.transactions.last?.number != last.number { removed.append(last) }
    add(transaction, after: last?.digest ?? genesis)
    contents = nil
  }

  private mutating func add(_ transaction: History.Transaction, after previous: Digest) {
    let canonical = transaction.canonicalText
    let digest = transaction.digest(after: previous, canonical: canonical)
    let start = Self.start(of: transaction.number)
    if runs.last?.start != start {
      runs.append(Run(start: start, transactions: [], digests: [], bytes: 0))
    }
    let index = runs.count - 1
    runs[index].transactions.append(transaction)
    runs[index].digests.append(digest)
    runs[index].bytes += canonical.count
    last = Point(number: transaction.number, digest: digest)
  }

  /// Appends the record of a migration, if the history has transactions.
  ///
  /// It depends on the document alone, so every program that migrates the document makes the same one.
  ///
  /// - Parameter unknown: The key ranges in which the migration changed objects.
  package mutating func appendMigration(
    from old: TableSchema, to new: TableSchema, unknown: [HistoryRange]
  ) {
    guard last != nil else { return }
    let before = old.modelFingerprint()
    schemas[before] = old
    append(
      History.Transaction(
        time: runs.last?.transactions.last?.time ?? 0, schema: new.modelFingerprint(),
        unknown: unknown, migratedFrom: before), of: new)
  }

  // MARK: Removing

  /// Removes the oldest transactions until the bounds of the policy hold.
  ///
  /// Whole runs are removed first, so that a run's part stays as it is until it goes.
  ///
  /// - Parameter now: Seconds since 2001-01-01T00:00:00Z.
  package mutating func prune(now: Double) {
    let oldest = policy.days.map { now - Double($0) * 86400 } ?? -.infinity
    var dropped = 0
    var count = transactionCount
    var bytes = byteCount
    func isExceeded(_ last: History.Transaction?) -> Bool {
      guard let last else { return false }
      return count > policy.transactions ?? .max || bytes > policy.bytes ?? .max
        || last.time < oldest
    }
    while dropped + 1 < runs.count, isExceeded(runs[dropped].transactions.last) {
      count -= runs[dropped].transactions.count
      bytes -= runs[dropped].bytes
      dropped += 1
    }
    var through = dropped > 0 ? runs[dropped - 1].transactions.last?.number : nil
    if dropped < runs.count {
      for transaction in runs[dropped].transactions {
        guard isExceeded(transaction) else { break }
        count -= 1
        bytes -= transaction.canonicalText.count
        through = transaction.number
      }
    }
    if let through { remove { $0.number <= through } }
  }

  /// Removes transactions.
  ///
  /// - Returns: How many were removed.
  @discardableResult
  package mutating func remove(where isRemoved: (History.Transaction) -> Bool) -> Int {
    var count = 0
    var points: [Point] = []
    var kept: [Run] = []
    var previous: Int64 = 0
    for run in runs {
      var rest = Run(start: run.start, transactions: [], digests: [], bytes: 0)
      var isWhole = true
      for (index, transaction) in run.transactions.enumerated() {
        if isRemoved(transaction) {
          count += 1
          isWhole = false
          continue
        }
        if transaction.number != previous + 1, let digest = digest(of: transaction.number - 1) {
          points.append(Point(number: transaction.number - 1, digest: digest))
        }
        previous = transaction.number
        rest.transactions.append(transaction)
        rest.digests.append(run.digests[index])
      }
      if isWhole {
        kept.append(run)
      } else if !rest.transactions.isEmpty {
        rest.bytes = rest.transactions.reduce(0) { $0 + $1.canonicalText.count }
        kept.append(rest)
      }
    }
    runs = kept
    removed = points
    found = found.filter { gap in transactions.contains { $0.number == gap.key } }
    dropUnusedSchemas()
    return count
  }

  private mutating func dropUnusedSchemas() {
    var used: Set<Digest> = []
    for transaction in transactions {
      used.insert(transaction.schema)
      if let before = transaction.migratedFrom { used.insert(before) }
    }
    schemas = schemas.filter { used.contains($0.key) }
  }

  // MARK: Reading

  /// Adds transactions that were read, in ascending order, and compares them with their schemas and
  /// their chained digests with the stated ones.
  ///
  /// - Parameters:
  ///   - state: The state that the document states beside the transactions.
  ///   - schema: The document's own schema.
  package init(
    _ state: HistoryState, _ transactions: [History.Transaction], document: UInt128,
    policy: HistoryPolicy, schema: TableSchema, fingerprint: Digest
  ) throws(HistoryProblem) {
    self.init(document: document, lineage: state.lineage, policy: policy)
    schemas = state.schemas
    schemas[fingerprint] = schema
    var points = state.removed[...]
    var unnamed = Set(state.schemas.keys)
    var time = -Double.infinity
    for transaction in transactions {
      let number = transaction.number
      guard number > last?.number ?? 0, transaction.time >= time else {
        throw HistoryProblem("transactions do not ascend", transaction: number)
      }
      time = transaction.time
      let before = transaction.migratedFrom ?? transaction.schema
      guard let words = schemas[transaction.schema], schemas[before] != nil else {
        throw HistoryProblem(
          "the schema of transaction \(number) is not in the document", transaction: number)
      }
      unnamed.subtract([transaction.schema, before])
      try transaction.check(against: words)
      var previous = last?.digest ?? genesis
      if number != (last?.number ?? 0) + 1 {
        guard let point = points.popFirst(), point.number == number - 1 else {
          throw HistoryProblem(
            "the digest before transaction \(number) is missing", transaction: number)
        }
        previous = point.digest
      }
      add(transaction, after: previous)
    }
    guard points.isEmpty else {
      throw HistoryProblem("a digest of removed transactions precedes no transaction")
    }
    guard unnamed.isEmpty, state.schemas[fingerprint] == nil else {
      throw HistoryProblem("a schema is there that no transaction needs")
    }
    if let content = state.contents.first(where: { !$0.range.isRange(of: schema) }) {
      throw HistoryProblem(
        "contents: there is no hierarchy \(content.range.hierarchy.quotedIfBlank)")
    }
    if let own = last, own.number > state.last.number {
      throw HistoryProblem(
        "transaction \(own.number) follows the last one", transaction: own.number)
    }
    if let own = last, own.number == state.last.number, own != state.last {
      throw HistoryProblem(
        "the digest of transaction \(own.number) is not the one that the history states",
        code: .digest, transaction: own.number)
    }
    removed = state.removed
    last = state.last
    contents = state.contents
    dropUnusedSchemas()
  }
}

extension History.Transaction {
  /// The text that bounds count and digests are made of.
  fileprivate var canonicalText: [UInt8] { CanonicalJSON.bytes(of: tree, .marked) }
}
