import DocumentTables

/// A hash table from keys to the addresses of objects, 19 to 23 bytes for each object.
///
/// Entries stand in the order of their hashes, each at the place that its hash names or, where that
/// is taken, at one of the next:
///
///     hash       02 – 07 11 12 – 31 33 34 – …     a place for every 10 of the range: 12 was moved on
///     address    a  –  b  c  d –  e  f  g – …
///
/// So a search for what is not there ends at the first entry above it, growing copies the entries in
/// their order, and removal leaves no marks behind. It knows nothing of objects: addresses are
/// numbers here, and no number but zero has a meaning.
struct IdentityTable {
  struct Entry: BitwiseCopyable {
    /// One-to-one with the key.
    var hash: UInt64 = 0
    /// Zero for an empty place.
    var address: UInt = 0
  }

  /// More than the places that hashes name: the last entries may move on, and the very last place
  /// stays empty, so that every search ends.
  private var entries: [Entry] = []
  /// How many places hashes name.
  private var places = 0
  private(set) var count = 0
  /// Keys come from files; what is not known to their writers spreads them.
  private let seed = UInt64.random(in: .min ... .max)

  /// How many bytes the table takes.
  var byteCount: Int { entries.capacity * MemoryLayout<Entry>.stride }

  /// The first address under a key that satisfies a condition.
  func address(of key: ObjectKey, where isWanted: (UInt) -> Bool) -> UInt? {
    let hash = hash(of: key)
    var index = firstIndex(of: hash)
    while index < entries.count, entries[index].address != 0, entries[index].hash == hash {
      if isWanted(entries[index].address) { return entries[index].address }
      index += 1
    }
    return nil
  }

  var all: [UInt] { entries.compactMap { $0.address == 0 ? nil : $0.address } }

  /// Adds an address under a key; `other` instead if the key has one.
  ///
  /// - Returns: What was added.
  @discardableResult
  mutating func insert(_ address: UInt, orElse other: UInt, for key: ObjectKey) -> UInt {
    let hash = hash(of: key)
    if count >= places / 20 * 17 { resize(to: Self.places(for: count + 1)) }
    while true {
      var index = firstIndex(of: hash)
      var added = address
      while entries[index].address != 0, entries[index].hash == hash {
        added = other
        index += 1
      }
      var end = index
      while entries[end].address != 0 { end += 1 }
      guard end + 1 < entries.count else {
        resize(to: places + places / 8)
        continue
      }
      while end > index {
        entries[end] = entries[end - 1]
        end -= 1
      }
      entries[index] = Entry(hash: hash, address: added)
      count += 1
      return added
    }
  }

  /// Removes the one entry of a key whose address satisfies a condition.
  mutating func remove(_ key: ObjectKey, where isWanted: (UInt) -> Bool) {
    let hash = hash(of: key)
    var index = firstIndex(of: hash)
    while index < entries.count, entries[index].address != 0, entries[index].hash == hash {
      guard isWanted(entries[index].address) else {
        index += 1
        continue
      }
      while entries[index + 1].address != 0, place(of: entries[index + 1].hash) <= index {
        entries[index] = entries[index + 1]
        index += 1
      }
      entries[index] = Entry()
      count -= 1
      if count < places / 3, places > 64 { resize(to: Self.places(for: count)) }
      return
    }
  }

  /// The index of the first entry that is not below a hash, or of the empty place where it would be.
  private func firstIndex(of hash: UInt64) -> Int {
    guard !entries.isEmpty else { return 0 }
    var index = place(of: hash)
    while entries[index].address != 0, entries[index].hash < hash { index += 1 }
    return index
  }

  private func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(places)).high)
  }

  /// Each step can be undone, so that different keys have different hashes.
  private func hash(of key: ObjectKey) -> UInt64 {
    var hash = UInt64(bitPattern: key) ^ seed
    hash ^= hash >> 32
    hash &*= 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
    hash &*= 0xBF58_476D_1CE4_E5B9
    return hash ^ hash >> 32
  }

  /// So many that entries fill 7 of 10.
  private static func places(for count: Int) -> Int { max(20, count / 7 * 10 + 10) }

  private mutating func resize(to newPlaces: Int) {
    places = newPlaces
    while true {
      // Few entries have to move on beyond the last place that a hash names.
      if let copy = copy(of: entries, length: places + 16 + min(1_024, places / 64)) {
        entries = copy
        return
      }
      places += places / 8
    }
  }

  private func copy(of old: [Entry], length: Int) -> [Entry]? {
    var new = [Entry](repeating: Entry(), count: length)
    var next = 0
    for entry in old where entry.address != 0 {
      let index = max(next, place(of: entry.hash))
      guard index + 1 < length else { return nil }
      new[index] = entry
      next = index + 1
    }
    return new
  }
}
