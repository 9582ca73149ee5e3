import DocumentTables

extension ContextCore {
  /// The objects of a class, its subclasses' included, that a descriptor asks for.
  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    if let bridge { return try fetch(descriptor, through: bridge) }
    advance()
    if !descriptor.includePendingChanges, !pending.isEmpty {
      return try fetchSaved(descriptor)
    }
    var models = try matches(descriptor)
    sort(&models, by: descriptor.sortBy)
    return descriptor.window(of: models)
  }

  /// What the store holds, whatever this context has changed: another context finds it, and this
  /// one's objects stand for what is found.
  func fetchSaved<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let other = ContextCore(catalog: catalog, store: store, bridge: bridge)
    return try other.fetch(descriptor).compactMap { found in
      guard let description = found._$state.description else { return nil }
      let key = found._$state.key
      if let own = (pending.object(for: key) ?? identityMap[key]) as? T { return own }
      return model(for: key, hierarchy: description.hierarchy) as? T
    }
  }

  private func matches<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    guard let description = catalog.description(of: T.self) else {
      throw SwiftDataError(
        .unknownSchema, "\(String(reflecting: T.self)) is not a model of this context's schema",
        entity: Schema.entityName(of: T.self))
    }
    var models: [T] = []
    func add(_ model: any PersistentModel) throws {
      guard let model = model as? T else { return }
      if let predicate = descriptor.predicate, try !predicate.evaluate(model) { return }
      models.append(model)
    }
    let table = base.tables.tables[description.hierarchy]
    for (position, segment) in table.segments.enumerated() {
      for row in 0..<segment.count where description.kinds[Int(segment.entities[row])] {
        if !pending.deleted.isEmpty, pending.deleted[segment.keys[row]] != nil { continue }
        let location = RowLocation(segment: position, row: row)
        guard let model = materialize(description.hierarchy, location) else { continue }
        try add(model)
      }
    }
    for (_, model) in PendingChanges.inOrder(pending.inserted) { try add(model) }
    return models
  }

  func sort<T>(_ models: inout [T], by descriptors: [SortDescriptor<T>]) {
    guard !descriptors.isEmpty else { return }
    models.sort { left, right in
      for descriptor in descriptors {
        switch descriptor.compare(left, right) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return false
    }
  }

  /// How many objects a descriptor asks for; without a predicate no object is made.
  func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    if let bridge { return try fetchCount(descriptor, through: bridge) }
    guard descriptor.predicate == nil, descriptor.fetchLimit == nil,
      descriptor.fetchOffset == nil, pending.isEmpty,
      let description = catalog.description(of: T.self)
    else { return try fetch(descriptor).count }
    advance()
    var count = 0
    for segment in base.tables.tables[description.hierarchy].segments {
      switch segment.entities {
      case .constant(let discriminator):
        if description.kinds[Int(discriminator)] { count += segment.count }
      case .list(let list):
        for discriminator in list where description.kinds[Int(discriminator)] { count += 1 }
      }
    }
    return count
  }
}

extension FetchDescriptor {
  func window<Element>(of models: [Element]) -> [Element] {
    guard fetchOffset != nil || fetchLimit != nil else { return models }
    let rest = models.dropFirst(max(0, fetchOffset ?? 0))
    guard let fetchLimit, fetchLimit > 0 else { return Array(rest) }
    return Array(rest.prefix(fetchLimit))
  }
}
