import DocumentFile
import DocumentTables

/// A document's file that this process has open, with the results of opening it.
///
/// Containers with equal models over one file share it, as contexts of one container share a store.
final class OpenDocument: Sendable {
  let store: DocumentStore
  let catalog: ModelCatalog
  /// Whether the document requires a feature for writing that this library does not know.
  let isReadOnly: Bool
  private let binding: DocumentBinding
  private let follower: FileFollower
  private let openingReport: MigrationReport?
  private let openingSubclasses: [MissingSubclass]
  /// The models and the plan that the file was opened for.
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

  /// The report of the migration during opening; nil if the file is current, or a save has made it
  /// current.
  ///
  /// Warnings about values stay.
  var report: MigrationReport? {
    store.isUnwritten || openingReport?.changesRows == false ? openingReport : nil
  }
  /// The subclasses that the models lack and that the next save drops from the file.
  var missingSubclasses: [MissingSubclass] { store.isUnwritten ? openingSubclasses : [] }

  /// Creates an open document of migrated tables; if there is no file, the first save creates it.
  ///
  /// - Parameters:
  ///   - limits: The limits for reading the file after another process has saved it.
  ///   - migrate: Migrates tables that were then read to the schema of `tables`.
  init(
    _ tables: Tables, _ catalog: ModelCatalog, _ binding: DocumentBinding, for purpose: Purpose,
    isReadOnly: Bool, report: MigrationReport?, missingSubclasses: [MissingSubclass],
    limits: ReadingLimits, migrate: @escaping SharedFile.Migration
  ) {
    self.catalog = catalog
    self.binding = binding
    self.purpose = purpose
    self.isReadOnly = isReadOnly
    openingReport = report
    openingSubclasses = missingSubclasses
    store = DocumentStore(
      tables, isUnwritten: report?.changesRows ?? false || !binding.isMade,
      durable: SharedFile(binding: binding, limits: limits, migrate: migrate))
    follower = FileFollower(binding.path, store)
  }

  /// Whether a place is that of the file, and the store has the content of the file.
  ///
  /// If another process has saved the file, the store adopts its content.
  func isCurrent(at place: FilePlace) -> Bool {
    if binding.isUnchanged(at: place) { return true }
    guard binding.isAt(place), place.isMade, (try? store.adopt()) == true else { return false }
    return binding.isUnchanged(at: place)
  }

  /// Notices from now on that other processes save the file.
  func follow() { follower.begin() }

  /// How changes of the file by other processes are noticed; nil if they are not.
  var noticing: FileWatcher.Method? { follower.method }
}

extension Schema {
  /// The classes of the schema.
  var identifiers: Set<ObjectIdentifier> { Set(types.map { ObjectIdentifier($0) }) }
}
