import DocumentTables

/// The saves of other processes that a store has adopted.
///
/// Two processes take keys for new objects from the same number. The process that saves second gives
/// its objects new keys.
struct ForeignSaves {
  /// Keys that another process may have used, and the generation of the adopted save.
  private struct Used {
    var generation: Int
    var keys: Range<ObjectKey>
  }

  /// The most ranges of keys that are recorded one by one.
  private static let rangeLimit = 64

  /// The generation of the last adopted save; 0 if there was none.
  private(set) var last = 0
  /// The next key of the file after the last read, save or adoption.
  var nextKey: ObjectKey
  private var used: [Used] = []
  /// The new keys of objects that were not saved, by their old ones.
  private var newKeys: [ObjectKey: ObjectKey] = [:]

  init(nextKey: ObjectKey) { self.nextKey = nextKey }

  /// Records the save that became a generation, and the next key of its file.
  mutating func note(_ generation: Int, nextKey: ObjectKey) {
    last = generation
    if nextKey > self.nextKey {
      used.append(Used(generation: generation, keys: self.nextKey..<nextKey))
    }
    self.nextKey = nextKey
    guard used.count > Self.rangeLimit else { return }
    // Keys between two ranges count as used: their objects get new keys without need.
    let first = used.removeFirst()
    let bounds = [first.keys, used[0].keys]
    used[0].keys =
      (bounds.map(\.lowerBound).min() ?? 0)..<(bounds.map(\.upperBound).max() ?? 0)
  }

  /// Whether another process may have used a key in a save that was adopted after a generation.
  func hasUsed(_ key: ObjectKey, since generation: Int) -> Bool {
    used.contains { $0.generation > generation && $0.keys.contains(key) }
  }

  /// Records the new keys of objects.
  mutating func note(_ keys: [ObjectKey: ObjectKey]) {
    newKeys.merge(keys) { _, new in new }
  }

  /// The key of an object that had a key before it was saved.
  func newKey(of key: ObjectKey) -> ObjectKey {
    var key = key
    // New keys are larger than old ones, so the loop ends.
    while let next = newKeys[key], next > key { key = next }
    return key
  }
}
