// Fetches of an entity that several stores of a container contain.
extension ModelContext {
  /// Returns the objects of all stores, store by store or in the requested order.
  func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, from cores: [ContextCore]
  ) throws -> [T] {
    try confinement.run {
      var found: [T] = []
      for core in cores { found += try core.fetch(descriptor.fromBeginning) }
      core.sort(&found, by: descriptor.sortBy)
      return descriptor.window(of: found)
    }
  }

  func fetchCount<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, from cores: [ContextCore]
  ) throws -> Int {
    descriptor.windowCount(
      of: try cores.reduce(0) { $0 + (try $1.fetchCount(descriptor.fromBeginning)) })
  }

  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, from cores: [ContextCore]
  ) throws -> [PersistentIdentifier] {
    guard descriptor.sortBy.isEmpty else {
      return try fetch(descriptor, from: cores).map(\.persistentModelID)
    }
    return descriptor.window(
      of: try cores.flatMap { try $0.fetchIdentifiers(descriptor.fromBeginning) })
  }

  /// Runs a closure for each object of all stores.
  ///
  /// Without an order and a window, the stores are enumerated one after the other, each like a
  /// single store.
  func enumerate<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int, allowEscapingMutations: Bool,
    from cores: [ContextCore], block: (T) throws -> Void
  ) throws {
    guard !descriptor.sortBy.isEmpty || descriptor.offset > 0 || descriptor.limit != nil else {
      for core in cores {
        try core.enumerate(
          descriptor, batchSize: batchSize, allowEscapingMutations: allowEscapingMutations,
          block: block)
      }
      return
    }
    let (before, found) = try confinement.run {
      (cores.map(\.pending.keys), try fetch(descriptor, from: cores))
    }
    var remaining = found[...]
    while !remaining.isEmpty {
      for model in remaining.prefix(max(1, batchSize))
      where confinement.run({ model._$state.phase.isPresent }) {
        try block(model)
      }
      if !allowEscapingMutations {
        try confinement.run {
          for (core, keys) in zip(cores, before) { try core.checkMutations(since: keys) }
        }
      }
      remaining = remaining.dropFirst(max(1, batchSize))
    }
  }
}

extension FetchDescriptor {
  /// The descriptor without an offset, because the objects of the window may be in any store.
  fileprivate var fromBeginning: FetchDescriptor {
    var all = self
    all.fetchOffset = nil
    all.fetchLimit = windowEnd
    return all
  }
}
