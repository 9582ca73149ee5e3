import DocumentTables

/// Fetches, inserts, changes, deletes and saves objects.
///
/// A context and its objects are confined to one thread or actor.
public class ModelContext {
  /// A notification before a context with changes saves.
  public static let willSave = Notification.Name("DocumentData.ModelContext.willSave")
  /// A notification after a save; the user information contains the identifiers of the objects.
  public static let didSave = Notification.Name("DocumentData.ModelContext.didSave")

  /// A notification after the deallocation of a context with unsaved changes.
  ///
  /// Objects that the program still holds keep their changes. If the program inserts such an object
  /// into another context, that context saves the changes.
  ///
  /// The object is the container; the user information contains identifiers, as for ``didSave``.
  /// SwiftData lacks this notification.
  public static let didDiscardChanges = Notification.Name(
    "DocumentData.ModelContext.didDiscardChanges")

  /// The keys of a notification's user information, which has each value under the key and under the
  /// key's raw value.
  public enum NotificationKey: String {
    /// The number of saves of the first store since it was opened, as an `Int`.
    case queryGeneration
    /// The identifiers of the context's objects that an erasure of their store removed.
    ///
    /// Each context posts ``didSave`` with them when it follows the store: at its next use, or on the
    /// main actor after the current work.
    case invalidatedAllIdentifiers
    /// The identifiers of the objects that a save inserted.
    case insertedIdentifiers
    /// The identifiers of the stored objects that a save changed.
    case updatedIdentifiers
    /// The identifiers of the objects that a save removed.
    case deletedIdentifiers
    /// The positions in the histories of the stores after a save, as `[String: any HistoryToken]` by
    /// the stores' identifiers.
    ///
    /// The token of each document also states the positions in the others, so a fetch with any one of
    /// them as `$0.token > token` returns what followed the save in every document.
    case historyTokens
  }

  /// The container of the context, whose stores the context keeps open.
  public var container: ModelContainer { ownContainer ?? containerCore.container }

  /// Nil for a main context, because its container holds the context.
  private let ownContainer: ModelContainer?
  let containerCore: ContainerCore

  /// The rules for threads that use the context.
  let confinement: Confinement
  /// The state of the context for each store of its container.
  let cores: [ContextCore]
  /// The first of ``cores``; the only one where the container has one store.
  let core: ContextCore

  /// Whether the context saves automatically; true for a container's main context.
  ///
  /// The context saves changes of the main actor after the actor's current work. Changes made elsewhere
  /// wait for ``save()``. The context posts errors as ``didFailToAutosave``.
  public var autosaveEnabled = false {
    didSet {
      if autosaveEnabled, MainQueue.isCurrent { watchStores() }
      if autosaveEnabled, hasChanges { noteChange() }
    }
  }
  var isWorkScheduled = false
  /// The threads on which a save is in progress, including its notifications.
  var savers: [Thread] = []
  /// Whether a model actor's executor uses the context.
  var isConfinedToExecutor = false
  /// Follows every save; nil unless the context stays on the main actor.
  var follower: ContextFollower?
  /// Whether this is a container's main context; the main actor need not be on the main thread.
  let isOnMainActor: Bool

  /// The identity of the context for custom stores.
  public var editingState = EditingState() {
    didSet { for core in cores { core.author = editingState.author } }
  }

  /// What a save does about objects that this context and another process have changed.
  public var mergePolicy = MergePolicy.error

  /// The author of the changes.
  public var author: String? {
    get { editingState.author }
    set { editingState.author = newValue }
  }

  /// The undo manager that records the changes of the context; nil by default.
  ///
  /// Several contexts may share an undo manager. An undo restores what the changes of a group have
  /// overwritten, even if they were saved; deleted objects return as the same instances. Set this
  /// property to nil during a large import to make it faster: the import cannot be undone.
  public var undoManager: UndoManager? {
    willSet { if newValue !== undoManager { undoManagerWillChange() } }
    didSet { if oldValue !== undoManager { undoManagerDidChange() } }
  }

