import DocumentTables

/// Fetches, inserts, changes and deletes objects, and saves what was done.
///
/// A context is confined to the thread or actor that uses it, like the objects it hands out.
public class ModelContext {
  /// Posted by a context with changes before it saves them.
  public static let willSave = Notification.Name("DocumentData.ModelContext.willSave")
  /// Posted by a context after a save; the user information names the objects.
  public static let didSave = Notification.Name("DocumentData.ModelContext.didSave")

  /// What the user information of ``didSave`` holds: an array of identifiers for each.
  public enum NotificationKey: String {
    case insertedIdentifiers, updatedIdentifiers, deletedIdentifiers
  }

  /// The schema and the document that the context works on.
  public let container: ModelContainer
  let core: ContextCore

  /// Whether the context saves by itself; true for a container's main context.
  ///
  /// It does so after changes that are made on the main actor, once the actor's current work is
  /// done; changes made elsewhere wait for ``save()``. What goes wrong is posted as
  /// ``didFailToAutosave``.
  public var autosaveEnabled = false
  var isAutosaveScheduled = false
  /// A container's main context; the main actor need not be on the main thread.
  var isOnMainActor = false

  /// Who makes the changes, as history will name it.
  public var author: String? {
    get { core.author }
    set { core.author = newValue }
  }

  /// Makes a context that works on a container's document.
  public init(_ container: ModelContainer) {
    self.container = container
    core = ContextCore(
      catalog: container.catalog, store: container.store, isReadOnly: container.isReadOnly)
    core.facade = self
  }

  deinit {
    // Pending objects hold the core that holds them.
    core.pending = PendingChanges()
  }

  // MARK: Changes

  /// Whether there is anything to save.
  public var hasChanges: Bool { !core.pending.isEmpty }

  /// The objects that the next save adds, in the order of insertion.
  public var insertedModelsArray: [any PersistentModel] { inOrder(core.pending.inserted) }
  /// The stored objects that the next save changes.
  public var changedModelsArray: [any PersistentModel] { inOrder(core.pending.touched) }
  /// The stored objects that the next save removes.
  public var deletedModelsArray: [any PersistentModel] { inOrder(core.pending.deleted) }

  private func inOrder(_ models: [ObjectKey: any PersistentModel]) -> [any PersistentModel] {
    PendingChanges.inOrder(models).map(\.value)
  }

  /// Adds an object, and every new object it is related to, to the document at the next save.
  public func insert<T: PersistentModel>(_ model: T) { core.insert(model) }

  /// Removes an object at the next save, following the delete rules of its relationships.
  public func delete<T: PersistentModel>(_ model: T) { core.delete(model) }

  /// Deletes every object of a class that satisfies a predicate.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    for object in try core.fetch(FetchDescriptor(predicate: predicate))
    where includeSubclasses || type(of: object) == model {
      core.delete(object)
    }
  }

  /// Makes the changes part of the document.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for an object that breaks a rule of its
  ///   schema, and what writing the document throws. The changes then stay pending.
  public func save() throws {
    guard hasChanges else { return }
    NotificationCenter.default.post(name: Self.willSave, object: self)
    let inserted = insertedModelsArray
    let updated = changedModelsArray
    let deleted = deletedModelsArray.map(\.persistentModelID)
    try core.save()
    NotificationCenter.default.post(
      name: Self.didSave, object: self,
      userInfo: [
        NotificationKey.insertedIdentifiers.rawValue: inserted.map(\.persistentModelID),
        NotificationKey.updatedIdentifiers.rawValue: updated.map(\.persistentModelID),
        NotificationKey.deletedIdentifiers.rawValue: deleted,
      ])
  }

  /// Runs a closure, then saves.
  public func transaction(block: () throws -> Void) throws {
    try block()
    try save()
  }

  /// Forgets every change since the last save.
  public func rollback() { core.rollback() }

  // MARK: Objects

  /// Fetches the objects that a descriptor asks for.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try core.fetch(descriptor)
  }

  /// How many objects a descriptor asks for.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try core.fetchCount(descriptor)
  }

  /// The identifiers of the objects that a descriptor asks for.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    try core.fetch(descriptor).map(\.persistentModelID)
  }

  /// The object of an identifier, if this context has handed it out already.
  public func registeredModel<T: PersistentModel>(for id: PersistentIdentifier) -> T? {
    (core.pending.object(for: id.key) ?? core.identityMap[id.key]) as? T
  }
}

extension ModelContext: Equatable {
  /// Whether two are one context.
  public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }
}
