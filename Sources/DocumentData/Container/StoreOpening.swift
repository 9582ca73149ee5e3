import DocumentFile
import DocumentTables

extension ContainerStore {
  /// Opens the store of a configuration: reads the file where there is one, and migrates it in
  /// memory; a file that does not exist yet is made by the first save.
  ///
  /// - Throws: ``SwiftDataError`` where the document cannot be read or migrated.
  init(_ configuration: ModelConfiguration, _ opening: SchemaOpening) throws {
    let path = configuration.url.path
    guard !configuration.isStoredInMemoryOnly, FileManager.default.fileExists(atPath: path) else {
      let binding =
        configuration.isStoredInMemoryOnly
        ? nil
        : DocumentBinding(
          path: path, type: .generic, compression: configuration.compression,
          hasPrivateFolder: configuration.isAtDefaultLocation)
      let tables = Tables(
        schema: try opening.tableSchema(), documentID: UUIDText.number(of: UUID()))
      self.init(
        configuration, opening, tables, binding, report: nil,
        isReadOnly: !configuration.allowsSave)
      return
    }
    var content: DocumentContent
    do {
      content = try DocumentFile.read(.path(path), limits: configuration.limits.document)
    } catch {
      throw SwiftDataError(loading: error)
    }
    let named = opening.named(content.tables.schema.name)
    let missing = try named.missingSubclasses(of: content.tables.schema)
    let opened = try named.open(content.takeTables())
    self.init(
      configuration, named, opened.tables,
      DocumentBinding(
        path: path, type: content.type, content: content, compression: configuration.compression),
      report: opened.report, isReadOnly: content.isReadOnly || !configuration.allowsSave,
      missing: missing)
  }

  private init(
    _ configuration: ModelConfiguration, _ opening: SchemaOpening, _ tables: Tables,
    _ binding: DocumentBinding?, report: MigrationReport?, isReadOnly: Bool,
    missing: [MissingSubclass] = []
  ) {
    let store =
      if let binding {
        DocumentStore(tables, persist: { try binding.save($0) }, remove: { try binding.erase() })
      } else {
        DocumentStore(tables)
      }
    self.init(
      configuration: configuration,
      catalog: ModelCatalog(opening.schema.types, schema: tables.schema),
      store: store, isReadOnly: isReadOnly, report: report, missingSubclasses: missing)
  }
}
