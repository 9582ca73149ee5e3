import DocumentTables

extension ContextCore {
  /// Returns the objects of a class and its subclasses that a descriptor requests.
  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    confinement.enter()
    defer { confinement.leave() }
    if let found = try fetchFromStore(descriptor) { return found }
    advance()
    let fetched = try FetchedRows(self, descriptor)
    if let rows = try fetched.plainRows() {
      let hierarchy = fetched.description.hierarchy
      return objects.make(rows, of: base.tables.tables[hierarchy], hierarchy, as: T.self)
    }
    return try fetched.rows().compactMap(fetched.model)
  }

  /// Returns the number of objects that a descriptor requests.
  func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    confinement.enter()
    defer { confinement.leave() }
    if let count = try countFromStore(descriptor) { return count }
    advance()
    return try FetchedRows(self, descriptor).count()
  }

  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    confinement.enter()
    defer { confinement.leave() }
    if let found = try identifiersFromStore(descriptor) { return found }
    advance()
    let fetched = try FetchedRows(self, descriptor)
    return try fetched.rows().map(fetched.identifier)
  }

  /// Marks the objects that satisfy a predicate for deletion, following the delete rules.
  ///
  /// All objects are found before the first is deleted.
  func delete<T: PersistentModel>(
    _ type: T.Type, where predicate: Predicate<T>?, includeSubclasses: Bool
  ) throws {
    if let found = try fetchFromStore(FetchDescriptor(predicate: predicate)) {
      let models = found.filter { includeSubclasses || Swift.type(of: $0) == type }
      pending.batches.append(
        BatchDeletion(
          type, predicate, includeSubclasses: includeSubclasses,
          keys: Set(models.map { $0._$state.key })))
      for model in models { delete(model) }
      return
    }
    advance()
    var kinds: [Bool]?
    if !includeSubclasses, let description = catalog.description(of: type) {
      kinds = description.kinds.indices.map { $0 == Int(description.discriminator) }
    }
    let fetched = try FetchedRows(self, FetchDescriptor(predicate: predicate), kinds: kinds)
    for row in try fetched.rows() {
      if let model = fetched.model(of: row) { delete(model) }
    }
  }
}

// The parts of a custom store's fetch that the context does itself.
extension ContextCore {
  /// Fetches the store's saved content without this context's pending changes: another context
  /// searches, and this context's objects are returned.
  func fetchSaved<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let other = ContextCore(catalog: catalog, backing: backing)
    return try other.fetch(descriptor).compactMap { found in
      guard let description = found._$state.description else { return nil }
      let key = found._$state.key
      if let own = heldObject(key) as? T { return own }
      return model(for: key, hierarchy: description.hierarchy) as? T
    }
  }

  func sort<T>(_ models: inout [T], by descriptors: [SortDescriptor<T>]) {
    if !descriptors.isEmpty { models.sort(using: descriptors) }
  }
}
