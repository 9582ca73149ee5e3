import DocumentTables

/// A schema, and the document that holds its objects.
public final class ModelContainer: Equatable, Sendable {
  /// The entities of the models that the container was made for.
  public let schema: Schema
  /// How documents of older versions become current; nil where no plan was given.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// The one configuration of the document; empty where a document class made the container.
  public let configurations: Set<ModelConfiguration>
  /// What opening the document has migrated; nil where it was current or is new.
  public let migrationReport: MigrationReport?

  let catalog: ModelCatalog
  package let store: DocumentStore
  let isReadOnly: Bool

  /// The context of the main actor, made when first asked for.
  ///
  /// It asks to be saved automatically, which no context does yet: call ``ModelContext/save()``.
  @MainActor public var mainContext: ModelContext {
    if let context = mainContextStorage { return context }
    let context = ModelContext(self)
    context.autosaveEnabled = true
    context.isOnMainActor = true
    mainContextStorage = context
    return context
  }

  @MainActor private var mainContextStorage: ModelContext?

  package init(
    store: DocumentStore, catalog: ModelCatalog, schema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: Set<ModelConfiguration> = [], migrationReport: MigrationReport? = nil,
    isReadOnly: Bool = false
  ) {
    self.store = store
    self.catalog = catalog
    self.schema = schema
    self.migrationPlan = migrationPlan
    self.configurations = configurations
    self.migrationReport = migrationReport
    self.isReadOnly = isReadOnly
  }

  /// Whether two references lead to one container.
  public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }
}
