/// One save of a store, with its changes in their order.
///
/// ``DefaultHistoryTransaction`` is the transaction of documents; a custom store may have one of its
/// own.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// The type of the token.
  associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
  /// The type of the number.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// The time of the save.
  var timestamp: Date { get }
  /// The deleted, inserted and changed objects.
  var changes: [HistoryChange] { get }
  /// The position of the transaction in the history.
  var token: TokenType { get }
  /// The number of the transaction in its store.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the store.
  var storeIdentifier: String { get }
  /// The author of the context that saved; see ``ModelContext/author``.
  var author: String? { get }
}

/// A position in the history of stores, which a program can keep and compare with later ones.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
  /// The type of the value.
  associatedtype TokenType: Codable, Hashable, Sendable

  /// The value that tells the position.
  var tokenValue: TokenType? { get }
  /// The identifier of the store of whose history the token is a position; see
  /// ``ModelContainer/configurationName(forStoreIdentifier:)``.
  var storeIdentifier: String { get }
}

extension HistoryToken {
  /// The only key of a value that is a dictionary by stores; empty for any other value.
  public var storeIdentifier: String {
    let keys = (tokenValue as? any StoreKeyed)?.stores ?? []
    return keys.count == 1 ? keys[0] : ""
  }
}

/// A dictionary whose keys are the identifiers of stores.
private protocol StoreKeyed {
  var stores: [String] { get }
}

extension Dictionary: StoreKeyed where Key == String {
  fileprivate var stores: [String] { Array(keys) }
}

/// The change of one object in a transaction.
public enum HistoryChange: Sendable {
  /// The object was inserted.
  case insert(any HistoryInsert)
  /// Properties of the object were changed.
  case update(any HistoryUpdate)
  /// The object was deleted.
  case delete(any HistoryDelete)

  /// The identifier of the object.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

/// An inserted object.
public protocol HistoryInsert<Model>: Sendable {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// The type of the transaction's number.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of the change's number.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// The number of the change in its transaction.
  var changeIdentifier: ChangeIdentifier { get }
  /// The number of the transaction.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// A changed object.
public protocol HistoryUpdate<Model>: Sendable {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// The type of the transaction's number.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of the change's number.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
  /// The key path of a changed property.
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The number of the change in its transaction.
  var changeIdentifier: ChangeIdentifier { get }
  /// The number of the transaction.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The changed properties that the class declares or inherits.
  var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// A deleted object.
public protocol HistoryDelete<Model>: Sendable {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// The type of the transaction's number.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of the change's number.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// The number of the change in its transaction.
  var changeIdentifier: ChangeIdentifier { get }
  /// The number of the transaction.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The values that were preserved when the object was deleted.
  var tombstone: HistoryTombstone<Model> { get }
}

/// A store that records its saves.
///
/// Contexts ask the stores of their container whose transactions have the requested type; documents
/// answer with ``DefaultHistoryTransaction``.
public protocol HistoryProviding {
  /// The type of the store's transactions.
  associatedtype HistoryType: HistoryTransaction

  /// The type of the store's transactions.
  static var historyType: HistoryType.Type { get }

  /// Fetches transactions.
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired`` if the history after a token of the descriptor
  ///   is no longer complete.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

  /// Deletes transactions.
  ///
  /// - Throws: The error of making the deletion durable.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
  /// The type of the store's transactions.
  public static var historyType: HistoryType.Type { HistoryType.self }
}
