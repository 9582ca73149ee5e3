import DocumentTables

/// The objects whose changes wait for a save, in the order in which they were changed.
struct PendingChanges {
  /// Inserted since the last save, by key; keys ascend in the order of insertion.
  var inserted: [ObjectKey: any PersistentModel] = [:]
  /// Stored objects with changed values.
  var touched: [ObjectKey: any PersistentModel] = [:]
  /// Stored objects to be removed.
  var deleted: [ObjectKey: any PersistentModel] = [:]
  /// Deletions that a relationship denies unless the objects it names go too.
  var denied: [Denial] = []
  /// Objects that an upsert has made stand for the row of an older one.
  var aliases: [(newer: any PersistentModel, older: any PersistentModel)] = []
  /// The batch deletions that marked objects of a custom store for removal.
  var batches: [BatchDeletion] = []
  /// Why objects could not be inserted.
  var refused: [SwiftDataError] = []
  /// Who refers to whom beyond what the base says, by the referring column.
  var inverse: [ColumnIdentity: [ObjectKey: InverseChange]] = [:]

  /// Objects, with their hierarchy, whose to-many with a minimum or maximum was changed from the
  /// other end, so that nothing of their own has changed.
  var recounted: [ObjectKey: Int] = [:]

  struct Denial {
    var model: any PersistentModel
    var slot: Int
  }

  struct ColumnIdentity: Hashable {
    var hierarchy: Int
    var column: Int
  }

  struct InverseChange {
    var added: Set<ObjectKey> = []
    var removed: Set<ObjectKey> = []
  }

  /// Objects in the order of their keys; sorting keys alone is much cheaper than sorting pairs.
  static func inOrder(
    _ models: [ObjectKey: any PersistentModel], where isWanted: (any PersistentModel) -> Bool
  ) -> [(key: ObjectKey, value: any PersistentModel)] {
    var wanted: [ObjectKey] = []
    for (key, model) in models where isWanted(model) { wanted.append(key) }
    return wanted.sorted().compactMap { key in models[key].map { (key, $0) } }
  }

  static func inOrder(
    _ models: [ObjectKey: any PersistentModel]
  ) -> [(key: ObjectKey, value: any PersistentModel)] {
    models.keys.sorted().compactMap { key in models[key].map { (key, $0) } }
  }

  var isEmpty: Bool {
    inserted.isEmpty && touched.isEmpty && deleted.isEmpty && refused.isEmpty
  }

  func object(for key: ObjectKey) -> (any PersistentModel)? {
    if inserted.isEmpty, touched.isEmpty, deleted.isEmpty { return nil }
    return inserted[key] ?? touched[key] ?? deleted[key]
  }

  /// A row at one end of a relationship begins or ceases to refer to an object at the other.
  mutating func note(
    _ source: ObjectKey, refersTo target: ObjectKey, through column: ColumnIdentity, _ refers: Bool
  ) {
    var change = inverse[column, default: [:]][target] ?? InverseChange()
    if refers {
      if change.removed.remove(source) == nil { change.added.insert(source) }
    } else {
      if change.added.remove(source) == nil { change.removed.insert(source) }
    }
    inverse[column, default: [:]][target] = change
  }
}
