import DocumentTables
import Synchronization

/// A schema and the stores of its objects.
public final class ModelContainer: Sendable {
  let core: ContainerCore
  @MainActor private var mainContextStorage: ModelContext?
  private let importReportStorage = Mutex<(any Sendable)?>(nil)
  /// What a reader of other formats reports of the container's origin.
  package var importReport: (any Sendable)? {
    get { importReportStorage.withLock { $0 } }
    set { importReportStorage.withLock { $0 = newValue } }
  }

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
    readOnlyReason: ReadOnlyReason? = nil
  ) {
    self.init(
      ContainerStore(
        configuration: configurations.first, catalog: catalog, store: store,
        readOnlyReason: readOnlyReason, report: migrationReport),
      schema: schema, migrationPlan: migrationPlan, configurations: configurations)
  }
}

extension ModelContainer {
  /// Creates a container in memory of tables that have the models' schema, read by another module.
  package convenience init(
    imported tables: Tables, schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: Set<ModelConfiguration>, migrationReport: MigrationReport?
  ) {
    self.init(
      store: DocumentStore(tables), catalog: ModelCatalog(schema.types, schema: tables.schema),
      schema: schema, migrationPlan: migrationPlan, configurations: configurations,
      migrationReport: migrationReport)
  }
}

extension ModelContainer: Equatable {
  /// Whether two containers are the same, with the same main context; containers that only share
  /// the store of a file are not equal.
  public static func == (left: ModelContainer, right: ModelContainer) -> Bool {
    left.core === right.core
  }
}

extension ModelContainer {
  /// Returns the identifier of the store that a configuration names; nil if there is none.
  ///
  /// The persistent identifiers of the store's objects, its transactions and its tokens have it.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    stores.first { $0.name == name }?.store.identifier
  }

  /// Returns the name of the configuration of a store; nil if the container has no such store.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    stores.first { $0.store.identifier == identifier }?.name
  }
}

extension ModelContainer {
  /// Removes all objects of all stores, and the files of the stores.
  ///
  /// Contexts treat their objects as deleted by another context, and post a notification; see
  /// ``ModelContext/NotificationKey/invalidatedAllIdentifiers``. Inserted objects that are not
  /// saved remain. The container stays usable: the next save creates the files again.
  ///
  /// A file is removed only if it is still the one that was last opened or saved.
  ///
  /// - Throws: ``SwiftDataError/readOnlyStore`` if a store is read-only; then nothing is removed.
  ///   ``SwiftDataError/saveFailure`` if a file cannot be removed; then that store and those after
  ///   it keep their objects.
  public func erase() throws {
    for store in stores {
      if let reason = store.readOnlyReason {
        throw SwiftDataError(readOnly: reason, store: store.name)
      }
    }
    for store in stores { try store.backing.erase() }
  }

  /// Removes all objects of all stores, and the files of the stores, ignoring errors.
  @available(*, deprecated, renamed: "erase()", message: "erase() says what it could not erase")
  public func deleteAllData() { try? erase() }
}
