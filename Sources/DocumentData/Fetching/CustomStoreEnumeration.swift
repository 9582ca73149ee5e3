import DocumentTables

// Enumerations and batches over a custom store.

/// The objects of an enumeration, of which the store has told the identifiers: their values are
/// asked for in parts.
struct EnumeratedIdentifiers<T: PersistentModel> {
  private let core: ContextCore
  private let custom: any CustomBackingStore
  let identifiers: [PersistentIdentifier]
  private var readCount = 0

  /// How many objects are asked for at once where batches are smaller.
  private static var smallestPart: Int { 256 }

  init(
    _ core: ContextCore, _ custom: any CustomBackingStore, _ identifiers: [PersistentIdentifier]
  ) {
    self.core = core
    self.custom = custom
    self.identifiers = identifiers
  }

  /// The objects at some positions, which come later than those asked for before.
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
  /// What an enumeration goes through; nil where the context has to find the objects itself, because
  /// the store cannot or does not know their changes.
  func enumeratedIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> EnumeratedIdentifiers<T>? {
    guard let custom else { return nil }
    return try storedIdentifiers(descriptor).map { EnumeratedIdentifiers(self, custom, $0) }
  }

  /// What a fetch from a custom store finds, without holding the objects that were made for it; nil
  /// for a document.
  func rowsFromStore<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [FetchedRow<T>]? {
    try fetchFromStore(descriptor)?.compactMap { model in
      // A getter that an order calls may have removed it meanwhile.
      guard model._$state.phase.isPresent else { return nil }
      let isNew = model._$state.phase == .inserted
      return FetchedRow(key: model._$state.key, model: isNew ? model : nil)
    }
  }
}
