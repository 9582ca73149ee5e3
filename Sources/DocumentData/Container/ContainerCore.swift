import Synchronization

/// What a container is made of, apart from its main context.
///
///     container ──► main context ──► core ◄── container
///
/// A container keeps its main context, and with it the changes that nobody has saved yet. The main
/// context in turn needs the container for as long as it lives. It holds this core instead, and
/// hands out another container over it where the one that made it is gone: a circle would keep
/// both for ever.
final class ContainerCore: Sendable {
  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  let configurations: Set<ModelConfiguration>
  let first: ContainerStore
  /// The first store and the others.
  let stores: [ContainerStore]

  /// The main context, as long as somebody holds it: there is only one, whichever container is
  /// asked.
  @MainActor weak var mainContext: ModelContext?

  let missingSubclasses = Mutex<[MissingSubclass]>([])

  private struct Facade: Sendable {
    weak var container: ModelContainer?
  }

  private let facade = Mutex(Facade())

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

  /// The container over this core, made anew if nobody holds it any more.
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
  }
}
