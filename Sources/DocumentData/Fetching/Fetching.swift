import DocumentTables

extension ContextCore {
  /// Returns the objects of a class and its subclasses that a descriptor requests.
  ///
  /// - Parameter entity: The entity; nil for that of the class.
  func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, of entity: ModelDescription? = nil
  ) throws -> [T] {
    confinement.enter()
    defer { confinement.leave() }
    if let found = try fetchFromStore(descriptor) { return found }
    advance()
    let fetched = try fetchedRows(descriptor, of: entity)
    let generation = base.generation
    let hierarchy = fetched.description.hierarchy
    // Getters and orders of the program may save, which moves rows.
    let changed = try fetched.changedObjects()
    if let rows = try fetched.plainRows(besides: changed), base.generation == generation {
      return objects.make(rows, of: base.tables.tables[hierarchy], hierarchy, as: T.self)
    }
    if let rows = try fetched.orderedRows(besides: changed), base.generation == generation {
      return objects.make(rows, of: base.tables.tables[hierarchy], hierarchy, as: T.self)
    }
    return try fetched.rows(besides: changed).compactMap(fetched.model)
  }

  /// Returns the number of objects that a descriptor requests.
  func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    confinement.enter()
    defer { confinement.leave() }
    if let count = try countFromStore(descriptor) { return count }
    advance()
    return try fetchedRows(descriptor).count()
  }

  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    confinement.enter()
    defer { confinement.leave() }
    if let found = try identifiersFromStore(descriptor) { return found }
    advance()
    let fetched = try fetchedRows(descriptor)
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
      pending.note(
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
    let fetched = try fetchedRows(FetchDescriptor(predicate: predicate), kinds: kinds)
    for row in try fetched.rows() {
      if let model = fetched.model(of: row) { delete(model) }
    }
  }
}

// The source and the objects of a fetch.
extension ContextCore {
  var fetchSource: FetchSource {
    FetchSource(
      catalog: catalog, tables: base.tables, identityMap: objects.identityMap, backing: backing)
  }

  /// Prepares a search of the base.
  ///
  /// - Parameters:
  ///   - entity: The entity; nil for that of the descriptor's class.
  ///   - kinds: The requested classes, by discriminator; nil for the descriptor's class and its
  ///     subclasses.
  func fetchedRows<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, of entity: ModelDescription? = nil, kinds: [Bool]? = nil
  ) throws -> FetchedRows<T> {
    let description = try entity ?? modelDescription(of: T.self)
    try descriptor.checkKeyPaths(description)
    applyLosses()
    let hierarchy = description.hierarchy
    guard !descriptor.includePendingChanges, !pending.isEmpty else {
      return FetchedRows(
        descriptor, description, kinds: kinds, from: fetchSource, pending: pending,
        object: objectOfRow(hierarchy))
    }
    // The objects of this context have pending changes, so another one reads the saved rows.
    let reader = ContextCore(catalog: catalog, backing: backing)
    reader.base = base
    return FetchedRows(
      descriptor, description, kinds: kinds, from: fetchSource, object: objectOfRow(hierarchy),
      savedObject: reader.objectOfRow(hierarchy))
  }

  /// Returns a function for the objects of the base's rows, which finds moved rows by their keys.
  private func objectOfRow<T: PersistentModel>(_ hierarchy: Int) -> FetchedRows<T>.ObjectOfRow {
    let version = base
    return { [self] location in
      if base.generation == version.generation { return materialize(hierarchy, location) as? T }
      let key = version.tables.tables[hierarchy].segments[location.segment].keys[location.row]
      return model(for: key, hierarchy: hierarchy) as? T
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
