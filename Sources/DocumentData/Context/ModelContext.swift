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
  public var autosaveEnabled = false
  var isAutosaveScheduled = false
  /// A container's main context; the main actor need not be on the main thread.
  let isOnMainActor: Bool

  /// Who makes the changes, as history will name it.
  public var author: String? {
    didSet { for core in cores { core.author = author } }
  }

  /// Makes a context that works on a container's stores.
  public convenience init(_ container: ModelContainer) {
    self.init(container.core, container, isOnMainActor: false)
  }

  /// The main context of a container.
  convenience init(mainOf core: ContainerCore) {
    self.init(core, nil, isOnMainActor: true)
    autosaveEnabled = true
  }

  private init(_ containerCore: ContainerCore, _ container: ModelContainer?, isOnMainActor: Bool) {
    self.containerCore = containerCore
    ownContainer = container
    self.isOnMainActor = isOnMainActor
    core = ContextCore(containerCore.first)
    cores = [core] + containerCore.stores.dropFirst().map { ContextCore($0) }
    for core in cores {
      core.enter(self)
      core.bridge?.begin(core.editingState)
    }
  }

  deinit {
    for core in cores {
      core.leaveFacade()
      core.bridge?.end(core.editingState)
    }
  }

  /// The core of the store in which objects of a class stand; the first, which refuses it by name,
  /// for a class of another schema.
  func core(of type: any PersistentModel.Type) -> ContextCore {
    guard cores.count > 1 else { return core }
    return cores.first { $0.catalog.description(of: type) != nil } ?? core
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
