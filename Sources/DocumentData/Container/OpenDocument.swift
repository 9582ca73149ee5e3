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

  /// What opening the file has migrated; nil where the file is current, or has become so by a save.
  var report: MigrationReport? { store.isUnwritten ? openingReport : nil }
  /// The subclasses that the models lack and the next save drops from the file.
  var missingSubclasses: [MissingSubclass] { store.isUnwritten ? openingSubclasses : [] }

  /// Opens a file for a configuration: reads it where it exists, and migrates it in memory; else the
  /// first save makes it.
  ///
  /// - Throws: ``SwiftDataError`` where the document cannot be read or migrated.
  init(_ configuration: ModelConfiguration, _ opening: SchemaOpening) throws {
    let path = configuration.url.path
    models = opening.schema.identifiers
    allModels = opening.whole.identifiers
    plan = opening.plan.map { ObjectIdentifier($0) }
    let tables: Tables
    if FileManager.default.fileExists(atPath: path) {
      var content: DocumentContent
      do {
        content = try DocumentFile.read(.path(path), limits: configuration.limits.document)
      } catch {
        throw SwiftDataError(loading: error)
      }
      let named = opening.named(content.tables.schema.name)
      openingSubclasses = try named.missingSubclasses(of: content.tables.schema)
      let opened = try named.open(content.takeTables())
      tables = opened.tables
      openingReport = opened.report
      isReadOnly = content.isReadOnly
      binding = DocumentBinding(
        path: path, type: content.type, content: content, compression: configuration.compression,
        hasPrivateFolder: configuration.isAtDefaultLocation)
    } else {
      tables = Tables(
        schema: try opening.tableSchema(), documentID: UUIDText.number(of: UUID()))
      openingSubclasses = []
      openingReport = nil
      isReadOnly = false
      binding = DocumentBinding(
        path: path, type: .generic, compression: configuration.compression,
        hasPrivateFolder: configuration.isAtDefaultLocation)
    }
    catalog = ModelCatalog(opening.schema.types, schema: tables.schema)
    let binding = binding
    store = DocumentStore(
      tables, isUnwritten: openingReport != nil || !binding.isMade,
      persist: { try binding.save($0, compression: $1) }, remove: { try binding.erase() })
  }

  /// Whether another opening of the file would come to the same models and the same objects.
  func serves(_ opening: SchemaOpening) -> Bool {
    guard models == opening.schema.identifiers,
      let own = try? opening.named(catalog.schema.name).tableSchema(),
      own.modelFingerprint() == catalog.schema.modelFingerprint()
    else { return false }
    if report == nil { return opening.plan == nil || own.version == catalog.schema.version }
    // What stages do with the file depends on all of it.
    return plan == opening.plan.map { ObjectIdentifier($0) }
      && allModels == opening.whole.identifiers
  }

  /// Whether a place is that of the file, and no other program has changed the file.
  func isCurrent(at place: FilePlace) -> Bool { binding.isUnchanged(at: place) }
}

extension Schema {
  fileprivate var identifiers: Set<ObjectIdentifier> { Set(types.map { ObjectIdentifier($0) }) }
}
