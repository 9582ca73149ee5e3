import DocumentTables

// Requests to the store.
extension CustomStoreAdapter {
  func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, filters: Bool, isWhole: Bool, _ state: EditingState
  ) throws -> FoundKeys {
    try locked {
      let name = Schema.entityName(for: T.self)
      guard let description = catalog.description(of: T.self) else { return FoundKeys() }
      var answer = FoundKeys()
      var asked = descriptor
      asked.fetchLimit = descriptor.windowEnd
      asked.fetchOffset = nil
      func leaveToContext(_ part: inout Bool) {
        part = false
        asked.fetchLimit = nil
      }
      if isWhole { asked.fetchLimit = nil }
      if !filters, asked.predicate != nil {
        asked.predicate = nil
        leaveToContext(&answer.isFiltered)
      }
      while true {
        do {
          let found = try source.fetch(asked, state)
          let objects = try found.fetched.filter {
            try self.description(of: $0.identifier).hierarchy == description.hierarchy
              && catalog.schema.isEntity($0.identifier.entityName, kindOf: name)
          }
          guard Set(objects.map(\.identifier)).count == objects.count else {
            throw SwiftDataError(
              .invalidDataStoreAnswer, "the store gives an object twice", entity: name)
          }
          let isEverything = asked.predicate == nil && asked.fetchLimit == nil
          // The fetched snapshot of an object wins over the related one.
          try absorb(
            found.fetched + found.related,
            everythingOf: isEverything ? (description.hierarchy, description.kinds) : nil, state)
          answer.keys = objects.compactMap { keys[$0.identifier] }
          return answer
        } catch DataStoreError.preferInMemoryFilter where asked.predicate != nil {
          asked.predicate = nil
          leaveToContext(&answer.isFiltered)
        } catch DataStoreError.preferInMemorySort where !asked.sortBy.isEmpty {
          asked.sortBy = []
          leaveToContext(&answer.isSorted)
        }
      }
    }
  }

  func fetchCount<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> Int? {
    try locked {
      try Self.unlessLeftToContext { try source.fetchCount(descriptor, state) }
    }
  }

  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> [PersistentIdentifier]? {
    try locked {
      let found = try Self.unlessLeftToContext {
        try source.fetchIdentifiers(descriptor, state)
      }
      let name = Schema.entityName(for: T.self)
      for identifier in found ?? []
      where !catalog.schema.isEntity(identifier.entityName, kindOf: name) {
        throw SwiftDataError(
          .invalidDataStoreAnswer, "the store gives \(identifier), which is no \(name)",
          entity: name)
      }
      if let found, Set(found).count != found.count {
        throw SwiftDataError(
          .invalidDataStoreAnswer, "the store gives an object twice", entity: name)
      }
      return found
    }
  }

  private static func unlessLeftToContext<Answer>(_ ask: () throws -> Answer) throws -> Answer? {
    do {
      return try ask()
    } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
      return nil
    }
  }

  // MARK: Single objects

  /// The number of other objects that are read together with one.
  private static var companions: Int { 255 }

  /// Reads an object that a row refers to, together with other unread objects of its hierarchy.
  func read(_ key: ObjectKey, _ hierarchy: Int, _ state: EditingState) throws -> Bool {
    try locked {
      if isUnread(key, hierarchy) {
        try read(
          Set((unread[hierarchy] ?? []).prefix(Self.companions)).union([key]), state)
      }
      return isLoaded(key, hierarchy)
    }
  }

  func readSources(
    of target: ObjectKey, _ identity: ColumnIdentity, isOneWay: Bool, _ state: EditingState
  ) throws -> [ObjectKey] {
    try locked {
      guard let own = hierarchy(of: target) else { return [] }
      if isOneWay {
        try readReferrers(to: target, identity, state)
        return mirror.current.tables.tables[identity.hierarchy]
          .sources(of: target, throughColumn: identity.column)
      }
      if isUnread(target, own) { _ = try read(target, own, state) }
      guard let known = stated[identity]?[target] else { return [] }
      guard let named = known else {
        try readAll(identity.hierarchy, state)
        return mirror.current.tables.tables[identity.hierarchy]
          .sources(of: target, throughColumn: identity.column)
      }
      try read(Set(named.filter { isUnread($0, identity.hierarchy) }), state)
      return named
    }
  }

  /// Reads each hierarchy only once.
  func readAll(_ hierarchy: Int, _ state: EditingState) throws {
    try locked {
      guard !complete.contains(hierarchy),
        let root = catalog.descriptions.first(where: {
          $0.hierarchy == hierarchy
            && $0.entityName == catalog.schema.hierarchies[hierarchy].name
        })
      else { return }
      func readAll<T: PersistentModel>(_ type: T.Type) throws {
        _ = try fetch(FetchDescriptor<T>(), filters: true, isWhole: true, state)
      }
      try readAll(root.type)
    }
  }

  /// Reads every object of the class if the store cannot find single objects.
  func read<T: PersistentModel>(
    _ type: T.Type, _ wanted: [PersistentIdentifier], _ state: EditingState
  ) throws -> Bool {
    try locked {
      do {
        var contents: [SnapshotContent] = []
        for (_, group) in Dictionary(grouping: wanted, by: \.entityName) {
          guard let first = group.first else { continue }
          contents += try found(group, as: try description(of: first).type, state)
        }
        let found = Set(contents.map(\.identifier))
        let gone = Set(wanted.filter { !found.contains($0) }.compactMap { keys[$0] })
        try absorb(contents, without: gone, state)
        for key in gone { hierarchy(of: key).map { _ = unread[$0]?.remove(key) } }
        return false
      } catch let error where Self.isRefusal(error) {
        _ = try fetch(FetchDescriptor<T>(), filters: true, isWhole: true, state)
        return true
      }
    }
  }

  private func found<T: PersistentModel>(
    _ identifiers: [PersistentIdentifier], as type: T.Type, _ state: EditingState
  ) throws -> [SnapshotContent] {
    let found = try source.fetch(
      FetchDescriptor<T>(predicate: Self.isOne(of: identifiers)), state)
    return found.fetched + found.related
  }

  func read(_ keys: Set<ObjectKey>, _ state: EditingState) throws {
    guard !keys.isEmpty else { return }
    let answer = try contents(of: keys, state)
    try absorb(answer, state)
    // The store lacks the objects that it did not return.
    for key in keys { hierarchy(of: key).map { _ = unread[$0]?.remove(key) } }
  }

  /// The snapshots of objects: cached ones, and a fetch of the others.
  func contents(
    of keys: Set<ObjectKey>, _ state: EditingState
  ) throws -> [SnapshotContent] {
    guard !keys.isEmpty else { return [] }
    let wanted = Set(keys.compactMap { identifiers[$0] })
    var found = try source.cachedContents(of: wanted.sorted(), state)
    let rest = wanted.subtracting(found.map(\.identifier))
    for (_, group) in Dictionary(grouping: rest, by: \.entityName) {
      guard let first = group.first else { continue }
      found += try contents(of: group.sorted(), as: try description(of: first).type, state)
    }
    return found
  }

  private func contents<T: PersistentModel>(
    of identifiers: [PersistentIdentifier], as type: T.Type, _ state: EditingState
  ) throws -> [SnapshotContent] {
    func fetch(_ predicate: Predicate<T>?) throws -> [SnapshotContent] {
      let found = try source.fetch(FetchDescriptor(predicate: predicate), state)
      return found.fetched + found.related
    }
    do {
      return try fetch(Self.isOne(of: identifiers))
    } catch let error where Self.isRefusal(error) {
      return try fetch(nil)
    }
  }

  static func isRefusal(_ error: any Error) -> Bool {
    switch error {
    case is DataStoreError, SwiftDataError.unsupportedPredicate,
      SwiftDataError.unsupportedKeyPath:
      true
    default: false
    }
  }

  static func isOne<T: PersistentModel>(
    of identifiers: [PersistentIdentifier]
  ) -> Predicate<T> {
    Predicate<T>({ model in
      PredicateExpressions.build_contains(
        PredicateExpressions.build_Arg(identifiers),
        PredicateExpressions.build_KeyPath(
          root: PredicateExpressions.build_Arg(model), keyPath: \.persistentModelID))
    })
  }
}
