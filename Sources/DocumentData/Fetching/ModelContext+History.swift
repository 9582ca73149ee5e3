import DocumentTables

extension ModelContext {
  /// Fetches the recorded saves of the container's stores, oldest first.
  ///
  /// ```swift
  /// var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
  /// if let token { descriptor.predicate = #Predicate { $0.token > token && $0.author == "widget" } }
  /// let transactions = try context.fetchHistory(descriptor)
  /// ```
  ///
  /// Unsaved changes are not among them. What another process has saved is: the fetch compares the
  /// files first, unless ``ModelConfiguration/fileFollowing`` is never. Transactions of several
  /// documents are sorted by time, after the transactions that a token in the predicate covers. The
  /// token of the last transaction covers all of them.
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired`` if the history after a token in the predicate is
  ///   no longer complete: transactions were removed, the document is another copy, or the token
  ///   belongs to no store of the container.
  ///   ``SwiftDataError/invalidTransactionFetchRequest`` if no store has transactions of this type, and
  ///   the errors of reading what another process has saved.
  public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
  {
    try HistoryRequest(containerCore.stores, containerCore.migrationPlan).fetch(descriptor)
  }

  /// Fetches what changed on balance after a token, over all documents of the container: one change for each
  /// object, also of saves by older versions of the models.
  ///
  /// ```swift
  /// let news = try context.fetchNetHistory(since: token, of: [Trip.self]) { $0 != "sync" }
  /// ```
  ///
  /// ``NetHistory`` says which values the changes have. Unsaved changes do not count. What another process has saved does, as for
  /// ``fetchHistory(_:)``. SwiftData has no such method.
  ///
  /// - Parameters:
  ///   - token: The position, such as ``NetHistory/token`` of the fetch before; nil for the beginning of what is
  ///     recorded.
  ///   - models: The classes whose objects count, with their subclasses; empty for all.
  ///   - isIncluded: Whether the saves of an author count, nil for saves without an author; called once for each
  ///     author of a document. All count by default.
  /// - Throws: ``SwiftDataError/historyTokenExpired`` as ``fetchHistory(_:)`` does,
  ///   ``SwiftDataError/unknownSchema`` for a class that no document of the container has,
  ///   ``SwiftDataError/invalidTransactionFetchRequest`` if all stores are custom stores, and the errors of reading
  ///   what another process has saved.
  /// - Complexity: Linear in the number of changes after the token.
  public func fetchNetHistory(
    since token: DefaultHistoryToken? = nil, of models: [any PersistentModel.Type] = [],
    authors isIncluded: (_ author: String?) -> Bool = { _ in true }
  ) throws -> NetHistory {
    try HistoryRequest(containerCore.stores, containerCore.migrationPlan)
      .balance(since: token, of: models, isIncluded)
  }

  /// Deletes recorded saves, and with them what they keep of deleted objects.
  ///
  /// The descriptor's order and limit count too, and so do the saves of other processes. Documents are
  /// written at once, one after the other; their objects stay as they are. Tokens from before a deleted
  /// transaction expire. Such a token may still say what to delete.
  ///
  /// - Throws: ``SwiftDataError/readOnlyStore`` if a store with such transactions may not be written;
  ///   then nothing is deleted. ``SwiftDataError/historyTokenExpired`` for a token of another history,
  ///   ``SwiftDataError/invalidTransactionFetchRequest`` if no store has transactions of this type, and
  ///   the errors of writing a store.
  public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    try HistoryRequest(containerCore.stores, containerCore.migrationPlan).delete(descriptor)
  }
}

/// A request for the history of some stores.
struct HistoryRequest {
  private let documents: [ContainerStore]
  private let custom: [any CustomBackingStore]
  private let plan: (any SchemaMigrationPlan.Type)?

  init(_ stores: [ContainerStore], _ plan: (any SchemaMigrationPlan.Type)?) {
    documents = stores.filter { $0.backing.custom == nil }
    custom = stores.compactMap(\.backing.custom)
    self.plan = plan
  }

