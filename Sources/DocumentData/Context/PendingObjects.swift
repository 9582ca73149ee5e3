import DocumentTables

/// Objects by key, in the order of insertion, which is usually that of keys and memory addresses.
struct PendingObjects {
  typealias Element = (key: ObjectKey, value: any PersistentModel)

  private var positions: [ObjectKey: Int] = [:]
  /// The objects; nil for a removed object.
  private var entries: [Element?] = []

  var count: Int { positions.count }
  var isEmpty: Bool { positions.isEmpty }
  var keys: some Collection<ObjectKey> { positions.keys }
  var values: some Sequence<any PersistentModel> { lazy.map(\.value) }

  subscript(key: ObjectKey) -> (any PersistentModel)? {
    get { positions[key].flatMap { entries[$0]?.value } }
    set {
      if let newValue {
        let next = entries.count
        let position = Self.value(of: &positions[key, default: next])
        if position < next {
          entries[position] = (key, newValue)
        } else {
          entries.append((key, newValue))
        }
      } else if let position = positions.removeValue(forKey: key) {
        entries[position] = nil
        if entries.count > 2 * positions.count + 16 { closeGaps() }
      }
    }
  }

  /// Finds or adds a key in one search.
  private static func value(of position: inout Int) -> Int { position }

  private mutating func closeGaps() {
    entries.removeAll { $0 == nil }
    for (position, entry) in entries.enumerated() {
      if let entry { positions[entry.key] = position }
    }
  }

  /// The objects in the order of their keys.
  func inOrder(where isWanted: (any PersistentModel) -> Bool = { _ in true }) -> [Element] {
    var wanted: [Element] = []
    wanted.reserveCapacity(count)
    var isAscending = true
    for element in self where isWanted(element.value) {
      if let last = wanted.last, last.key > element.key { isAscending = false }
      wanted.append(element)
    }
    if isAscending { return wanted }
    // Sorting keys with their positions is much cheaper than sorting objects.
    let order = wanted.enumerated().map { (key: $0.element.key, place: $0.offset) }
    return order.sorted { $0.key < $1.key }.map { wanted[$0.place] }
  }
}

extension PendingObjects: Sequence {
  var underestimatedCount: Int { count }

  func makeIterator() -> Iterator { Iterator(entries: entries.makeIterator()) }

  struct Iterator: IteratorProtocol {
    fileprivate var entries: IndexingIterator<[PendingObjects.Element?]>

    mutating func next() -> PendingObjects.Element? {
      while let entry = entries.next() {
        if let entry { return entry }
      }
      return nil
    }
  }
}
