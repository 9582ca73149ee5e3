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
    /// The policy that the program has stated; nil if the file's counts.
    var statedPolicy: HistoryPolicy?
    var foreign: ForeignSaves
  }

  /// The most saves that are recorded.
  ///
  /// A context that is further behind reexamines all its objects.
  private static let recentLimit = 64

  /// The identifier of the document.
  ///
  /// If another process creates the file first, the store adopts its document.
  package var identifier: String { adopted.load()?.text ?? ownIdentifier }
  private let ownIdentifier: String
  private let adopted = AtomicLazyReference<AdoptedIdentifier>()
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
  /// The durable content; nil for a store in memory.
  private let durable: (any DurableContent)?

  package init(
    _ tables: Tables, identifier: String? = nil, recentRowLimit: Int = 50_000,
    isUnwritten: Bool = false, durable: (any DurableContent)? = nil
  ) {
    ownIdentifier = identifier ?? UUIDText.text(tables.documentID)
    state = Mutex(
      State(
        version: Version(tables: tables, generation: 0),
        foreign: ForeignSaves(nextKey: tables.nextKey)))
    self.recentRowLimit = recentRowLimit
    unwritten = Atomic(isUnwritten)
    self.durable = durable
  }

  package var current: Version { state.withLock { $0.version } }

  /// The history of the current version.
  ///
  /// A reference to the version itself would keep its segments from being edited in place.
  var history: History? { state.withLock { $0.version.tables.history } }

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
  private func tellFollowers(_ saver: AnyObject? = nil) {
    for reference in followers.withLock({ $0 }) { reference.follower?.storeDidChange(by: saver) }
  }

  /// Tells every follower that a save of another process cannot be adopted.
  func tellFollowers(failure error: any Error) {
    for reference in followers.withLock({ $0 }) { reference.follower?.storeDidFail(error) }
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
  /// - Parameter saver: The container that saves.
  /// - Returns: The new version, or the current one if the change changes no row; nil if another
  ///   commit came after `generation`.
  /// - Throws: The error of making the change durable; the tables are then unchanged.
  func commit(
    _ change: StoreChange, after generation: Int, writing: FileWriting = FileWriting(),
    by saver: AnyObject? = nil
  ) throws -> Version? {
    let version: Version? = try state.withLock { state in
      guard state.version.generation == generation else { return nil }
      if change.isWithoutEffect {
        state.version.tables = change.applied(to: state.version.tables)
        return state.version
      }
      try Self.checkKeys(of: state.version.tables)
      let before = durable == nil ? nil : state.version.tables
      let tables = state.version.tables
      let history = tables.history(after: change, &state.fingerprint)
      // Without this reference to them, the old segments can be freed one by one.
      state.version.tables.tables = []
      state.version.tables = change.applied(to: consume tables)
      state.version.tables.history = history
      do {
        try durable?.write(state.version.tables, as: writing)
      } catch {
        if let before { state.version.tables = before }
        throw error
      }
      unwritten.store(false, ordering: .releasing)
      state.foreign.nextKey = state.version.tables.nextKey
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
    if version != nil, !change.isWithoutEffect { tellFollowers(saver) }
    return version
  }

  /// Sets what the history records from now on, even after a save of another process has been adopted.
  ///
  /// Of a history that is to record nothing, the transactions are removed, too.
  package func setHistoryPolicy(_ policy: HistoryPolicy) {
    state.withLock { state in
      state.statedPolicy = policy
      guard state.version.tables.history?.policy != policy else { return }
      state.version.tables.keepHistory(policy)
      state.version.tables.history?.prune(now: HistorySource.current.now())
    }
  }

  /// Removes transactions from the history, and makes the rest durable.
  ///
  /// - Returns: How many were removed.
  /// - Throws: The error of making it durable; the history is then unchanged.
  package func removeHistory(
    as writing: FileWriting, where isRemoved: (History.Transaction) throws -> Bool
  ) throws -> Int {
    do {
      return try removeOwnHistory(as: writing, where: isRemoved)
    } catch let error as SwiftDataError where error.rule == .fileChanged {
      try beginMerge(after: error)
      defer { endMerge() }
      return try removeOwnHistory(as: writing, where: isRemoved)
    }
  }

  private func removeOwnHistory(
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
        try durable?.write(state.version.tables, as: writing)
      } catch {
        state.version.tables.history = before
        throw error
      }
      unwritten.store(false, ordering: .releasing)
      return count
    }
  }

  // MARK: Saves of other processes

  /// Adopts what another process has saved, as a commit: the file becomes the current version.
  ///
  /// - Returns: False if the file is the one that was last read or saved, or does not exist.
  /// - Throws: ``SwiftDataError`` if the file cannot be read, migrated, or is another document; the
  ///   tables are then unchanged.
  @discardableResult func adopt() throws -> Bool {
    guard let durable else { return false }
    while true {
      let before = current
      guard let found = try durable.readChange(since: before.tables) else { return false }
      // Identifiers can change once only.
      guard !found.isOtherDocument || adopted.load() == nil else {
        throw SwiftDataError(
          .loadIssueModelContainer, "another process has replaced the document: open it anew")
      }
      let changes = ChangeSet(from: before.tables, to: found.tables)
      let isAdopted = state.withLock { state in
        // Another thread may have saved or adopted meanwhile.
        guard state.version.generation == before.generation, found.adopt() else { return false }
        let nextKey = found.tables.nextKey
        var tables = found.tables
        tables.nextKey = max(nextKey, state.version.tables.nextKey)
        // A program that dropped the history did not mean to end it.
        let policy = tables.history == nil ? state.version.tables.history?.policy : nil
        if let policy = state.statedPolicy ?? policy { tables.keepHistory(policy) }
        if let known = state.version.tables.history {
          tables.history?.nameObjects(in: changes, since: known, before.tables)
        }
        state.version.tables = tables
        unwritten.store(false, ordering: .releasing)
        if found.isOtherDocument {
          _ = adopted.storeIfNil(AdoptedIdentifier(UUIDText.text(tables.documentID)))
        }
        state.version.generation += 1
        state.foreign.note(state.version.generation, nextKey: nextKey)
        state.recent.append(
          SavedChanges(
            revision: state.version.generation, date: Date(), changes: changes, isForeign: true))
        forgetOld(&state.recent)
        return true
      }
      guard isAdopted else { continue }
      // Another program may have written the same objects in another form.
      if !changes.isEmpty { tellFollowers() }
      return true
    }
  }

  /// Adopts what another process has saved, and keeps every other from saving until
  /// ``endMerge()``.
  ///
  /// - Parameter error: The error of a save that found the file changed.
  /// - Throws: The error, if there is nothing to adopt, or it cannot be adopted.
  func beginMerge(after error: SwiftDataError) throws {
    try durable?.lock()
    do {
      guard try adopt() else { throw error }
    } catch let failure as SwiftDataError {
      endMerge()
      var error = error
      if failure != error || failure.explanation != error.explanation {
        error.explanation += "; its new content cannot be merged: \(failure.explanation)"
      }
      throw error
    } catch {
      endMerge()
      throw error
    }
  }

  func endMerge() { durable?.unlock() }

  /// The identifier that the document of another process has replaced; nil if there is none.
  func isFormerIdentifier(_ identifier: String?) -> Bool {
    adopted.load() != nil && identifier == ownIdentifier
  }

  /// The saves of other processes that were adopted after a generation; nil if there are none.
  func foreignSaves(since generation: Int) -> ForeignSaves? {
    state.withLock { $0.foreign.last > generation ? $0.foreign : nil }
  }

  /// Records the new keys of objects that were not saved.
  func note(newKeys: [ObjectKey: ObjectKey]) { state.withLock { $0.foreign.note(newKeys) } }

  /// The key of an object that had a key before it was saved.
  func newKey(of key: ObjectKey) -> ObjectKey { state.withLock { $0.foreign.newKey(of: key) } }

  /// Whether the current version is not durable although nothing has changed: opening migrated the
  /// document, or found no file.
  var isUnwritten: Bool { unwritten.load(ordering: .acquiring) }

  /// Makes the current version durable if it is not.
  ///
  /// The content of the store and the generation do not change.
  ///
  /// - Throws: The error of making it durable; the version is then still unwritten.
  func write(as writing: FileWriting) throws {
    do {
      try state.withLock { state in
        guard isUnwritten else { return }
        try durable?.write(state.version.tables, as: writing)
        unwritten.store(false, ordering: .releasing)
        state.foreign.nextKey = state.version.tables.nextKey
      }
    } catch let error as SwiftDataError where error.rule == .fileChanged {
      // Another process has migrated or created the file.
      try beginMerge(after: error)
      endMerge()
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
      if let durable {
        try durable.remove()
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
