import DocumentFile
import DocumentTables

/// A document's file that this process has open, with what opening it found out.
///
/// Containers of equal models over one file share it, as contexts of one container share a store.
final class OpenDocument: Sendable {
  let store: DocumentStore
  let catalog: ModelCatalog
  /// Whether the document announces a feature for writing that this library does not know.
  let isReadOnly: Bool
  private let binding: DocumentBinding
  private let openingReport: MigrationReport?
  private let openingSubclasses: [MissingSubclass]
  /// What the file was opened for.
  let purpose: Purpose

  /// The models and the plan that a file is opened for.
  struct Purpose {
    var models: Set<ObjectIdentifier>
    /// The models of all stores of the container.
    var allModels: Set<ObjectIdentifier>
    var plan: ObjectIdentifier?
    /// The files of the container's stores, and the models in each.
    var files: [String: Set<ObjectIdentifier>]
  }

  /// What opening the file has migrated; nil where the file is current, or has become so by a save.
  var report: MigrationReport? { store.isUnwritten ? openingReport : nil }
  /// The subclasses that the models lack and the next save drops from the file.
  var missingSubclasses: [MissingSubclass] { store.isUnwritten ? openingSubclasses : [] }

  /// Makes an open document of migrated tables; where there is no file, the first save makes it.
  init(
    _ tables: Tables, _ catalog: ModelCatalog, _ binding: DocumentBinding, for purpose: Purpose,
    isReadOnly: Bool, report: MigrationReport?, missingSubclasses: [MissingSubclass]
  ) {
    self.catalog = catalog
    self.binding = binding
    self.purpose = purpose
    self.isReadOnly = isReadOnly
    openingReport = report
    openingSubclasses = missingSubclasses
    store = DocumentStore(
      tables, isUnwritten: report != nil || !binding.isMade,
      persist: { try binding.save($0, compression: $1) }, remove: { try binding.erase() })
  }

  /// Whether a place is that of the file, and no other program has changed the file.
  func isCurrent(at place: FilePlace) -> Bool { binding.isUnchanged(at: place) }
}

extension Schema {
  /// The classes of the schema.
  var identifiers: Set<ObjectIdentifier> { Set(types.map { ObjectIdentifier($0) }) }
}
