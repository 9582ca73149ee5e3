import DocumentTables

/// Objects by key, in the order of insertion, which is usually that of keys and memory addresses.
struct PendingObjects {
  typealias Element = (key: ObjectKey, value: any PersistentModel)

  /// The objects; nil for a removed object.
  private var entries: [(key: ObjectKey, value: (any PersistentModel)?)] = []
  /// The positions of the objects; empty as long as the keys ascend, which finds them.
  private var positions: [ObjectKey: Int] = [:]
  private var isAscending = true
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  var keys: some Sequence<ObjectKey> { lazy.map(\.key) }
  var values: some Sequence<any PersistentModel> { lazy.map(\.value) }

  subscript(key: ObjectKey) -> (any PersistentModel)? {
    get { position(of: key).flatMap { entries[$0].value } }
    set {
      let position = position(of: key)
      guard let newValue else {
        if let position { remove(at: position) }
        return
      }
      if let position, entries[position].value != nil {
        entries[position].value = newValue
        return
      }
      if isAscending, let last = entries.last, last.key >= key {
        isAscending = false
        closeGaps()
      }
      if !isAscending { positions[key] = entries.count }
      entries.append((key, newValue))
      count += 1
    }
  }

  private mutating func remove(at position: Int) {
    guard entries[position].value != nil else { return }
    entries[position].value = nil
    if !isAscending { positions[entries[position].key] = nil }
    count -= 1
    if entries.count > 2 * count + 16 { closeGaps() }
  }

  private func position(of key: ObjectKey) -> Int? {
    guard isAscending else { return positions[key] }
    guard let first = entries.first?.key, let last = entries.last?.key, first...last ~= key else {
      return nil
    }
    // Keys of new objects have no gaps, so the first guess finds most of them.
    var low = 0
    var high = entries.count
    var middle = Int(clamping: key &- first)
    while low < high {
      if !(low..<high ~= middle) { middle = low + (high - low) / 2 }
      if entries[middle].key == key { return middle }
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
      middle = low + (high - low) / 2
    }
    return nil
  }

  private mutating func closeGaps() {
    entries.removeAll { $0.value == nil }
    if isAscending { return }
    positions = [:]
    positions.reserveCapacity(entries.count)
    for (position, entry) in entries.enumerated() { positions[entry.key] = position }
  }

  /// The objects in the order of their keys.
  func inOrder(where isWanted: (any PersistentModel) -> Bool = { _ in true }) -> [Element] {
    var wanted: [Element] = []
    wanted.reserveCapacity(count)
    for element in self where isWanted(element.value) { wanted.append(element) }
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
    fileprivate var entries: IndexingIterator<[(key: ObjectKey, value: (any PersistentModel)?)]>

    mutating func next() -> PendingObjects.Element? {
      while let (key, value) = entries.next() {
        if let value { return (key, value) }
      }
      return nil
    }
  }
}
