import DocumentTables

/// The objects whose changes a save has made part of their stores.
struct SavedObjects {
  var inserted: [any PersistentModel] = []
  var updated: [any PersistentModel] = []
  /// Read before the save: afterwards the objects belong to no context.
  var deleted: [PersistentIdentifier] = []

  init() {}

  /// Everything that waits for a save.
  init(_ pending: PendingChanges) {
    inserted = pending.inserted.inOrder().map(\.value)
    updated = pending.touched.inOrder().map(\.value)
    deleted = pending.deleted.inOrder().map(\.value.persistentModelID)
  }

  /// What of it a change set holds: a change that was taken back is none.
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

  /// What is new and what has changed, after a store has taken new objects for others.
  mutating func take(_ other: SavedObjects) {
    inserted = other.inserted
    updated = other.updated
  }

  /// The user information of a notification that names the objects.
  var information: [String: Any] {
    [
      ModelContext.NotificationKey.insertedIdentifiers.rawValue: inserted.map(\.persistentModelID),
      ModelContext.NotificationKey.updatedIdentifiers.rawValue: updated.map(\.persistentModelID),
      ModelContext.NotificationKey.deletedIdentifiers.rawValue: deleted,
    ]
  }
}
