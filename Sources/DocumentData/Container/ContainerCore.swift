import Synchronization

/// The parts of a container, apart from its main context.
///
///     container ──► main context ──► core ◄── container
///
/// A container keeps its main context, and with it the unsaved changes. The main context in turn
/// needs the container as long as it lives. If both referenced each other, neither would ever be
/// freed. So the main context references this core, and creates another container over it if the
/// original container is gone.
final class ContainerCore: Sendable {
  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  let configurations: Set<ModelConfiguration>
  let first: ContainerStore
  /// The first store and the others.
  let stores: [ContainerStore]

  /// The main context, as long as it lives; all containers over this core share it.
  @MainActor weak var mainContext: ModelContext?

  let missingSubclasses = Mutex<[MissingSubclass]>([])

  private struct Facade: Sendable {
    weak var container: ModelContainer?
  }

  private let facade = Mutex(Facade())
  private let announcers = Mutex<[ChangeAnnouncer]>([])

  init(
    _ first: ContainerStore, _ others: [ContainerStore], schema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)?, configurations: Set<ModelConfiguration>
  ) {
    self.first = first
    stores = [first] + others
    self.schema = schema
    self.migrationPlan = migrationPlan
    self.configurations = configurations
  }

  /// Whether threads take turns in the contexts.
  var takesTurns: Bool { configurations.contains { $0.threadUse == .turns } }

  /// The container over this core, created again if it is gone.
  var container: ModelContainer {
    facade.withLock { facade in
      if let container = facade.container { return container }
      let container = ModelContainer(self)
      facade.container = container
      return container
    }
  }

  func adopt(_ container: ModelContainer) {
    facade.withLock { $0.container = container }
    let announcers = stores.map { ChangeAnnouncer(self, $0.store) }
    for (store, announcer) in zip(stores, announcers) {
      store.store.add(announcer)
      if store.configuration?.fileFollowing == .always { store.document?.follow() }
    }
    self.announcers.withLock { $0 = announcers }
  }
}
