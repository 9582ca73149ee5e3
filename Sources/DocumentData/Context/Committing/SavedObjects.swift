import DocumentTables

/// The objects of a save.
struct SavedObjects {
  var inserted: [any PersistentModel] = []
  var updated: [any PersistentModel] = []
  /// Identifiers, read before the save, because deleted objects belong to no context afterwards.
  var deleted: [PersistentIdentifier] = []

  init() {}

  /// Every object with pending changes.
  init(_ pending: PendingChanges) {
    inserted = pending.inserted.inOrder().map(\.value)
    updated = pending.touched.inOrder().map(\.value)
    deleted = pending.deleted.inOrder().map(\.value.persistentModelID)
  }

  /// The objects with pending changes that a change set contains; it lacks reverted changes.
  init(_ changes: ChangeSet, _ pending: PendingChanges) {
    inserted = changes.inserted.compactMap { pending.inserted[$0.key] }
    updated = changes.updated.compactMap { pending.touched[$0.key] }
    deleted = changes.deleted.compactMap { pending.deleted[$0.key]?.persistentModelID }
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  mutating func append(_ other: SavedObjects) {
    inserted += other.inserted
    updated += other.updated
    deleted += other.deleted
  }

  /// Replaces the inserted and updated objects after a store has united objects.
  mutating func take(_ other: SavedObjects) {
    inserted = other.inserted
    updated = other.updated
  }

  /// The user information of a notification.
  var information: [String: Any] {
    [
      ModelContext.NotificationKey.insertedIdentifiers.rawValue: inserted.map(\.persistentModelID),
      ModelContext.NotificationKey.updatedIdentifiers.rawValue: updated.map(\.persistentModelID),
      ModelContext.NotificationKey.deletedIdentifiers.rawValue: deleted,
    ]
  }
}

extension ModelContext {
  /// Notifies observers of the saved objects.
  func announce(_ saved: SavedObjects) {
    var information = saved.information
    information[NotificationKey.queryGeneration.rawValue] = core.base.generation
    information[NotificationKey.historyTokens.rawValue] = historyTokens
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: information)
  }

  private var historyTokens: [String: any HistoryToken] {
    var tokens: [String: any HistoryToken] = [:]
    for core in cores {
      if let custom = core.custom {
        if let token = custom.historyToken { tokens[core.store.identifier] = token }
      } else {
        tokens[core.store.identifier] = core.store.historyToken
      }
    }
    return tokens
  }

  /// Notifies observers of the objects that an erasure of their store removed.
  func announce(invalidated identifiers: [PersistentIdentifier], of core: ContextCore) {
    NotificationCenter.default.post(
      name: Self.didSave, object: self,
      userInfo: [
        NotificationKey.invalidatedAllIdentifiers.rawValue: identifiers,
        NotificationKey.queryGeneration.rawValue: core.base.generation,
      ])
  }

  /// Notifies observers of the changes that are lost with this context.
  func postDiscarded(_ discarded: [SavedObjects]) {
    var all = SavedObjects()
    for objects in discarded { all.append(objects) }
    guard !all.isEmpty else { return }
    NotificationCenter.default.post(
      name: Self.didDiscardChanges, object: container, userInfo: all.information)
  }
}
