/// A container of a schema and the stores of its objects.
public final class ModelContainer: Sendable {
  let core: ContainerCore
  @MainActor private var mainContextStorage: ModelContext?

  /// The entities of the container's models.
  public var schema: Schema { core.schema }
  /// The plan that migrates documents of older versions; nil if none was given.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }
  /// The configurations of the stores; empty if a document class created the container.
  public var configurations: Set<ModelConfiguration> { core.configurations }

  /// The report of the migrations during opening, one store after the other; nil if all stores were
  /// current, or are new and no closure added anything to them.
  ///
  /// A store that is shared with another container of this process is migrated once. Both
  /// containers have the report, unless the store was saved before this container was created.
  public var migrationReport: MigrationReport? {
    let reports = core.stores.compactMap(\.report)
    return reports.isEmpty ? nil : MigrationReport(stages: reports.flatMap(\.stages))
  }

  /// The stores, in the order of the configurations.
  package var stores: [ContainerStore] { core.stores }
  /// The first store, which is the only one if a document class created the container.
  package var store: DocumentStore { core.first.store }
  var catalog: ModelCatalog { core.first.catalog }
  var isReadOnly: Bool { core.first.isReadOnly }

  /// The context of the main actor, created at the first access and kept as long as the container.
  ///
  /// The context saves automatically; see ``ModelContext/autosaveEnabled``.
  @MainActor public var mainContext: ModelContext {
    if let context = mainContextStorage { return context }
    let context = core.mainContext ?? ModelContext(mainOf: core)
    core.mainContext = context
    mainContextStorage = context
    return context
  }

  /// Creates a container of open stores.
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

  /// Creates a container of one open store.
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
  /// Whether two containers are the same, with the same main context; containers that only share
  /// the store of a file are not equal.
  public static func == (left: ModelContainer, right: ModelContainer) -> Bool {
    left.core === right.core
  }
}
