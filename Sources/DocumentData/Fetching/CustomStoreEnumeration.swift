import DocumentTables

// Enumerations and batched fetches of a custom store.

/// The objects of an enumeration whose identifiers the store has returned; their values are read in
/// parts.
struct EnumeratedIdentifiers<T: PersistentModel> {
  private let core: ContextCore
  private let custom: any CustomBackingStore
  let identifiers: [PersistentIdentifier]
  private var readCount = 0

  /// The smallest number of objects to read at once, if batches are smaller.
  private static var smallestPart: Int { 256 }

  init(
    _ core: ContextCore, _ custom: any CustomBackingStore, _ identifiers: [PersistentIdentifier]
  ) {
    self.core = core
    self.custom = custom
    self.identifiers = identifiers
  }

  /// Returns the objects of a range of positions; ranges must be requested in ascending order.
  mutating func rows(_ range: Range<Int>) throws -> [FetchedRow<T>] {
    if range.upperBound > readCount {
      let end = max(
        range.upperBound,
        range.lowerBound + min(Self.smallestPart, identifiers.count - range.lowerBound))
      let isEverything = try custom.read(
        T.self, Array(identifiers[range.lowerBound..<end]), core.editingState)
      readCount = isEverything ? identifiers.count : end
      core.advance()
    }
    return identifiers[range].compactMap { identifier in
      custom.key(of: identifier).map { FetchedRow(key: $0) }
    }
  }
}

extension ContextCore {
  /// Returns the objects of an enumeration; nil if the context must find them itself, because the
  /// store cannot or does not know their pending changes.
  func enumeratedIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> EnumeratedIdentifiers<T>? {
    guard let custom else { return nil }
    return try storedIdentifiers(descriptor).map { EnumeratedIdentifiers(self, custom, $0) }
  }

  /// Returns the results of a fetch from a custom store, without references to the objects created
  /// for it; nil for a document.
  func rowsFromStore<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [FetchedRow<T>]? {
    try fetchFromStore(descriptor)?.compactMap { model in
      // A getter called for sorting may have removed the object meanwhile.
      guard model._$state.phase.isPresent else { return nil }
      let isNew = model._$state.phase == .inserted
      return FetchedRow(key: model._$state.key, model: isNew ? model : nil)
    }
  }
}
