import DocumentTables

/// The unsaved changes of a context.
///
/// An object with changes is in one of three sets: the save inserts, changes or deletes its row. The
/// parts have the changes of references, what deletions did, and what contradicts other processes.
struct PendingChanges {
  /// Inserted since the last save; keys ascend in the order of insertion.
  private(set) var inserted = PendingObjects()
  /// Stored objects with changed values.
  private(set) var touched = PendingObjects()
  /// Stored objects that the save removes.
  private(set) var deleted = PendingObjects()

  /// What the changes do to the references of rows.
  var references = PendingReferences()
  /// What the deletions did to other objects.
  var deletions = Deletions()
  /// The contradictions to changes of other processes, until a save settles them.
  var contradictions = Contradictions()

  /// The objects that duplicates were merged into, by the keys of the duplicates.
  private(set) var successors: [ObjectKey: ObjectKey] = [:]
  /// Deletions that a relationship denies unless its objects are deleted, too.
  private(set) var denied: [Denial] = []
  /// The unions of inserted objects with older ones, in their order.
  private(set) var unions: [Union] = []
  /// The batch deletions that marked objects of a custom store for removal.
  private(set) var batches: [BatchDeletion] = []
  /// Objects, with their hierarchies, whose counted to-many changed from the other end only.
  private(set) var recounted: [ObjectKey: Int] = [:]
  /// The errors of objects that could not be inserted.
  private var refused: [SwiftDataError] = []

  /// Whether changes of another process came between these changes and the last save.
  private(set) var areMerged = false
  /// Whether the base has become another one since the last save, so that touched objects may lack rows.
  private(set) var haveOtherBase = false

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

  // MARK: Objects

  /// Lets the save insert the row of an object.
  mutating func insert(_ model: any PersistentModel) {
    let key = model._$state.key
    // Most contexts have changes of one kind, and looking into an empty set costs as much as into a full one.
    if !touched.isEmpty { touched[key] = nil }
    takeBackDeletion(of: key)
    inserted[key] = model
  }

  /// Lets the save change the row of an object.
  mutating func change(_ model: any PersistentModel) {
    let key = model._$state.key
    if !inserted.isEmpty { inserted[key] = nil }
    takeBackDeletion(of: key)
    touched[key] = model
  }

  /// Lets the save delete the row of an object.
  mutating func delete(_ model: any PersistentModel) {
    let key = model._$state.key
    forget(key)
    deleted[key] = model
  }

  /// Leaves the insertion or the change of an object out of the save.
  mutating func forget(_ key: ObjectKey) {
    if !inserted.isEmpty { inserted[key] = nil }
    if !touched.isEmpty { touched[key] = nil }
  }

  private mutating func takeBackDeletion(of key: ObjectKey) {
    guard !deleted.isEmpty, deleted[key] != nil else { return }
    deleted[key] = nil
    successors[key] = nil
    denied.removeAll { $0.model._$state.key == key }
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

  // MARK: Notes for the save

  /// Notes the object that a duplicate, which is deleted next, is merged into.
  mutating func note(successor: ObjectKey, of duplicate: ObjectKey) {
    successors[duplicate] = successor
  }

  mutating func note(_ denial: Denial) { denied.append(denial) }

  mutating func note(_ union: Union) { unions.append(union) }

  mutating func note(_ batch: BatchDeletion) { batches.append(batch) }

  /// Notes that a counted to-many of an object has changed from the other end.
  mutating func recount(_ key: ObjectKey, hierarchy: Int) { recounted[key] = hierarchy }

  /// Notes an error that the next save throws.
  mutating func refuse(_ error: SwiftDataError) { refused.append(error) }

  /// The first error that was noted; all of them are forgotten.
  mutating func takeRefusal() -> SwiftDataError? {
    guard let first = refused.first else { return nil }
    refused.removeAll()
    return first
  }

  // MARK: Other versions

  /// Notes that the base has become another one.
  ///
  /// - Parameter isForeign: Whether another process has saved it.
  mutating func noteOtherBase(isForeign: Bool) {
    haveOtherBase = true
    if isForeign { areMerged = true }
  }

  /// Replaces the keys of objects that have new ones; the references are noted again afterwards.
  mutating func renumber(_ newKeys: [ObjectKey: ObjectKey]) {
    let counted = recounted.map { (newKeys[$0.key] ?? $0.key, $0.value) }
    recounted = Dictionary(counted) { first, _ in first }
    unions = unions.map { union in
      var union = union
      union.values = union.values.map { $0.renumbered(newKeys) ?? $0 }
      union.olderValues = union.olderValues.map { $0.renumbered(newKeys) ?? $0 }
      return union
    }
    contradictions.renumber(newKeys)
    deletions.renumber(newKeys)
  }
}
