import DocumentTables

/// One store of a container: a document, and the models that it stores.
package struct ContainerStore: Sendable {
  /// The configuration of the store; nil if a document class created the store.
  package let configuration: ModelConfiguration?
  package let catalog: ModelCatalog
  /// The backing of the contexts: ``store`` itself, or the adapter of a custom store.
  let backing: any BackingStore
  /// The tables of ``backing``.
  package let store: DocumentStore
  /// The file that ``store`` is saved to, which other containers may share; nil for a document in
  /// memory.
  let document: OpenDocument?
  /// Why the store may not be written; nil if it may.
  package let readOnlyReason: ReadOnlyReason?
  /// The report of the migration during opening; nil if the store was current, or is new and no
  /// closure added anything to it.
  package let report: MigrationReport?
  /// The subclasses that the document's schema has and the models lack; the document has no objects
  /// of them.
  let missingSubclasses: [MissingSubclass]
  let uniqueness: UniquenessRules
  /// The record that the contexts of a migration stage's closure write into; nil elsewhere.
  let closure: ClosureRecord?
  /// The name of a store without a configuration, or of a custom store.
  private let customName: String?

  package init(
    configuration: ModelConfiguration? = nil, catalog: ModelCatalog, store: DocumentStore,
    readOnlyReason: ReadOnlyReason? = nil, report: MigrationReport? = nil,
    uniqueness: UniquenessRules? = nil,
    missingSubclasses: [MissingSubclass] = [], closure: ClosureRecord? = nil, name: String? = nil
  ) {
    self.closure = closure
    self.configuration = configuration
    self.catalog = catalog
    self.store = store
    self.readOnlyReason = readOnlyReason
    self.report = report
    self.missingSubclasses = missingSubclasses
    self.uniqueness = uniqueness ?? configuration?.rules ?? UniquenessRules()
    document = nil
    backing = store
    customName = name
  }

  /// Creates the store of an open file.
  init(_ configuration: ModelConfiguration, _ document: OpenDocument) {
    self.configuration = configuration
    self.document = document
    catalog = document.catalog
    store = document.store
    readOnlyReason =
      document.isReadOnly
      ? .unknownFeature : configuration.allowsSave ? nil : .configuration(configuration.name)
    report = document.report
    missingSubclasses = document.missingSubclasses
    uniqueness = configuration.rules
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
    readOnlyReason = nil
    report = nil
    missingSubclasses = []
    uniqueness = UniquenessRules()
    customName = name
  }

  package var isReadOnly: Bool { readOnlyReason != nil }

  /// The name of the store in messages.
  var name: String { configuration?.name ?? customName ?? catalog.schema.name }

  /// Adopts what another process has saved, unless the configuration wants that at saves only.
  ///
  /// - Throws: ``SwiftDataError`` if the file cannot be read, migrated, or is another document.
  func catchUp() throws {
    if configuration?.fileFollowing != .never { try store.adopt() }
  }
}
