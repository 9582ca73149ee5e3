import DocumentTables

/// The unsaved changes of a context.
struct PendingChanges {
  /// Inserted since the last save; keys ascend in the order of insertion.
  var inserted = PendingObjects()
  /// Stored objects with changed values.
  var touched = PendingObjects()
  /// Stored objects that the save removes.
  var deleted = PendingObjects()
  /// The objects that duplicates were merged into, by the keys of the duplicates.
  var successors: [ObjectKey: ObjectKey] = [:]
  /// Deletions that a relationship denies unless its objects are deleted, too.
  var denied: [Denial] = []
  /// The unions of inserted objects with older ones, in their order.
  var unions: [Union] = []
  /// The batch deletions that marked objects of a custom store for removal.
  var batches: [BatchDeletion] = []
  /// The errors of objects that could not be inserted.
  var refused: [SwiftDataError] = []
  /// What the changes do to the references of rows.
  var references = PendingReferences()
  /// What the deletions did to other objects.
  var deletions = Deletions()

  /// Objects, with their hierarchies, whose counted to-many changed from the other end only.
  var recounted: [ObjectKey: Int] = [:]

  /// The contradictions to changes of other processes, until a save settles them.
  var contradictions = Contradictions()
  /// Whether changes of another process came between these changes and the last save.
  var areMerged = false
  /// Whether the base has become another one since the last save, so that touched objects may lack rows.
  var haveOtherBase = false

  /// A union of an inserted object with an older one that has the same unique key.
  struct Union {
    let newer: any PersistentModel
    let older: any PersistentModel
    /// The key of the newer object before the union.
    let key: ObjectKey
    /// The values of the newer object before the union, by slot.
    var values: [SlotValue]
    /// The values of the older object before the union, by slot; empty if it has a row.
    var olderValues: [SlotValue]
  }

  struct Denial {
    var model: any PersistentModel
    var slot: Int
  }

  var isEmpty: Bool {
    inserted.isEmpty && touched.isEmpty && deleted.isEmpty && refused.isEmpty
  }

  /// Whether there are changes, or withdrawn objects that may return.
  var concernObjects: Bool { !isEmpty || !deletions.withdrawn.isEmpty }

  /// The hierarchies of the changed objects.
  func hierarchies(of schema: TableSchema) -> Set<Int> {
    var found: Set<Int> = []
    for models in [inserted, touched, deleted] {
      for model in models.values {
        if let hierarchy = model._$state.description?.hierarchy { found.insert(hierarchy) }
        if found.count == schema.hierarchies.count { return found }
      }
    }
    return found
  }

  func object(for key: ObjectKey) -> (any PersistentModel)? {
    if inserted.isEmpty, touched.isEmpty, deleted.isEmpty { return nil }
    return inserted[key] ?? touched[key] ?? deleted[key]
  }
}
