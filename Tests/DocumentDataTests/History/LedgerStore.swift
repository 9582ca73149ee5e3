import DocumentData
import Foundation

/// A custom store that keeps its objects and its history in memory, with a type of transactions of
/// its own.
final class LedgerStore: DataStore, HistoryProviding {
  typealias Configuration = LedgerConfiguration
  typealias Snapshot = DefaultSnapshot
  typealias HistoryType = LedgerTransaction

  static var historyType: LedgerTransaction.Type { LedgerTransaction.self }

  let configuration: LedgerConfiguration
  let schema: Schema
  let identifier: String
  private var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
  private var transactions: [LedgerTransaction] = []
  private var lastNumber = 0

  init(
    _ configuration: LedgerConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
    self.configuration = configuration
    self.schema = schema
    identifier = configuration.name
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let entity = Schema.entityName(for: T.self)
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: snapshots.values.filter { $0.persistentIdentifier.entityName == entity })
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    lastNumber += 1
    var changes: [HistoryChange] = []
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      let identifier = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName,
        primaryKey: lastNumber * 1000 + changes.count)
      remapped[snapshot.persistentIdentifier] = identifier
      snapshots[identifier] = snapshot.copy(persistentIdentifier: identifier)
      changes.append(.insert(LedgerChange(identifier, lastNumber, changes.count)))
    }
    for snapshot in request.updated {
      snapshots[snapshot.persistentIdentifier] = snapshot
      changes.append(
        .update(LedgerChange(snapshot.persistentIdentifier, lastNumber, changes.count)))
    }
    for snapshot in request.deleted {
      snapshots[snapshot.persistentIdentifier] = nil
      changes.append(
        .delete(LedgerChange(snapshot.persistentIdentifier, lastNumber, changes.count)))
    }
    let token = LedgerToken(tokenValue: lastNumber, storeIdentifier: identifier)
    transactions.append(
      LedgerTransaction(
        timestamp: Date(timeIntervalSinceReferenceDate: Double(lastNumber)), changes: changes,
        token: token, transactionIdentifier: lastNumber, storeIdentifier: identifier,
        author: request.editingState.author))
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: remapped, historyToken: token)
  }

  func fetchHistory(
    _ descriptor: HistoryDescriptor<LedgerTransaction>
  ) throws -> [LedgerTransaction] {
    let found = try transactions.filter { try descriptor.predicate?.evaluate($0) ?? true }
    let sorted = found.sorted(using: descriptor.sortBy)
    return descriptor.fetchLimit == 0 ? sorted : Array(sorted.prefix(Int(descriptor.fetchLimit)))
  }

  func deleteHistory(_ descriptor: HistoryDescriptor<LedgerTransaction>) throws {
    let gone = Set(try fetchHistory(descriptor))
    transactions.removeAll(where: gone.contains)
  }
}

struct LedgerConfiguration: DataStoreConfiguration {
  typealias Store = LedgerStore

  var name = "ledger"
  var schema: Schema?
}

struct LedgerTransaction: HistoryTransaction {
  var timestamp: Date
  var changes: [HistoryChange]
  var token: LedgerToken
  var transactionIdentifier: Int
  var storeIdentifier: String
  var author: String?

  var id: Int { transactionIdentifier }

  static func == (left: LedgerTransaction, right: LedgerTransaction) -> Bool {
    left.id == right.id && left.storeIdentifier == right.storeIdentifier
  }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

struct LedgerToken: HistoryToken {
  var tokenValue: Int?
  var storeIdentifier: String

  var id: Int { tokenValue ?? 0 }

  static func < (left: LedgerToken, right: LedgerToken) -> Bool { left.id < right.id }
}

/// One type for all three kinds of changes, of the class that the store is for.
struct LedgerChange: HistoryInsert, HistoryUpdate, HistoryDelete {
  typealias Model = Voyage.Entry
  typealias TransactionIdentifier = Int
  typealias ChangeIdentifier = Int

  var changeIdentifier: Int
  var transactionIdentifier: Int
  var changedPersistentIdentifier: PersistentIdentifier

  var updatedAttributes: [any PartialKeyPath<Voyage.Entry> & Sendable] { [\.text] }
  var tombstone: HistoryTombstone<Voyage.Entry> { HistoryTombstone([\.text: "gone"]) }

  init(_ identifier: PersistentIdentifier, _ transaction: Int, _ change: Int) {
    changedPersistentIdentifier = identifier
    transactionIdentifier = transaction
    changeIdentifier = change
  }
}
