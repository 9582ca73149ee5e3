import DocumentTables
import Synchronization

/// The current tables of one document, and the operations that change them.
///
/// Contexts may read a version of the tables for any length of time. A commit creates the next
/// version and records its change set, from which other contexts update their objects.
package final class DocumentStore: Sendable {
  /// One version of the tables.
  package struct Version: Sendable {
    package var tables: Tables
    package var generation: Int
  }

  private struct State {
    var version: Version
    /// The last saves before the current generation, oldest first.
    var recent: [SavedChanges] = []
    /// The model fingerprint of the schema, for transactions of the history.
    var fingerprint: Digest?
  }

  /// The most saves that are recorded.
  ///
  /// A context that is further behind reexamines all its objects.
  private static let recentLimit = 64

  package let identifier: String
  /// The generation of the last erase; 0 if there was none.
  private let erased = Atomic(0)
  private let state: Mutex<State>
  /// The most rows that the recorded saves may name together; the last save is always recorded.
  ///
  /// Without this limit, large imports would take more memory here than in the tables. Reexamining
  /// all objects takes no longer than reading that many changes.
  private let recentRowLimit: Int
  private let followers = Mutex<[FollowerReference]>([])
  /// Whether the durable content differs from the initial tables: opening migrated the document, or
  /// there is no file yet.
  private let unwritten: Atomic<Bool>
  /// Makes a version durable before it becomes the current one; nil for a store in memory.
  private let persist: Persistence?
  /// Removes the durable content; nil for a store in memory.
  private let remove: (@Sendable () throws -> Void)?

  /// A function that writes tables as the container that saves wants it.
  package typealias Persistence = @Sendable (Tables, FileWriting) throws -> Void

  package init(
    _ tables: Tables, identifier: String? = nil, recentRowLimit: Int = 50_000,
    isUnwritten: Bool = false, persist: Persistence? = nil,
    remove: (@Sendable () throws -> Void)? = nil
  ) {
    self.identifier = identifier ?? UUIDText.text(tables.documentID)
    state = Mutex(State(version: Version(tables: tables, generation: 0)))
    self.recentRowLimit = recentRowLimit
    unwritten = Atomic(isUnwritten)
    self.persist = persist
    self.remove = remove
  }

  package var current: Version { state.withLock { $0.version } }

  /// Whether the store was erased after a generation.
  func wasErased(since generation: Int) -> Bool {
    erased.load(ordering: .acquiring) > generation
  }

  /// The number of commits and erases; reading it is much cheaper than reading `current`.
  var generation: Int { state.withLock { $0.version.generation } }

  /// The change sets after a generation, oldest first; nil if they are not all recorded.
  func changes(since generation: Int) -> [ChangeSet]? {
    recentChanges(since: generation)?.map(\.changes)
  }

  /// The saves after a revision, oldest first; nil if they are not all recorded, or if the revision
  /// is later than the current one.
  package func recentChanges(since revision: Int) -> [SavedChanges]? {
    state.withLock { state in
      let count = state.version.generation.subtractingReportingOverflow(revision)
      guard !count.overflow, 0...state.recent.count ~= count.partialValue else { return nil }
      return Array(state.recent.suffix(count.partialValue))
    }
  }

  // MARK: Followers

  private struct FollowerReference: Sendable {
    weak var follower: (any StoreFollower)?
  }

  /// Notifies a follower of every commit from now on; the store references it weakly.
  package func add(_ follower: any StoreFollower) {
    followers.withLock { followers in
      followers.removeAll { $0.follower == nil }
      followers.append(FollowerReference(follower: follower))
    }
  }

  /// Called without the lock, because a follower may read the current version at once.
  private func tellFollowers() {
    for reference in followers.withLock({ $0 }) { reference.follower?.storeDidChange() }
  }

  // MARK: Changes

  /// Reserves `count` consecutive keys that no object has or had, and returns the first.
  func takeKeys(_ count: Int) -> ObjectKey {
    state.withLock { state in
      let first = state.version.tables.nextKey
      // The commit rejects keys out of range; here the addition must only not overflow.
      state.version.tables.nextKey = first.addingReportingOverflow(ObjectKey(count)).partialValue
      return first
    }
  }

  /// Adds rows of objects that exist in a custom store and are loaded for the first time.
  ///
  /// The content of the store and the generation do not change.
  func reveal(_ rows: [InsertedRow]) {
    state.withLock { state in
      let changes = ChangeSet(inserted: rows, nextKey: state.version.tables.nextKey)
      state.version.tables = state.version.tables.applying(changes)
    }
  }

  /// Commits a change unless `generation` is no longer current.
  ///
  /// The tables of the previous version are edited in place if nothing else references them.
  ///
  /// - Returns: The new version, or the current one if the change changes no row; nil if another
  ///   commit came after `generation`.
  /// - Throws: The error of making the change durable; the tables are then unchanged.
  func commit(
    _ change: StoreChange, after generation: Int, writing: FileWriting = FileWriting()
  ) throws -> Version? {
    let version: Version? = try state.withLock { state in
      guard state.version.generation == generation else { return nil }
      if change.isWithoutEffect {
        state.version.tables = change.applied(to: state.version.tables)
        return state.version
      }
      try Self.checkKeys(of: state.version.tables)
      let before = persist == nil ? nil : state.version.tables
      let tables = state.version.tables
      let history = Self.history(of: tables, after: change, &state.fingerprint)
      // Without this reference to them, the old segments can be freed one by one.
      state.version.tables.tables = []
      state.version.tables = change.applied(to: consume tables)
      state.version.tables.history = history
      do {
        try persist?(state.version.tables, writing)
      } catch {
        if let before { state.version.tables = before }
        throw error
      }
      unwritten.store(false, ordering: .releasing)
      state.version.generation += 1
      switch change {
      case .rows(let changes):
        state.recent.append(
          SavedChanges(revision: generation + 1, date: Date(), changes: changes))
        forgetOld(&state.recent)
      case .tables: state.recent.removeAll()
      }
      return state.version
    }
    if version != nil, !change.isWithoutEffect { tellFollowers() }
    return version
  }

  /// Returns the history with the transaction of a change, within the bounds of its policy.
  private static func history(
    of tables: Tables, after change: StoreChange, _ fingerprint: inout Digest?
  ) -> History? {
    guard var history = tables.history, history.policy.detail != .none else {
      return tables.history
    }
    let known = fingerprint ?? tables.schema.modelFingerprint()
    fingerprint = known
    switch change {
    case .rows(let changes):
      history.record(
        changes, before: tables, fingerprint: known,
        stamp: HistorySource.current.stamp(author: changes.author))
    case .tables(let edits):
      let names = Set(edits.map { tables.schema.hierarchies[$0.hierarchy].name })
      let stamp = HistorySource.current.stamp(author: nil)
      history.append(
        History.Transaction(
          unknown: tables.historyRanges().filter { names.contains($0.hierarchy) },
          fingerprint: known, stamp: stamp), of: tables.schema)
      history.prune(now: stamp.time)
    }
    return history
  }

  /// Sets what the history records from now on.
  ///
  /// Of a history that is to record nothing, the transactions are removed, too.
  package func setHistoryPolicy(_ policy: HistoryPolicy) {
    state.withLock { state in
      let documentID = state.version.tables.documentID
      if policy.detail == .none || state.version.tables.history == nil {
        state.version.tables.history = History(
          document: documentID, lineage: UUIDText.number(of: UUID()), policy: policy)
      } else {
        state.version.tables.history?.policy = policy
        state.version.tables.history?.prune(now: HistorySource.current.now())
      }
    }
  }

  /// Removes transactions from the history, and makes the rest durable.
  ///
  /// - Returns: How many were removed.
  /// - Throws: The error of making it durable; the history is then unchanged.
  package func removeHistory(
    as writing: FileWriting, where isRemoved: (History.Transaction) throws -> Bool
  ) throws -> Int {
    try state.withLock { state in
      guard var history = state.version.tables.history else { return 0 }
      let removed = try Set(history.transactions.filter(isRemoved).map(\.number))
      guard !removed.isEmpty else { return 0 }
      let before = state.version.tables.history
      let count = history.remove { removed.contains($0.number) }
      state.version.tables.history = history
      do {
        try persist?(state.version.tables, writing)
      } catch {
        state.version.tables.history = before
        throw error
      }
      unwritten.store(false, ordering: .releasing)
      return count
    }
  }

  /// Whether the current version is not durable although nothing has changed: opening migrated the
  /// document, or found no file.
  var isUnwritten: Bool { unwritten.load(ordering: .acquiring) }

  /// Makes the current version durable if it is not.
  ///
  /// The content of the store and the generation do not change.
  ///
  /// - Throws: The error of making it durable; the version is then still unwritten.
  func write(as writing: FileWriting) throws {
    try state.withLock { state in
      guard isUnwritten else { return }
      try persist?(state.version.tables, writing)
      unwritten.store(false, ordering: .releasing)
    }
  }

  private static func checkKeys(of tables: Tables) throws {
    // Many JSON readers represent larger integers only approximately (RFC 7493).
    guard tables.nextKey <= CanonicalJSON.largestExactInteger else {
      throw SwiftDataError(
        .modelValidationFailure, "the document has no keys left for new objects")
    }
  }

  private func forgetOld(_ recent: inout [SavedChanges]) {
    var rows = 0
    var kept = 0
    for saved in recent.reversed() {
      rows += saved.changes.rowCount
      guard kept == 0 || kept < Self.recentLimit && rows <= recentRowLimit else { break }
      kept += 1
    }
    recent.removeFirst(recent.count - kept)
  }

  /// Removes all objects, and the durable content.
  ///
  /// Keys are not reused, so that identifiers of removed objects never name other objects.
  ///
  /// - Throws: The error of removing the durable content; the objects then remain.
  func erase() throws {
    try state.withLock { state in
      if let remove {
        try remove()
        unwritten.store(true, ordering: .releasing)
      }
      let before = state.version
      state.version = Version(
        tables: Tables(
          schema: before.tables.schema, documentID: before.tables.documentID,
          nextKey: before.tables.nextKey,
          history: before.tables.history.map {
            History(
              document: before.tables.documentID, lineage: UUIDText.number(of: UUID()),
              policy: $0.policy)
          }),
        generation: before.generation + 1)
      // Contexts reexamine all their objects.
      state.recent.removeAll()
      erased.store(state.version.generation, ordering: .releasing)
    }
    tellFollowers()
  }
}

extension ChangeSet {
  var rowCount: Int { inserted.count + updated.count + deleted.count }
}

/// An observer of a store's commits, called on the thread that saved.
package protocol StoreFollower: AnyObject, Sendable {
  /// Called after every commit and erase; must only schedule work.
  func storeDidChange()
}
