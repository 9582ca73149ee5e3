import DocumentTables

// Fetches from a custom store. The store filters and sorts as far as it can; the context adds
// pending changes and does the rest. Each function returns nil for a document, whose tables the
// context searches itself.
extension ContextCore {
  func fetchFromStore<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T]? {
    guard let custom else { return nil }
    let description = try ownDescription(of: T.self)
    try descriptor.checkKeyPaths(description)
    if let error = takeReadingError() { throw error }
    if !descriptor.includePendingChanges, !pending.isEmpty {
      return try fetchSaved(descriptor)
    }
    let isPending = !pending.isEmpty
    var answer = try custom.fetch(
      descriptor, filters: !dependsOnPending(description), isWhole: isPending, editingState)
    advance()
    if isPending, !descriptor.sortBy.isEmpty { answer.isSorted = false }
    let test = descriptor.predicate.map(ObjectTest.init)
    var found: [T] = []
    var seen: Set<ObjectKey> = []
    func add(_ model: any PersistentModel, isFiltered: Bool) throws {
      guard let model = model as? T else { return }
      if !isFiltered, let test, try !test.passes(model) { return }
      found.append(model)
    }
    for key in answer.keys where pending.deleted[key] == nil {
      guard let model = model(for: key, hierarchy: description.hierarchy) else { continue }
      seen.insert(key)
      try add(model, isFiltered: answer.isFiltered && pending.touched[key] == nil)
    }
    // Changed objects may satisfy the predicate only now.
    for (key, model) in pending.touched.inOrder() where !seen.contains(key) {
      try add(model, isFiltered: false)
    }
    for (_, model) in pending.inserted.inOrder() {
      try add(model, isFiltered: false)
    }
    // Getters that the predicate calls cannot throw, so their errors are thrown here.
    if let error = takeReadingError() { throw error }
    if !answer.isSorted { sort(&found, by: descriptor.sortBy) }
    return descriptor.window(of: found)
  }

  func countFromStore<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int? {
    guard let custom else { return nil }
    try descriptor.checkKeyPaths(ownDescription(of: T.self))
    if let error = takeReadingError() { throw error }
    advance()
    if pending.isEmpty || !descriptor.includePendingChanges {
      var asked = descriptor
      asked.fetchLimit = nil
      asked.fetchOffset = nil
      asked.sortBy = []
      if let count = try custom.fetchCount(asked, editingState) {
        return descriptor.windowCount(of: count)
      }
    }
    return try fetchFromStore(descriptor)?.count
  }

  func identifiersFromStore<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier]? {
    try storedIdentifiers(descriptor) ?? fetchFromStore(descriptor)?.map(\.persistentModelID)
  }

  /// Returns the identifiers that the store finds; nil if the store leaves the search to the
  /// context, or if pending changes that it does not know may matter.
  func storedIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier]? {
    guard let custom else { return nil }
    try descriptor.checkKeyPaths(ownDescription(of: T.self))
    if let error = takeReadingError() { throw error }
    advance()
    guard pending.isEmpty || !descriptor.includePendingChanges else { return nil }
    var asked = descriptor
    asked.fetchLimit = descriptor.windowEnd
    asked.fetchOffset = nil
    return try custom.fetchIdentifiers(asked, editingState).map(descriptor.window)
  }

  private func ownDescription(of type: any PersistentModel.Type) throws -> ModelDescription {
    guard let description = catalog.description(of: type) else {
      throw SwiftDataError(
        .unknownSchema, "\(String(reflecting: type)) is not a model of this context's schema",
        entity: Schema.entityName(of: type))
    }
    return description
  }

  /// Whether a predicate over a class may read objects with pending changes, which the store does
  /// not know.
  private func dependsOnPending(_ description: ModelDescription) -> Bool {
    guard !pending.isEmpty else { return false }
    var reached: Set<Int> = []
    var waiting = [description.hierarchy]
    while let hierarchy = waiting.popLast() {
      for description in catalog.descriptions where description.hierarchy == hierarchy {
        for end in description.slots.lazy.compactMap(\.end)
        where reached.insert(end.destinationHierarchy).inserted {
          waiting.append(end.destinationHierarchy)
        }
      }
    }
    return !reached.isDisjoint(with: pending.hierarchies(of: schema))
  }
}
