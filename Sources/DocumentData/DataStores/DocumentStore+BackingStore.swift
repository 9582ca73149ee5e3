import DocumentTables

// A document backs its contexts alone: its tables hold every object, and identifiers follow from keys.
extension DocumentStore: BackingStore {
  var tables: DocumentStore { self }
  var answersFromTables: Bool { true }

  func identifier(of key: ObjectKey, _ entityName: String) -> PersistentIdentifier {
    PersistentIdentifier(entityName: entityName, storeIdentifier: identifier, key: key)
  }

  func chosenIdentifier(of key: ObjectKey) -> PersistentIdentifier? { nil }

  func key(of identifier: PersistentIdentifier) -> ObjectKey? {
    guard identifier.storeIdentifier == self.identifier, identifier.key != 0 else { return nil }
    return identifier.key
  }

  func isUnread(_ key: ObjectKey, _ hierarchy: Int) -> Bool { false }

  func read(_ key: ObjectKey, _ hierarchy: Int, _ state: EditingState) -> Bool { false }

  func readSources(
    of target: ObjectKey, _ identity: ColumnIdentity, isOneWay: Bool, _ state: EditingState
  ) -> [ObjectKey] { [] }

  func readAll(_ hierarchy: Int, _ state: EditingState) {}

  func read<T: PersistentModel>(
    _ type: T.Type, _ wanted: [PersistentIdentifier], _ state: EditingState
  ) -> Bool { true }

  func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, filters: Bool, isWhole: Bool, _ state: EditingState
  ) -> FoundKeys? { nil }

  func fetchCount<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) -> Int? { nil }

  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) -> [PersistentIdentifier]? { nil }

  func commit(_ changes: ChangeSet, of context: any SavingContext) throws -> CommitOutcome? {
    try commit(
      .rows(changes), after: context.base.generation, compression: context.compression
    ).map { CommitOutcome(version: $0) }
  }

  func begin(_ state: EditingState) {}

  func end(_ state: EditingState) {}
}
