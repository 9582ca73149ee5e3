import DocumentTables

/// The objects of a save.
struct SavedObjects {
  /// Objects, because a custom store may give them their identifiers.
  var inserted: [any PersistentModel] = []
  /// Identifiers, so that no object lives on only because it was saved.
  var updated: [PersistentIdentifier] = []
  /// Identifiers, read before the save, because deleted objects belong to no context afterwards.
  var deleted: [PersistentIdentifier] = []

  init() {}

  /// Every object with pending changes.
  init(pendingIn core: ContextCore) {
    inserted = core.pending.inserted.inOrder().map(\.value)
    updated = Self.joined(
      core.pending.touched.inOrder().map(\.value.persistentModelID),
      core.identifiers(of: core.pending.losses(since: core.base.tables)))
    deleted = core.pending.deleted.inOrder().map(\.value.persistentModelID)
  }

  /// The objects with pending changes that a change set contains; it lacks reverted changes.
  init(_ changes: ChangeSet, of core: ContextCore) {
    inserted = core.pending.inserted.inOrder().map(\.value)
    if core.custom == nil {
      updated = core.identifiers(of: changes.updated)
    } else {
      updated = changes.updated.compactMap { core.pending.touched[$0.key]?.persistentModelID }
    }
    deleted = changes.deleted.compactMap { core.pending.deleted[$0.key]?.persistentModelID }
  }

  /// The identifiers of updated objects, and of updated rows without objects.
  private static func joined(
    _ objects: [PersistentIdentifier], _ rows: [PersistentIdentifier]
  ) -> [PersistentIdentifier] {
    if rows.isEmpty { return objects }
    return objects.isEmpty ? rows : (objects + rows).sorted { $0.key < $1.key }
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
      .updatedIdentifiers: updated,
      .deletedIdentifiers: deleted,
    ]
  }
}

extension ContextCore {
  /// The identifiers of updated rows, which need no objects.
  fileprivate func identifiers(of rows: [UpdatedRow]) -> [PersistentIdentifier] {
    var identifiers: [PersistentIdentifier] = []
    identifiers.reserveCapacity(rows.count)
    var searches = base.tables.tables.map { RowSearch($0) }
    let names = schema.hierarchies.map { $0.entities.map(\.name) }
    let store = store.identifier
    for row in rows {
      guard let location = searches[row.hierarchy].location(of: row.key) else { continue }
      let segment = searches[row.hierarchy].table.segments[location.segment]
      identifiers.append(
        PersistentIdentifier(
          entityName: names[row.hierarchy][Int(segment.entities[location.row])],
          storeIdentifier: store, key: row.key))
    }
    return identifiers
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
