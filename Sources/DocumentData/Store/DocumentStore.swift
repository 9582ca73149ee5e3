import DocumentTables
import Synchronization

/// The current tables of one document, and the one operation that changes them.
///
/// Contexts read a version of the tables for as long as they like; a commit makes the next version
/// and keeps its change set for the contexts that come after.
package final class DocumentStore: Sendable {
  /// One version of the tables.
  package struct Version: Sendable {
    package var tables: Tables
    package var generation: Int
  }

  private struct State {
    var version: Version
    /// The saves that led to the current generation, the last at the end.
    var recent: [SavedChanges] = []
  }

  /// How many commits a context may be behind before it looks at everything anew.
  private static let recentLimit = 64

  package let identifier: String
  /// The generation that the last erasing made; 0 where there was none.
  private let erased = Atomic(0)
  private let state: Mutex<State>
  /// How many rows the saves before the last one may name: large imports would take more memory
  /// here than in the tables, and looking at everything anew takes no longer than going through
  /// them.
  private let recentRowLimit: Int
  private let followers = Mutex<[FollowerReference]>([])
  /// Whether what is durable is not what the store began with: opening has migrated it, or there is
  /// none yet.
  private let unwritten: Atomic<Bool>
  /// Makes a version durable before it becomes the current one; nil for a store in memory.
  private let persist: Persistence?
  /// Removes what was made durable; nil for a store in memory.
  private let remove: (@Sendable () throws -> Void)?

  /// Writes tables; how much time compressing them may take depends on the container that saves, if
  /// it says so.
  package typealias Persistence = @Sendable (Tables, DocumentCompression?) throws -> Void

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

  /// Whether everything was erased after a generation.
  func wasErased(since generation: Int) -> Bool {
    erased.load(ordering: .acquiring) > generation
  }

  /// How many commits there have been; much cheaper to ask than for the version.
  var generation: Int { state.withLock { $0.version.generation } }

  /// The change sets after a generation, oldest first; nil where they are no longer known.
  func changes(since generation: Int) -> [ChangeSet]? {
    recentChanges(since: generation)?.map(\.changes)
  }

  /// The saves after a revision, oldest first; nil where they are no longer known, or not yet.
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

  /// Tells a follower of every commit from now on, as long as somebody holds it.
  package func add(_ follower: any StoreFollower) {
    followers.withLock { followers in
      followers.removeAll { $0.follower == nil }
      followers.append(FollowerReference(follower: follower))
    }
  }

  /// Called without the lock, because a follower may ask for the current version at once.
  private func tellFollowers() {
    for reference in followers.withLock({ $0 }) { reference.follower?.storeDidChange() }
  }

  // MARK: Changes

  /// Hands out keys that no object has or had: `count` of them from the result on.
  func takeKeys(_ count: Int) -> ObjectKey {
    state.withLock { state in
      let first = state.version.tables.nextKey
      // Used-up keys are refused by the commit; here they must only not overflow.
      state.version.tables.nextKey = first.addingReportingOverflow(ObjectKey(count)).partialValue
      return first
    }
  }

  /// Adds rows of objects that were there all the time, and that nobody has asked for before.
  ///
  /// What the store holds stays the same, and so does the generation.
  func reveal(_ rows: [InsertedRow]) {
    state.withLock { state in
      let changes = ChangeSet(inserted: rows, nextKey: state.version.tables.nextKey)
      state.version.tables = state.version.tables.applying(changes)
    }
  }

  /// Makes a change part of the document, unless another context has changed it meanwhile.
  ///
  /// The version before is edited in place if nothing else holds it.
  ///
  /// - Returns: The new version; nil if `generation` is no longer current.
  /// - Throws: What making it durable throws; the tables then stay as they were.
  func commit(
    _ change: StoreChange, after generation: Int, compression: DocumentCompression? = nil
  ) throws -> Version? {
    let version: Version? = try state.withLock { state in
      guard state.version.generation == generation else { return nil }
      if change.isWithoutEffect {
        state.version.tables = change.applied(to: state.version.tables)
        return state.version
      }
      try Self.checkKeys(of: state.version.tables)
      let before = persist == nil ? nil : state.version.tables
      var tables = Tables(
        schema: state.version.tables.schema, documentID: state.version.tables.documentID)
      swap(&tables, &state.version.tables)
      state.version.tables = change.applied(to: consume tables)
      do {
        try persist?(state.version.tables, compression)
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

  /// Whether the current version is not durable although nothing has changed: opening has migrated it,
  /// or has found no file.
  var isUnwritten: Bool { unwritten.load(ordering: .acquiring) }

  /// Makes the current version durable if it is not.
  ///
  /// What the store holds stays the same, and so does the generation.
  ///
  /// - Throws: What making it durable throws; it is then still to be done.
  func write(compression: DocumentCompression?) throws {
    try state.withLock { state in
      guard isUnwritten else { return }
      try persist?(state.version.tables, compression)
      unwritten.store(false, ordering: .releasing)
    }
  }

  private static func checkKeys(of tables: Tables) throws {
    // Readers of other languages have integers beyond this only roughly (RFC 7493).
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

  /// Removes every object, and what was made durable of them.
  ///
  /// Keys are not used again, so that identifiers of removed objects never name others.
  ///
  /// - Throws: What removing throws; the objects then stay.
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
          nextKey: before.tables.nextKey),
        generation: before.generation + 1)
      // Contexts look at all their objects anew.
      state.recent.removeAll()
      erased.store(state.version.generation, ordering: .releasing)
    }
    tellFollowers()
  }
}

extension ChangeSet {
  var rowCount: Int { inserted.count + updated.count + deleted.count }
}

/// Is told by a store that it has new content, on the thread that saved it.
package protocol StoreFollower: AnyObject, Sendable {
  /// Called after every commit; it must only schedule.
  func storeDidChange()
}
