/// A schema, and the stores that hold its objects.
public final class ModelContainer: Sendable {
  let core: ContainerCore
  @MainActor private var mainContextStorage: ModelContext?

  /// The entities of the models that the container was made for.
  public var schema: Schema { core.schema }
  /// How documents of older versions become current; nil where no plan was given.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }
  /// The configurations of the stores; empty where a document class made the container.
  public var configurations: Set<ModelConfiguration> { core.configurations }

  /// What opening the stores has migrated, one store after the other; nil where all were current, or
  /// are new and no closure put something into them.
  ///
  /// A store that is shared with another container of this process is migrated once: both have the
  /// report, unless it was saved before this container was made.
  public var migrationReport: MigrationReport? {
    let reports = core.stores.compactMap(\.report)
    return reports.isEmpty ? nil : MigrationReport(stages: reports.flatMap(\.stages))
  }

  /// The stores, in the order of the configurations.
  package var stores: [ContainerStore] { core.stores }
  /// The first store, which is the only one of a document class.
  package var store: DocumentStore { core.first.store }
  var catalog: ModelCatalog { core.first.catalog }
  var isReadOnly: Bool { core.first.isReadOnly }

  /// The context of the main actor, made when first asked for and kept as long as the container.
  ///
  /// It saves by itself; see ``ModelContext/autosaveEnabled``.
  @MainActor public var mainContext: ModelContext {
    if let context = mainContextStorage { return context }
    let context = core.mainContext ?? ModelContext(mainOf: core)
    core.mainContext = context
    mainContextStorage = context
    return context
  }

  /// Makes a container of stores that are open already.
  package convenience init(
    _ first: ContainerStore, _ others: [ContainerStore] = [], schema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: Set<ModelConfiguration> = []
  ) {
    self.init(
      ContainerCore(
        first, others, schema: schema, migrationPlan: migrationPlan,
        configurations: configurations))
    core.adopt(self)
  }

  init(_ core: ContainerCore) { self.core = core }

  /// Makes a container of one store that is open already.
  package convenience init(
    store: DocumentStore, catalog: ModelCatalog, schema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: Set<ModelConfiguration> = [], migrationReport: MigrationReport? = nil,
    isReadOnly: Bool = false
  ) {
    self.init(
      ContainerStore(
        configuration: configurations.first, catalog: catalog, store: store,
        isReadOnly: isReadOnly, report: migrationReport),
      schema: schema, migrationPlan: migrationPlan, configurations: configurations)
  }
}

extension ModelContainer: Equatable {
  /// Whether two are one container, with one main context; containers that only share the store of a
  /// file are not.
  public static func == (left: ModelContainer, right: ModelContainer) -> Bool {
    left.core === right.core
  }
}
