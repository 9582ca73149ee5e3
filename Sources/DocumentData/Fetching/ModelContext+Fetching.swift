extension ModelContext {
  /// Fetches the objects that a descriptor asks for.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try core(of: T.self).fetch(descriptor)
  }

  /// How many objects a descriptor asks for.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try core(of: T.self).fetchCount(descriptor)
  }

  /// The identifiers of the objects that a descriptor asks for.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    let core = core(of: T.self)
    if let bridge = core.bridge { return try core.fetchIdentifiers(descriptor, through: bridge) }
    return try core.fetch(descriptor).map(\.persistentModelID)
  }

  /// Deletes every object of a class that satisfies a predicate.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    let core = core(of: model)
    let objects = try core.fetch(FetchDescriptor(predicate: predicate)).filter {
      includeSubclasses || type(of: $0) == model
    }
    if core.bridge != nil {
      core.pending.batches.append(
        BatchDeletion(
          model, predicate, includeSubclasses: includeSubclasses,
          keys: Set(objects.map { $0._$state.key })))
    }
    for object in objects { core.delete(object) }
  }
}
