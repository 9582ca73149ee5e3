extension ModelContext {
  /// Fetches the objects that a descriptor asks for, from all stores that have their entity.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` for a class of another schema,
  ///   ``SwiftDataError/unsupportedKeyPath``, and what the predicate throws for an object. A fetch
  ///   ends at its limit, and a condition that columns decide goes before those that only objects
  ///   can, so an object that is not found need not have been tested.
  ///
  /// An object by a unique or indexed value is looked up at once; that part is made for each class
  /// where the fetch is, so that nothing has to be found out about the descriptor's type.
  @inlinable
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    if let condition = descriptor.onlyCondition {
      switch lookUp(condition, T.self) {
      case .unknown: break
      case .none: return []
      case .object(let object): if let object = object as? T { return [object] }
      }
    }
    return try search(descriptor)
  }

  @usableFromInline
  func search<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    if let cores = cores(sharing: T.self) { return try fetch(descriptor, from: cores) }
    let core = core(of: T.self)
    return try core.noted { try core.fetch(descriptor) }
  }

  @usableFromInline
  func lookUp(_ condition: FetchCondition, _ type: any PersistentModel.Type) -> LookedUp {
    // An index tells of one store.
    guard cores.count == 1 || cores(sharing: type) == nil else { return .unknown }
    return core(of: type).lookUp(condition, type)
  }

  /// Fetches objects that are made in batches, as they are accessed.
  ///
  /// Unlike SwiftData's, the descriptor may include pending changes and an order; see
  /// ``FetchResultsCollection`` for what later changes do. Where several stores have the entity, all
  /// objects are made at once.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    if let cores = cores(sharing: T.self) {
      let found = try fetch(descriptor, from: cores)
      return FetchResultsCollection(count: found.count, batchSize: batchSize) { Array(found[$0]) }
    }
    let core = core(of: T.self)
    return try core.noted { try core.fetch(descriptor, batchSize: batchSize) }
  }

  /// How many objects a descriptor asks for.
  ///
  /// No object is made as far as columns decide the predicate.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    if let cores = cores(sharing: T.self) { return try fetchCount(descriptor, from: cores) }
    let core = core(of: T.self)
    return try core.noted { try core.fetchCount(descriptor) }
  }

  /// The identifiers of the objects that a descriptor asks for.
  ///
  /// No object is made as far as columns decide the predicate and the order.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    if let cores = cores(sharing: T.self) { return try fetchIdentifiers(descriptor, from: cores) }
    let core = core(of: T.self)
    return try core.noted { try core.fetchIdentifiers(descriptor) }
  }

  /// The identifiers of the objects that a descriptor asks for, made in batches.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    if let cores = cores(sharing: T.self) {
      let found = try fetchIdentifiers(descriptor, from: cores)
      return FetchResultsCollection(count: found.count, batchSize: batchSize) { Array(found[$0]) }
    }
    let core = core(of: T.self)
    return try core.noted { try core.fetchIdentifiers(descriptor, batchSize: batchSize) }
  }

  /// Runs a closure for each object that a descriptor asks for.
  ///
  /// Which objects these are is settled first. They are made one by one, and those that nobody
  /// holds are freed, so memory does not grow with their number, unless the closure leaves them
  /// changed: a context keeps changed objects until it saves. A custom store is asked for the
  /// identifiers, then for the objects of some batches at a time; what it gives is kept as values in
  /// columns, like that of a document.
  ///
  /// - Parameters:
  ///   - fetch: The objects, and their order.
  ///   - batchSize: After how many objects to look for changes.
  ///   - allowEscapingMutations: Whether the closure may leave the context with changes. If not,
  ///     it has to save them within the batch.
  ///   - block: The work to do; what it throws ends the enumeration.
  /// - Throws: ``SwiftDataError/mutationDuringEnumeration`` after a batch that has left changes;
  ///   they stay pending. What a fetch throws, and what the closure throws.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (T) throws -> Void
  ) throws {
    if let cores = cores(sharing: T.self) {
      return try enumerate(
        fetch, batchSize: batchSize, allowEscapingMutations: allowEscapingMutations, from: cores,
        block: block)
    }
    try core(of: T.self).enumerate(
      fetch, batchSize: batchSize, allowEscapingMutations: allowEscapingMutations, block: block)
  }

  /// Deletes every object of a class that satisfies a predicate, as ``delete(_:)`` does.
  ///
  /// - Parameters:
  ///   - model: The class.
  ///   - predicate: What an object must satisfy; nil for every object.
  ///   - includeSubclasses: Whether objects of its subclasses are deleted too.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    for core in cores(sharing: model) ?? [core(of: model)] {
      try core.noted {
        try core.delete(model, where: predicate, includeSubclasses: includeSubclasses)
      }
    }
  }
}
