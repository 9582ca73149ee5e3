import DocumentTables

// Enumerations and batches over a custom store.

/// The objects of an enumeration, of which the store has told the identifiers: their values are
/// asked for in parts.
struct BridgedIdentifiers<T: PersistentModel> {
  private let core: ContextCore
  private let bridge: CustomStoreAdapter
  let identifiers: [PersistentIdentifier]
  private var readCount = 0

  /// How many objects are asked for at once where batches are smaller.
  private static var smallestPart: Int { 256 }

  init(_ core: ContextCore, _ bridge: CustomStoreAdapter, _ identifiers: [PersistentIdentifier]) {
    self.core = core
    self.bridge = bridge
    self.identifiers = identifiers
  }

  /// The objects at some positions, which come later than those asked for before.
  mutating func rows(_ range: Range<Int>) throws -> [FetchedRow<T>] {
    if range.upperBound > readCount {
      let end = max(
        range.upperBound,
        range.lowerBound + min(Self.smallestPart, identifiers.count - range.lowerBound))
      let isEverything = try bridge.read(
        T.self, Array(identifiers[range.lowerBound..<end]), core.editingState)
      readCount = isEverything ? identifiers.count : end
      core.advance()
    }
    return identifiers[range].compactMap { identifier in
      bridge.knownKey(of: identifier).map { FetchedRow(key: $0) }
    }
  }
}

extension CustomStoreAdapter {
  /// Reads objects anew, whether or not they were read before.
  ///
  /// - Returns: Whether the store has given all objects of the class instead, because it cannot find
  ///   single ones.
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
}

extension ContextCore {
  /// What an enumeration goes through; nil where the context has to find the objects itself, because
  /// the store cannot or does not know their changes.
  func bridgedIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ bridge: CustomStoreAdapter
  ) throws -> BridgedIdentifiers<T>? {
    guard let found = try storedIdentifiers(descriptor, through: bridge) else { return nil }
    return BridgedIdentifiers(self, bridge, found)
  }

  /// What a fetch from a custom store finds, without holding the objects that were made for it.
  func bridgedRows<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [FetchedRow<T>] {
    try fetch(descriptor).compactMap { model in
      // A getter that an order calls may have removed it meanwhile.
      guard model._$state.phase.isPresent else { return nil }
      let isNew = model._$state.phase == .inserted
      return FetchedRow(key: model._$state.key, model: isNew ? model : nil)
    }
  }
}