  func fetch<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
    var answers: [[T]] = []
    if let own = descriptor as? HistoryDescriptor<DefaultHistoryTransaction>, !documents.isEmpty {
      for document in documents { try document.catchUp() }
      let found = try histories.transactions(own, for: .reading)
      if let found = found as? [T] { answers.append(found) }
    }
    for store in custom {
      let answer = try store.withHistory { try Self.fetch(descriptor, from: $0) }
      if let answer = answer ?? nil { answers.append(answer) }
    }
    guard let first = answers.first else { throw SwiftDataError(noHistoryOf: T.self) }
    if answers.count == 1 { return first }
    return descriptor.window(of: answers.joined().sorted { $0.timestamp < $1.timestamp })
  }

  func balance(
    since token: DefaultHistoryToken?, of models: [any PersistentModel.Type],
    _ isIncluded: (_ author: String?) -> Bool
  ) throws -> NetHistory {
    guard !documents.isEmpty else {
      throw SwiftDataError(noHistoryOf: DefaultHistoryTransaction.self)
    }
    for type in models
    where !documents.contains(where: { $0.catalog.description(of: type) != nil }) {
      throw SwiftDataError(
        .unknownSchema, "\(String(reflecting: type)) is in no document of the container",
        entity: Schema.entityName(of: type))
    }
    for document in documents { try document.catchUp() }
    return try histories.balance(
      since: token, of: models.isEmpty ? nil : Set(models.map { Schema.entityName(of: $0) }),
      isIncluded)
  }

  func delete<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    var isAnswered = false
    if let own = descriptor as? HistoryDescriptor<DefaultHistoryTransaction>, !documents.isEmpty {
      try delete(own)
      isAnswered = true
    }
    for store in custom {
      let answer = try store.withHistory { try Self.delete(descriptor, from: $0) }
      if answer == true { isAnswered = true }
    }
    guard isAnswered else { throw SwiftDataError(noHistoryOf: T.self) }
  }

  private var histories: DocumentHistories {
    DocumentHistories(
      documents.map {
        DocumentHistories.Source(
          identifier: $0.store.identifier, history: $0.store.history,
          words: SchemaWords($0.catalog, $0.store, plan))
      })
  }

  private func delete(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    // Writing would adopt the saves of other processes only after choosing what to remove.
    for document in documents { try document.store.adopt() }
    let removed = try histories.transactions(descriptor, for: .removing)
    let numbers = Dictionary(grouping: removed, by: \.storeIdentifier)
      .mapValues { Set($0.map(\.id)) }
    let stores = documents.filter { numbers[$0.store.identifier] != nil }
    for store in stores {
      if let reason = store.readOnlyReason {
        throw SwiftDataError(readOnly: reason, store: store.name)
      }
    }
    for store in stores {
      guard let numbers = numbers[store.store.identifier] else { continue }
      _ = try store.store.removeHistory(as: store.configuration?.writing ?? FileWriting()) {
        numbers.contains($0.number)
      }
    }
  }

  // MARK: Custom stores

  /// Returns the transactions of a custom store; nil if these are of another type.
  private static func fetch<T: HistoryTransaction, Provider: HistoryProviding>(
    _ descriptor: HistoryDescriptor<T>, from provider: Provider
  ) throws -> [T]? {
    guard let own = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return nil }
    return try provider.fetchHistory(own) as? [T]
  }

  private static func delete<T: HistoryTransaction, Provider: HistoryProviding>(
    _ descriptor: HistoryDescriptor<T>, from provider: Provider
  ) throws -> Bool {
    guard let own = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return false }
    try provider.deleteHistory(own)
    return true
  }
}

extension SwiftDataError {
  fileprivate init(noHistoryOf type: any HistoryTransaction.Type) {
    self.init(
      .invalidTransactionFetchRequest,
      "no store of the container has transactions of the type \(type); documents have "
        + "\(DefaultHistoryTransaction.self)")
  }
}
