import DocumentTables

/// One of the stores that a container is made of: a document, and the models that stand in it.
package struct ContainerStore: Sendable {
  /// What the store was made of; nil where a document class made it.
  package let configuration: ModelConfiguration?
  package let catalog: ModelCatalog
  /// What stands behind the contexts: ``store`` itself, or the adapter of a custom store.
  let backing: any BackingStore
  /// The tables of ``backing``.
  package let store: DocumentStore
  /// The file that ``store`` is saved to, which other containers may have open too; nil for a document
  /// in memory.
  let document: OpenDocument?
  package let isReadOnly: Bool
  /// What opening it has migrated; nil where it was current, or is new and no closure put something
  /// into it.
  package let report: MigrationReport?
  /// The subclasses that the document's schema has and the models lack; it holds none of them.
  let missingSubclasses: [MissingSubclass]
  let uniqueness: ModelConfiguration.UniquenessPolicy
  /// What the contexts of a migration stage's closure write into; nil elsewhere.
  let closure: ClosureRecord?
  /// The name of a store that has no configuration, or that of a custom store.
  private let customName: String?

  package init(
    configuration: ModelConfiguration? = nil, catalog: ModelCatalog, store: DocumentStore,
    isReadOnly: Bool = false, report: MigrationReport? = nil,
    uniqueness: ModelConfiguration.UniquenessPolicy? = nil,
    missingSubclasses: [MissingSubclass] = [], closure: ClosureRecord? = nil, name: String? = nil
  ) {
    self.closure = closure
    self.configuration = configuration
    self.catalog = catalog
    self.store = store
    self.isReadOnly = isReadOnly
    self.report = report
    self.missingSubclasses = missingSubclasses
    self.uniqueness = uniqueness ?? configuration?.uniqueness ?? .upsert
    document = nil
    backing = store
    customName = name
  }

  /// The store of a file that is open.
  init(_ configuration: ModelConfiguration, _ document: OpenDocument) {
    self.configuration = configuration
    self.document = document
    catalog = document.catalog
    store = document.store
    isReadOnly = document.isReadOnly || !configuration.allowsSave
    report = document.report
    missingSubclasses = document.missingSubclasses
    uniqueness = configuration.uniqueness
    closure = nil
    backing = document.store
    customName = nil
  }

  init(catalog: ModelCatalog, backing: any BackingStore, name: String? = nil) {
    configuration = nil
    document = nil
    closure = nil
    self.catalog = catalog
    self.backing = backing
    store = backing.tables
    isReadOnly = false
    report = nil
    missingSubclasses = []
    uniqueness = .upsert
    customName = name
  }

  /// How messages call it.
  var name: String { configuration?.name ?? customName ?? catalog.schema.name }
}
