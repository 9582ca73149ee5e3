import DocumentMigration
import DocumentTables

extension ContainerStore {
  /// Sets the history policy of the document to that of the configuration, if it states one and may
  /// save.
  fileprivate func stateHistoryPolicy() {
    guard !isReadOnly, let policy = configuration?.history?.policy else { return }
    store.setHistoryPolicy(policy)
  }

  /// Opens the stores of configurations, or shares the documents that this process has open
  /// already.
  ///
  /// Holds no lock while reading files. If several threads open the same files at once, each may
  /// read and migrate them, and all use the documents that were ready first.
  ///
  /// - Throws: ``SwiftDataError`` if a document cannot be read or migrated.
  static func open(
    _ requests: [StoreRequest], _ keepers: EntityKeepers
  ) throws -> [ContainerStore] {
    while true {
      let isInMemory = requests.allSatisfy(\.configuration.isStoredInMemoryOnly)
      var known = isInMemory ? [] : OpenDocuments.ofProcess.documents
      var stores: [Int: ContainerStore] = [:]
      for request in requests {
        guard let shared = request.document(among: known) else { continue }
        stores[request.store] = ContainerStore(request.configuration, shared)
      }
      let missing = requests.filter { stores[$0.store] == nil }
      var opened: [OpenDocument] = []
      for (found, migrated) in try FoundDocument.migrated(missing, keepers) {
        let configuration = found.request.configuration
        if configuration.isStoredInMemoryOnly {
          stores[found.request.store] = ContainerStore(
            configuration: configuration,
            catalog: ModelCatalog(found.opening.schema.types, schema: migrated.tables.schema),
            store: DocumentStore(migrated.tables.keepingHistory),
            readOnlyReason: configuration.allowsSave ? nil : .configuration(configuration.name),
            report: migrated.report)
        } else {
          let document = OpenDocument(found, migrated.tables, migrated.report)
          stores[found.request.store] = ContainerStore(configuration, document)
          opened.append(document)
        }
      }
      while true {
        let others = OpenDocuments.ofProcess.add(opened, besides: known)
        if others.isEmpty {
          let stores = requests.compactMap { stores[$0.store] }
          stores.forEach { $0.stateHistoryPolicy() }
          return stores
        }
        if missing.contains(where: { $0.document(among: others) != nil }) { break }
        known += others
      }
    }
  }
}
