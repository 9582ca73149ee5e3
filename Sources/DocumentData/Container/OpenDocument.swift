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
  private let models: Set<ObjectIdentifier>
  private let allModels: Set<ObjectIdentifier>
  private let plan: ObjectIdentifier?
  /// The files of the stores of the container that opened it, and the models in each.
  private let files: [String: Set<ObjectIdentifier>]

  /// What opening the file has migrated; nil where the file is current, or has become so by a save.
  var report: MigrationReport? { store.isUnwritten ? openingReport : nil }
  /// The subclasses that the models lack and the next save drops from the file.
  var missingSubclasses: [MissingSubclass] { store.isUnwritten ? openingSubclasses : [] }

  /// Makes an open document of what a configuration's file holds, once it is migrated; where there is
  /// no file, the first save makes it.
  init(_ found: FoundDocument, _ tables: Tables, _ report: MigrationReport?) {
    let configuration = found.request.configuration
    models = found.opening.schema.identifiers
    allModels = found.opening.whole.identifiers
    plan = found.opening.plan.map { ObjectIdentifier($0) }
    files = found.opening.files
    openingSubclasses = found.missingSubclasses
    openingReport = report
    isReadOnly = found.content?.isReadOnly ?? false
    catalog = ModelCatalog(found.opening.schema.types, schema: tables.schema)
    let binding = DocumentBinding(
      path: configuration.url.path, type: found.content?.type ?? .generic, content: found.content,
      compression: configuration.compression, hasPrivateFolder: configuration.isAtDefaultLocation)
    self.binding = binding
    store = DocumentStore(
      tables, isUnwritten: report != nil || !binding.isMade,
      persist: { try binding.save($0, compression: $1) }, remove: { try binding.erase() })
  }

  /// Whether another opening of the file would come to the same models and the same objects.
  func serves(_ opening: SchemaOpening) -> Bool {
    guard models == opening.schema.identifiers,
      let own = try? opening.named(catalog.schema.name).tableSchema(),
      own.modelFingerprint() == catalog.schema.modelFingerprint()
    else { return false }
    if report == nil { return opening.plan == nil || own.version == catalog.schema.version }
    // What stages do with the file depends on all of it, and on the stores that go through them with
    // it.
    return plan == opening.plan.map { ObjectIdentifier($0) }
      && allModels == opening.whole.identifiers && (!opening.isPart || files == opening.files)
  }

  /// Whether a place is that of the file, and no other program has changed the file.
  func isCurrent(at place: FilePlace) -> Bool { binding.isUnchanged(at: place) }
}

extension Schema {
  /// The classes of the schema.
  var identifiers: Set<ObjectIdentifier> { Set(types.map { ObjectIdentifier($0) }) }
}
