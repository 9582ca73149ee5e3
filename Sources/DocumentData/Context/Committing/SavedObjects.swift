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
  var information: [ModelContext.NotificationKey: Any] {
    [
      .insertedIdentifiers: inserted.map(\.persistentModelID),
      .updatedIdentifiers: updated.map(\.persistentModelID),
      .deletedIdentifiers: deleted,
    ]
  }
}

extension ModelContext {
  /// Notifies observers of the saved objects.
  func announce(_ saved: SavedObjects) {
    var information = saved.information
    information[.queryGeneration] = core.base.generation
    information[.historyTokens] = historyTokens
    post(Self.didSave, self, information)
  }

  private var historyTokens: [String: any HistoryToken] {
    var tokens: [String: any HistoryToken] = [:]
    for core in cores {
      if let custom = core.custom {
        if let token = custom.historyToken { tokens[core.store.identifier] = token }
      } else {
        // Another thread may have saved already: its save must come after the token.
        tokens[core.store.identifier] = core.store.historyToken(of: core.base.tables.history)
      }
    }
    return DefaultHistoryToken.joined(tokens)
  }

  /// Notifies observers of the objects that an erasure of their store removed.
  func announce(invalidated identifiers: [PersistentIdentifier], of core: ContextCore) {
    post(
      Self.didSave, self,
      [.invalidatedAllIdentifiers: identifiers, .queryGeneration: core.base.generation])
  }

  /// Notifies observers of the changes that are lost with this context.
  func postDiscarded(_ discarded: [SavedObjects]) {
    var all = SavedObjects()
    for objects in discarded { all.append(objects) }
    guard !all.isEmpty else { return }
    post(Self.didDiscardChanges, container, all.information)
  }

  /// Posts a notification with each value under its key and under the key's raw value: programs read
  /// both.
  private func post(
    _ name: Notification.Name, _ object: AnyObject, _ information: [NotificationKey: Any]
  ) {
    var values: [AnyHashable: Any] = [:]
    for (key, value) in information {
      values[key] = value
      values[key.rawValue] = value
    }
    NotificationCenter.default.post(name: name, object: object, userInfo: values)
  }
}