  /// Creates a context for the stores of a container.
  public convenience init(_ container: ModelContainer) {
    self.init(container.core, container, isOnMainActor: false)
  }

  /// Creates the main context of a container.
  convenience init(mainOf core: ContainerCore) {
    self.init(core, nil, isOnMainActor: true)
    autosaveEnabled = true
    watchStores()
  }

  private init(_ containerCore: ContainerCore, _ container: ModelContainer?, isOnMainActor: Bool) {
    self.containerCore = containerCore
    ownContainer = container
    self.isOnMainActor = isOnMainActor
    let confinement = Confinement(
      takesTurns: containerCore.takesTurns, isOnMainActor: isOnMainActor)
    self.confinement = confinement
    core = ContextCore(containerCore.first, confinement)
    cores = [core] + containerCore.stores.dropFirst().map { ContextCore($0, confinement) }
    for core in cores {
      core.enter(self)
      core.editingID = editingState.id
      core.custom?.begin(core.editingState)
    }
  }

  deinit {
    // The last reference may end on any thread.
    confinement.disown()
    undoManager?.removeActions(of: ObjectIdentifier(self))
    // Other threads may still use the objects.
    let discarded = confinement.run {
      let discarded = cores.map { SavedObjects(pendingIn: $0) }
      for core in cores { core.leaveFacade() }
      return discarded
    }
    for core in cores { core.custom?.end(core.editingState) }
    postDiscarded(discarded)
  }

  /// The core of the first store that has a class and accepts new objects, or else of the first store
  /// that has the class; for a class of another schema, the first core, which rejects it by name.
  func core(of type: any PersistentModel.Type) -> ContextCore {
    guard cores.count > 1 else { return core }
    let own = cores.filter { $0.catalog.description(of: type) != nil }
    return own.first { !$0.isReadOnly && $0.closure?.isGuest(type) != true } ?? own.first
      ?? cores.first { $0.catalog.namesake(type) != nil } ?? core
  }

  /// The cores of the stores that have a class; nil unless several have.
  func cores(sharing type: any PersistentModel.Type) -> [ContextCore]? {
    guard cores.count > 1 else { return nil }
    let own = cores.filter { $0.catalog.description(of: type) != nil }
    return own.count > 1 ? own : nil
  }

  /// The core of an object's store; for a new object, the store of its related objects.
  func core(for model: any PersistentModel) -> ContextCore {
    guard cores.count > 1 else { return core }
    if let own = coreOfStore(model) { return own }
    let type = Swift.type(of: model)
    if model._$state.phase == .new, cores(sharing: type) != nil {
      var seen: Set<ObjectIdentifier> = []
      var waiting: [any PersistentModel] = [model]
      while let next = waiting.popLast() {
        guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
        guard next._$state.phase == .new else {
          if let own = coreOfStore(next), own.catalog.description(of: type) != nil { return own }
          continue
        }
        for value in next._$slotValues() {
          switch value {
          case .model(let related?): waiting.append(related)
          case .models(let related?): waiting.append(contentsOf: related.reversed())
          default: break
          }
        }
      }
    }
    return core(of: type)
  }

  /// The core of the store that an object was inserted into, through this or another context.
  private func coreOfStore(_ model: any PersistentModel) -> ContextCore? {
    guard let store = model._$state.core?.store else { return nil }
    return cores.first { $0.store === store }
  }

  /// The core of a configuration's store.
  func core(of configuration: ModelConfiguration) -> ContextCore? {
    zip(containerCore.stores, cores).first { $0.0.configuration == configuration }?.1
  }

  /// The core of the store that has an identifier; nil if the context has no such store.
  func core(of identifier: PersistentIdentifier) -> ContextCore? {
    cores.first { $0.key(of: identifier) != nil }
  }
}

extension ModelContext: Equatable {
  /// Whether both are the same context.
  public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }
}
