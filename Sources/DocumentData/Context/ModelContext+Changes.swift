import DocumentTables

extension ModelContext {
  /// Whether there is anything to save.
  public var hasChanges: Bool { cores.contains { !$0.pending.isEmpty } }

  /// The objects that the next save adds, in the order of insertion, store by store.
  public var insertedModelsArray: [any PersistentModel] {
    cores.flatMap { PendingChanges.inOrder($0.pending.inserted).map(\.value) }
  }

  /// The stored objects that the next save changes.
  public var changedModelsArray: [any PersistentModel] {
    cores.flatMap { PendingChanges.inOrder($0.pending.touched).map(\.value) }
  }

  /// The stored objects that the next save removes.
  public var deletedModelsArray: [any PersistentModel] {
    cores.flatMap { PendingChanges.inOrder($0.pending.deleted).map(\.value) }
  }

  /// Adds an object, and every new object it is related to, to its store at the next save.
  public func insert<T: PersistentModel>(_ model: T) {
    core(of: type(of: model)).insert(model)
  }

  /// Removes an object at the next save, following the delete rules of its relationships.
  public func delete<T: PersistentModel>(_ model: T) {
    core(of: type(of: model)).delete(model)
  }

  /// Makes the changes part of the stores.
  ///
  /// With several stores the changes to all of them are checked before any is written, then one
  /// store is written after the other. Where writing a later one fails, the earlier ones are saved:
  /// the error names both, and the changes to the others stay pending, so that saving again goes on
  /// where it stopped.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for an object that breaks a rule of its
  ///   schema, and what writing a store throws. The changes then stay pending.
  public func save() throws {
    guard hasChanges else { return }
    NotificationCenter.default.post(name: Self.willSave, object: self)
    var saved = SavedObjects()
    do {
      try save(into: &saved)
    } catch {
      if !saved.isEmpty { announce(saved) }
      throw error
    }
    announce(saved)
  }

  private func save(into saved: inout SavedObjects) throws {
    var waiting = cores.filter { !$0.pending.isEmpty }[...]
    if waiting.count > 1 {
      for core in waiting { try core.check() }
    }
    var done: [ContextCore] = []
    while let core = waiting.first {
      let objects = SavedObjects(core.pending)
      do {
        try core.save()
      } catch {
        if done.isEmpty { throw error }
        throw SwiftDataError(partial: error, saved: done, pending: waiting)
      }
      saved.append(objects)
      done.append(core)
      waiting.removeFirst()
    }
  }

  private func announce(_ saved: SavedObjects) {
    NotificationCenter.default.post(
      name: Self.didSave, object: self,
      userInfo: [
        NotificationKey.insertedIdentifiers.rawValue: saved.inserted.map(\.persistentModelID),
        NotificationKey.updatedIdentifiers.rawValue: saved.updated.map(\.persistentModelID),
        NotificationKey.deletedIdentifiers.rawValue: saved.deleted,
      ])
  }

  /// Runs a closure, then saves.
  public func transaction(block: () throws -> Void) throws {
    try block()
    try save()
  }

  /// Forgets every change since the last save.
  public func rollback() {
    for core in cores { core.rollback() }
  }
}

/// The objects whose changes a save has made part of their stores.
private struct SavedObjects {
  var inserted: [any PersistentModel] = []
  var updated: [any PersistentModel] = []
  /// Read before the save: afterwards they belong to no context.
  var deleted: [PersistentIdentifier] = []

  init() {}

  init(_ pending: PendingChanges) {
    inserted = PendingChanges.inOrder(pending.inserted).map(\.value)
    updated = PendingChanges.inOrder(pending.touched).map(\.value)
    deleted = PendingChanges.inOrder(pending.deleted).map(\.value.persistentModelID)
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  mutating func append(_ other: SavedObjects) {
    inserted += other.inserted
    updated += other.updated
    deleted += other.deleted
  }
}

extension SwiftDataError {
  /// One store could not be written after others were.
  fileprivate init(
    partial error: any Error, saved: [ContextCore], pending: ArraySlice<ContextCore>
  ) {
    let cause = error as? SwiftDataError
    let names = { (cores: [ContextCore]) in cores.map { "“\($0.name)”" }.joined(separator: ", ") }
    self.init(
      cause?.code ?? .saveFailure,
      (cause.map { "\($0.explanation); " } ?? "")
        + "the changes to \(names(saved)) are saved, those to \(names(Array(pending))) stay pending",
      stage: cause?.stage, entity: cause?.entity, property: cause?.property,
      object: cause?.object, underlying: cause == nil ? error : cause?.underlying)
  }
}
