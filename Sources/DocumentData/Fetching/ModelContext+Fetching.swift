extension ModelContext {
  /// Fetches the objects that a descriptor requests, from all stores that contain their entity.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` for a class of another schema,
  ///   ``SwiftDataError/unsupportedKeyPath``, and errors that the predicate throws for an object. A
  ///   fetch ends at its limit, and conditions on columns are tested before conditions that need
  ///   objects, so an object that is not found was not necessarily tested.
  ///
  /// An object with a given unique or indexed value is looked up at once. This part is inlinable,
  /// so that the compiler specialises it for the class and the descriptor's type needs no analysis
  /// at run time.
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
    // An index covers one store only.
    guard cores.count == 1 || cores(sharing: type) == nil else { return .unknown }
    return core(of: type).lookUp(condition, type)
  }

  /// Fetches objects that are created in batches, on access.
  ///
  /// Unlike in SwiftData, the descriptor may include pending changes and an order;
  /// ``FetchResultsCollection`` documents the effect of later changes. If several stores contain
  /// the entity, all objects are created at once.
  ///
  /// - Throws: The errors of ``fetch(_:)``.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    if let cores = cores(sharing: T.self) {
      let found = try fetch(descriptor, from: cores)
      return FetchResultsCollection(count: found.count, batchSize: batchSize, of: confinement) {
        Array(found[$0])
      }
    }
    let core = core(of: T.self)
    return try core.noted { try core.fetch(descriptor, batchSize: batchSize) }
  }

  /// Returns the number of objects that a descriptor requests.
  ///
  /// Creates no objects for conditions that columns decide.
  ///
  /// - Throws: The errors of ``fetch(_:)``.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    if let cores = cores(sharing: T.self) { return try fetchCount(descriptor, from: cores) }
    let core = core(of: T.self)
    return try core.noted { try core.fetchCount(descriptor) }
  }

  /// Returns the identifiers of the objects that a descriptor requests.
  ///
  /// Creates no objects for conditions and sort criteria that columns decide.
  ///
  /// - Throws: The errors of ``fetch(_:)``.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    if let cores = cores(sharing: T.self) { return try fetchIdentifiers(descriptor, from: cores) }
    let core = core(of: T.self)
    return try core.noted { try core.fetchIdentifiers(descriptor) }
  }

  /// Returns the identifiers of the objects that a descriptor requests, created in batches.
  ///
  /// - Throws: The errors of ``fetch(_:)``.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    if let cores = cores(sharing: T.self) {
      let found = try fetchIdentifiers(descriptor, from: cores)
      return FetchResultsCollection(count: found.count, batchSize: batchSize, of: confinement) {
        Array(found[$0])
      }
    }
    let core = core(of: T.self)
    return try core.noted { try core.fetchIdentifiers(descriptor, batchSize: batchSize) }
  }

  /// Runs a closure for each object that a descriptor requests.
  ///
  /// The objects are determined before the first call. They are created one by one and freed when
  /// they are no longer referenced, so memory does not grow with their number, unless the closure
  /// leaves them changed: a context keeps changed objects until it saves. A custom store is asked
  /// for the identifiers, then for the objects of some batches at a time; their values are kept in
  /// columns, like those of a document.
  ///
  /// - Parameters:
  ///   - fetch: The objects, and their order.
  ///   - batchSize: The number of objects after which to check for changes.
  ///   - allowEscapingMutations: Whether the closure may leave the context with changes. If not, it
  ///     must save them within the batch.
  ///   - block: The work for each object; an error ends the enumeration.
  /// - Throws: ``SwiftDataError/mutationDuringEnumeration`` after a batch that has left changes,
  ///   which stay pending; errors of the fetch and of the closure.
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

  /// Deletes all objects of a class that satisfy a predicate, like ``delete(_:)``.
  ///
  /// - Parameters:
  ///   - model: The class.
  ///   - predicate: The condition for an object; nil for all objects.
  ///   - includeSubclasses: Whether to delete objects of subclasses too.
  /// - Throws: The errors of the predicate and of custom stores; then nothing is deleted.
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
