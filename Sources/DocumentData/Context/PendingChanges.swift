import DocumentTables

/// The objects whose changes wait for a save.
struct PendingChanges {
  /// Inserted since the last save; keys ascend in the order of insertion.
  var inserted = PendingObjects()
  /// Stored objects with changed values.
  var touched = PendingObjects()
  /// Stored objects to be removed.
  var deleted = PendingObjects()
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

  struct InverseChange {
    var added: Set<ObjectKey> = []
    var removed: Set<ObjectKey> = []

    fileprivate mutating func note(_ source: ObjectKey, _ refers: Bool) {
      if refers {
        if removed.remove(source) == nil { added.insert(source) }
      } else {
        if added.remove(source) == nil { removed.insert(source) }
      }
    }
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
    // In place: its sets would be copied otherwise.
    inverse[column, default: [:]][target, default: InverseChange()].note(source, refers)
  }
}
