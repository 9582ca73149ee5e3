import DocumentTables

/// Fetches, inserts, changes and deletes objects, and saves what was done.
///
/// A context is confined to the thread or actor that uses it, like the objects it hands out.
public class ModelContext {
  /// Posted by a context with changes before it saves them.
  public static let willSave = Notification.Name("DocumentData.ModelContext.willSave")
  /// Posted by a context after a save; the user information names the objects.
  public static let didSave = Notification.Name("DocumentData.ModelContext.didSave")

  /// Posted where a context went away with changes that nobody had saved.
  ///
  /// The objects that the program still holds keep their changes; another context into which such
  /// an object is inserted saves them.
  ///
  /// The object is the container; the user information names the objects, as that of ``didSave``
  /// does. Not SwiftData's, which says nothing.
  public static let didDiscardChanges = Notification.Name(
    "DocumentData.ModelContext.didDiscardChanges")

  /// What the user information of a notification holds.
  public enum NotificationKey: String {
    /// How many saves the first store has seen since it was opened, as an `Int`.
    case queryGeneration
    /// The identifiers of the context's objects that are gone because all of a store was erased.
    ///
    /// Each context posts ``didSave`` with them when it finds out: as it does of what others save,
    /// at its next use, or on the main actor once the current work is done.
    case invalidatedAllIdentifiers
    /// The identifiers of the objects that a save added.
    case insertedIdentifiers
    /// The identifiers of the stored objects that a save changed.
    case updatedIdentifiers
    /// The identifiers of the objects that a save removed.
    case deletedIdentifiers
  }

  /// The schema and the stores that the context works on; it keeps them open.
  public var container: ModelContainer { ownContainer ?? containerCore.container }

  /// Nil for a main context, which its container holds.
  private let ownContainer: ModelContainer?
  private let containerCore: ContainerCore

  /// What the context knows of each store of its container.
  let cores: [ContextCore]
  /// The first of ``cores``; the only one where the container has one store.
  let core: ContextCore

  /// Whether the context saves by itself; true for a container's main context.
  ///
  /// It does so after changes that are made on the main actor, once the actor's current work is
  /// done; changes made elsewhere wait for ``save()``. What goes wrong is posted as
  /// ``didFailToAutosave``.
  public var autosaveEnabled = false {
    didSet {
      if autosaveEnabled, MainQueue.isCurrent { watchStores() }
      if autosaveEnabled, hasChanges { noteChange() }
    }
  }
  var isWorkScheduled = false
  /// Whether a save is going on, of which observers are being told.
  var isSaving = false
  /// Whether an executor of its own uses the context, wherever it was made.
  var isConfinedToExecutor = false
  /// Hears of every save, where the context is known to stay on the main actor.
  var follower: ContextFollower?
  /// A container's main context; the main actor need not be on the main thread.
  let isOnMainActor: Bool

  /// What tells custom stores who asks them.
  public var editingState = EditingState() {
    didSet { for core in cores { core.author = editingState.author } }
  }

  /// Who makes the changes, as history will name it.
  public var author: String? {
    get { editingState.author }
    set { editingState.author = newValue }
  }

  /// What the context tells of its changes so that they can be undone; nil unless it is set.
  ///
  /// Several contexts may share one. An undo brings back what the changes of a group have written
  /// over, also after they were saved; objects that come back are the same objects. Setting this to
  /// nil makes a large import quicker: what happens meanwhile cannot be undone.
  public var undoManager: UndoManager? {
    willSet { if newValue !== undoManager { undoManagerWillChange() } }
    didSet { if oldValue !== undoManager { undoManagerDidChange() } }
  }

  /// Makes a context that works on a container's stores.
  public convenience init(_ container: ModelContainer) {
    self.init(container.core, container, isOnMainActor: false)
  }

  /// The main context of a container.
  convenience init(mainOf core: ContainerCore) {
    self.init(core, nil, isOnMainActor: true)
    autosaveEnabled = true
    watchStores()
  }

  private init(_ containerCore: ContainerCore, _ container: ModelContainer?, isOnMainActor: Bool) {
    self.containerCore = containerCore
    ownContainer = container
    self.isOnMainActor = isOnMainActor
    core = ContextCore(containerCore.first)
    cores = [core] + containerCore.stores.dropFirst().map { ContextCore($0) }
    for core in cores {
      core.enter(self)
      core.editingID = editingState.id
      core.custom?.begin(core.editingState)
    }
  }

  deinit {
    undoManager?.removeActions(of: ObjectIdentifier(self))
    let discarded = cores.map { SavedObjects($0.pending) }
    // Pending objects hold the core that holds them, and so do those that the journal remembers.
    for core in cores {
      core.leaveFacade()
      core.journal = nil
      core.custom?.end(core.editingState)
    }
    postDiscarded(discarded)
  }

  /// The core of the first store that has a class and takes new objects, else of the first that has
  /// it; the first of all, which refuses it by name, for a class of another schema.
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

  /// The core of the store that has an object, or is to have it: a new object goes to the store of
  /// those that it is related to.
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

  /// The core of the store that an object was inserted into, maybe through another context.
  private func coreOfStore(_ model: any PersistentModel) -> ContextCore? {
    guard let store = model._$state.core?.store else { return nil }
    return cores.first { $0.store === store }
  }

  /// The core of a configuration's store.
  func core(of configuration: ModelConfiguration) -> ContextCore? {
    zip(containerCore.stores, cores).first { $0.0.configuration == configuration }?.1
  }

  /// The core of the store in which the object of an identifier stands, if it is one of this
  /// context's.
  func core(of identifier: PersistentIdentifier) -> ContextCore? {
    cores.first { $0.key(of: identifier) != nil }
  }
}

extension ModelContext: Equatable {
  /// Whether two are one context.
  public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }
}
