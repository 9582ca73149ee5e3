import DocumentTables

extension ModelContext {
  /// Whether there is anything to save.
  public var hasChanges: Bool { cores.contains { !$0.pending.isEmpty } }

  /// The objects that the next save adds, in the order of insertion, store by store.
  public var insertedModelsArray: [any PersistentModel] {
    cores.flatMap { $0.pending.inserted.inOrder().map(\.value) }
  }

  /// The stored objects that the next save changes.
  public var changedModelsArray: [any PersistentModel] {
    cores.flatMap { $0.pending.touched.inOrder().map(\.value) }
  }

  /// The stored objects that the next save removes.
  public var deletedModelsArray: [any PersistentModel] {
    cores.flatMap { $0.pending.deleted.inOrder().map(\.value) }
  }

  /// Adds an object, and every new object it is related to, to its store at the next save.
  ///
  /// Where several stores of the container have its class, an object that is related to one of a store
  /// goes to that store, and any other to the first that may be written.
  ///
  /// A stored object whose context is gone becomes an object of this context, with the changes it
  /// has, and so do the objects it is related to that the program still holds.
  public func insert<T: PersistentModel>(_ model: T) {
    core(for: model).insert(model)
  }

  /// Adds an object, and every new object it is related to, to the store of a configuration.
  ///
  /// For objects of classes that several stores have. The next save throws
  /// ``SwiftDataError/modelOfAnotherSchema`` where the container has no such store, or the store lacks
  /// the class. Not SwiftData's; Core Data has `assign(_:to:)`.
  public func insert<T: PersistentModel>(_ model: T, into configuration: ModelConfiguration) {
    if let core = core(of: configuration),
      core.catalog.description(of: type(of: model)) != nil
    {
      core.insert(model)
      return
    }
    let core = core(of: type(of: model))
    core.pending.refused.append(
      SwiftDataError(
        .modelOfAnotherSchema,
        "the container has no store “\(configuration.name)” for it: name one of its configurations, "
          + "with a schema that has the class", entity: Schema.entityName(of: type(of: model))))
    core.noteChange()
  }

  /// Removes an object at the next save, following the delete rules of its relationships.
  ///
  /// The context of the object may be gone; see ``insert(_:)``.
  public func delete<T: PersistentModel>(_ model: T) {
    core(for: model).delete(model)
  }

  /// Makes the changes part of the stores.
  ///
  /// With several stores the changes to all of them are checked before any is written, then one
  /// store is written after the other. Where writing a later one fails, the earlier ones are saved:
  /// the error names both, and the changes to the others stay pending, so that saving again goes on
  /// where it stopped.
  ///
  /// A store that opening has migrated is written even where nothing has changed, and so is a new one,
  /// which thereby gets its file. ``hasChanges`` is false then, observers are told of nothing, and a
  /// context that saves by itself does not.
  ///
  /// What observers of ``willSave`` change is saved with the rest; where they save themselves,
  /// nothing happens until they have returned.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for an object that breaks a rule of its
  ///   schema, and what writing a store throws. The changes then stay pending.
  public func save() throws {
    let changes = hasChanges || core.refusesToSave
    guard changes || cores.contains(where: \.needsWriting), !isSaving else { return }
    isSaving = true
    if changes { NotificationCenter.default.post(name: Self.willSave, object: self) }
    var saved = SavedObjects()
    var failure: (any Error)?
    do {
      try save(into: &saved)
    } catch {
      failure = error
    }
    isSaving = false
    processPendingChanges()
    if changes, failure == nil || !saved.isEmpty { announce(saved) }
    if let failure { throw failure }
  }

  private func save(into saved: inout SavedObjects) throws {
    var waiting =
      cores.filter { !$0.pending.isEmpty || $0.refusesToSave || $0.needsWriting }[...]
    if waiting.count > 1 {
      for core in waiting { try core.check() }
    }
    var done: [ContextCore] = []
    while let core = waiting.first {
      do {
        saved.append(try core.save())
      } catch {
        if done.isEmpty { throw error }
        throw SwiftDataError(partial: error, saved: done, pending: waiting)
      }
      done.append(core)
      waiting.removeFirst()
    }
  }

  /// Runs a closure, then saves.
  ///
  /// Where the closure throws, nothing is saved: what it has changed until then stays pending, like
  /// any other change, and ``rollback()`` drops it. Transactions may nest; each saves when it ends.
  ///
  /// - Throws: What the closure throws, and what ``save()`` throws.
  public func transaction(block: () throws -> Void) throws {
    try block()
    try save()
  }

  /// Forgets every change since the last save, and what could be undone.
  ///
  /// Of an undo manager that is shared only the actions of this context are removed.
  public func rollback() {
    for core in cores { core.rollback() }
    forgetUndo()
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
