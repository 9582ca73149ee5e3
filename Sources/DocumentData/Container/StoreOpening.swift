import DocumentTables

extension ContainerStore {
  /// Opens the store of a configuration, or shares it where this process has its file open already.
  ///
  /// - Throws: ``SwiftDataError`` where the document cannot be read or migrated.
  init(_ configuration: ModelConfiguration, _ opening: SchemaOpening) throws {
    guard configuration.isStoredInMemoryOnly else {
      self.init(
        configuration,
        try OpenDocuments.ofProcess.document(at: configuration.url.path, for: opening) {
          try OpenDocument(configuration, opening)
        })
      return
    }
    let tables = Tables(
      schema: try opening.tableSchema(), documentID: UUIDText.number(of: UUID()))
    self.init(
      configuration: configuration,
      catalog: ModelCatalog(opening.schema.types, schema: tables.schema),
      store: DocumentStore(tables), isReadOnly: !configuration.allowsSave)
  }
}
