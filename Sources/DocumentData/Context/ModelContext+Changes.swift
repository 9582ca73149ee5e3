import DocumentTables

extension ModelContext {
  /// Whether the context has unsaved changes.
  public var hasChanges: Bool {
    confinement.run { cores.contains { !$0.pending.isEmpty } }
  }

  /// The objects that the next save inserts, in the order of insertion, store by store.
  public var insertedModelsArray: [any PersistentModel] {
    confinement.run { cores.flatMap { $0.pending.inserted.inOrder().map(\.value) } }
  }

  /// The stored objects that the next save changes.
  public var changedModelsArray: [any PersistentModel] {
    confinement.run {
      for core in cores { core.applyLosses() }
      return cores.flatMap { $0.pending.touched.inOrder().map(\.value) }
    }
  }

  /// The stored objects that the next save removes.
  public var deletedModelsArray: [any PersistentModel] {
    confinement.run { cores.flatMap { $0.pending.deleted.inOrder().map(\.value) } }
  }

  /// Inserts an object and every new object that it is related to; the next save stores them.
  ///
  /// If several stores of the container have its class, the object goes to the store of an object that
  /// it is related to, or else to the first writable store.
  ///
  /// Inserting an object that was deleted since the last save takes the deletion back: objects that
  /// delete rules deleted return with it, and relationships have the object again, unless they were
  /// edited since.
  ///
  /// A stored object whose context is gone becomes an object of this context and keeps its changes. So
  /// do the related objects that the program still holds.
  public func insert<T: PersistentModel>(_ model: T) {
    confinement.run { core(for: model).insert(model) }
  }

  /// Inserts an object and every new object that it is related to into the store of a configuration.
  ///
  /// Use this method for classes that several stores have. The next save throws
  /// ``SwiftDataError/modelOfAnotherSchema`` if the container has no such store, or the store lacks the
  /// class. SwiftData lacks this method; Core Data has `assign(_:to:)`.
  public func insert<T: PersistentModel>(_ model: T, into configuration: ModelConfiguration) {
    confinement.enter()
    defer { confinement.leave() }
    if let core = core(of: configuration),
      core.catalog.description(of: type(of: model)) != nil
    {
      core.insert(model)
      return
    }
    let core = core(of: type(of: model))
    core.pending.refuse(
      SwiftDataError(
        .modelOfAnotherSchema,
        "the container has no store “\(configuration.name)” for it: name one of its configurations, "
          + "with a schema that has the class", entity: Schema.entityName(of: type(of: model))))
    core.noteChange()
  }

  /// Marks an object for removal by the next save, and applies the delete rules of its relationships.
  ///
  /// Until the save, ``insert(_:)`` takes the deletion back. An object that a delete rule has deleted
  /// survives if a relationship gives it another owner.
  ///
  /// The context of the object may be gone; see ``insert(_:)``.
  public func delete<T: PersistentModel>(_ model: T) {
    confinement.run { core(for: model).delete(model) }
  }

  /// Saves the changes.
  ///
  /// With several stores, the context checks the changes to all of them first, then writes one store
  /// after the other. If writing a later store fails, the earlier stores are saved. The error names both,
  /// and the changes to the others stay pending, so that the next save continues there.
  ///
  /// A save also writes a store that was migrated at opening, or whose file does not exist yet, even
  /// without changes. ``hasChanges`` is false then, observers receive no notification, and the context
  /// does not save such a store automatically.
  ///
  /// The save includes changes that observers of ``willSave`` make. A save by such an observer does
  /// nothing.
  ///
  /// If another process has saved a store's file, the save is merged with that; see
  /// <doc:SharingFiles>.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for an object that breaks a rule of its
  ///   schema, ``SwiftDataError/mergeConflict`` for changes that contradict those of another
  ///   process, and errors of writing a store. The changes then stay pending.
  public func save() throws {
    guard let changes = confinement.run(beginSave) else { return }
    if changes { NotificationCenter.default.post(name: Self.willSave, object: self) }
    var saved = SavedObjects()
    var failure: (any Error)?
    do {
      try confinement.run { try save(into: &saved) }
    } catch {
      failure = error
    }
    confinement.run {
      savers.removeAll { $0 === Thread.current }
      processPendingChanges()
    }
    if changes, failure == nil || !saved.isEmpty { announce(saved) }
    if let failure { throw failure }
  }

  /// Notes that this thread saves.
  ///
  /// - Returns: Whether there are changes; nil if there is nothing to write, or this thread is saving.
  private func beginSave() -> Bool? {
    let changes = hasChanges || core.refusesToSave
    guard changes || cores.contains(where: \.needsWriting),
      !savers.contains(where: { $0 === Thread.current })
    else { return nil }
    savers.append(Thread.current)
    return changes
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
        let more = try core.save()
        if saved.isEmpty { saved = more } else { saved.append(more) }
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
  /// If the closure throws, the context does not save: the changes stay pending until ``rollback()``
  /// drops them. Transactions may nest; each saves when it ends.
  ///
  /// - Throws: The errors of the closure and of ``save()``.
  public func transaction(block: () throws -> Void) throws {
    try block()
    try save()
  }

  /// Drops every change since the last save, and the undo actions of this context.
  ///
  /// A shared undo manager keeps the actions of other contexts.
  public func rollback() {
    confinement.run {
      for core in cores { core.rollback() }
      forgetUndo()
    }
  }
}

extension SwiftDataError {
  /// Creates the error for a store that could not be written after others were.
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
