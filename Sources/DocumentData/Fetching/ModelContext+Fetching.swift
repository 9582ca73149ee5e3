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
    try core(of: T.self).fetch(descriptor).map(\.persistentModelID)
  }

  /// Deletes every object of a class that satisfies a predicate.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    let core = core(of: model)
    for object in try core.fetch(FetchDescriptor(predicate: predicate))
    where includeSubclasses || type(of: object) == model {
      core.delete(object)
    }
  }
}
