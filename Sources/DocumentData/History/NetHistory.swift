import DocumentTables

/// What changed on balance after a position in the histories of a container's documents: one change for
/// each object.
///
/// Code that applies the changes of a ``DefaultHistoryTransaction`` applies these in the same way:
///
/// ```swift
/// let news = try context.fetchNetHistory(since: token) { author in author != "sync" }
/// for change in news.changes {
///   switch change {
///   case .insert(let insert): try upload(insert.changedPersistentIdentifier)
///   case .update(let update as DefaultHistoryUpdate<Trip>): try upload(update.updatedAttributes, of: update)
///   case .delete(let delete): try remove(delete.changedPersistentIdentifier)
///   default: break
///   }
/// }
/// token = news.token
/// ```
///
/// ## What counts
///
/// Only the saves that the fetch chooses count. For each object, its first and its last chosen change
/// decide:
///
/// | first | last | on balance |
/// |---|---|---|
/// | insertion | insertion or update | an insertion |
/// | insertion | deletion | nothing |
/// | update or deletion | deletion | a deletion |
/// | update or deletion | insertion or update | an update |
///
/// Saves that are not chosen do not count, so the object may have other values now, or be gone. Upload the
/// present values of an object, not those of its change.
///
/// ## Values
///
/// - ``DefaultHistoryUpdate/oldValue(for:)`` is the value before the first chosen change of the property,
///   ``DefaultHistoryUpdate/newValue(for:)`` the value after the last one. Each is nil unless the history keeps it.
/// - A property whose two values are known and equal is not changed, if every save that changed it between
///   was chosen. Otherwise it is: others have seen another value. An update without a changed
///   property is no change. A history of names has no values, so a value that came back is a change there; so is
///   a relationship at the end that the document does not store.
/// - An object that was deleted and inserted again, as undo does it, is updated in every property. The old values
///   are those of the deletion's tombstone. No new values are known, because a history keeps no values of inserted
///   objects.
/// - ``DefaultHistoryDelete/tombstone`` has the values that the object had when it was deleted.
/// - Properties and classes have the names that the program's models have now, also if an older version of the
///   plan saved the change. Properties that the models lack are left out.
public struct NetHistory: Sendable {
  /// The position after the last save of every document, for the next fetch; nil if nothing was ever recorded.
  ///
  /// It also covers saves that were not chosen.
  public let token: DefaultHistoryToken?
  /// Changes of objects whose entities are not among the program's models; none if the fetch chooses
  /// models.
  public let unlistedChanges: [DefaultHistoryTransaction.UnlistedChange]
  /// The entities in which objects changed without a record, as by a stage of a migration; see
  /// ``DefaultHistoryTransaction/unknownChanges``.
  ///
  /// Fetch such objects anew, because ``changes`` lacks them.
  public let unknownChanges: [String]

  private let recorded: [RecordedChanges]

  /// The deleted objects, then the inserted, then the changed ones.
  ///
  /// The number of a change counts from 1. Its transaction is the last chosen one that changed the object. The
  /// list is made at each access.
  public var changes: [HistoryChange] {
    recorded.flatMap { changes -> [HistoryChange] in
      guard let type = changes.description?.type else { return [] }
      return changes.changes(of: type)
    }
  }

  fileprivate init(
    _ token: DefaultHistoryToken?, _ balances: [(changes: NetChanges, words: SchemaWords)],
    unknown: [String]
  ) {
    self.token = token
    unknownChanges = unknown
    var first: Int64 = 1
    var unlisted: [DefaultHistoryTransaction.UnlistedChange] = []
    var recorded: [RecordedChanges] = []
    let kinds: [History.Transaction.Group.Kind] = [.delete, .insert, .update]
    for kind in kinds {
      for (changes, words) in balances {
        let names = words.present
        for group in changes.groups where group.changes.kind == kind {
          let own = RecordedChanges(
            group.changes, of: group.transactions, first: first, names,
            isListed: group.isListed)
          if own.description == nil {
            unlisted += own.unlistedChanges
          } else {
            first += Int64(group.changes.keys.count)
            recorded.append(own)
          }
        }
      }
    }
    unlistedChanges = unlisted
    self.recorded = recorded
  }
}

extension DocumentHistories {
  /// Returns what changed on balance after a token.
  ///
  /// - Parameters:
  ///   - token: The position; nil for the beginning of the histories.
  ///   - models: The names of the entities that count, with their subentities; nil for all.
  /// - Throws: ``SwiftDataError/historyTokenExpired``.
  func balance(
    since token: DefaultHistoryToken?, of models: Set<String>?,
    _ isChosen: (_ author: String?) -> Bool
  ) throws -> NetHistory {
    if let token { try check(token, for: .reading) }
    var balances: [(changes: NetChanges, words: SchemaWords)] = []
    var positions: [String: DefaultHistoryToken.Position] = [:]
    var unknown: [String] = []
    for source in sources {
      positions[source.identifier] = source.history?.end ?? .init()
      guard let history = source.history else { continue }
      let entities = models.map { source.words.entities(of: $0) }
      let changes = withoutActuallyEscaping(isChosen) { isChosen in
        NetChanges(
          history,
          NetChanges.Choice(
            schema: source.words.schema, after: token?.positions[source.identifier]?.number ?? 0,
            entities: entities, isChosen: isChosen,
            entity: { source.words.names(of: $1, history).entity($0) },
            property: { source.words.names(of: $2, history).property($0, of: $1) }))
      }
      balances.append((changes, source.words))
      for change in changes.unknown {
        let names = source.words.names(of: change.schema, history)
        for name in names.entities(inHierarchy: change.range.hierarchy)
        where entities?.contains(name) ?? true && !unknown.contains(name) {
          unknown.append(name)
        }
      }
    }
    let store = sources.first { $0.history?.last != nil }?.identifier
    return NetHistory(
      store.map { DefaultHistoryToken($0, positions) }, balances, unknown: unknown)
  }
}
