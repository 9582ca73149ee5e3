import DocumentTables

/// A hash table from keys to the addresses of objects, 19 to 23 bytes for each object.
///
/// Entries are in the order of their hashes, each at the place that its hash names or, where that
/// is taken, at one of the next:
///
///     hash       02 – 07 11 12 – 31 33 34 – …     a place for every 10 of the range: 12 was moved on
///     address    a  –  b  c  d –  e  f  g – …
///
/// So a search for what is not there ends at the first entry above it, and growing copies the entries
/// in their order. What is removed leaves its hash behind, as long as a taken place follows it. The
/// table knows nothing of objects: addresses are numbers here, of which the lowest and the highest
/// have a meaning.
struct IdentityTable {
  /// The address in a place whose entry was removed.
  private static let gone = UInt.max

  struct Entry: BitwiseCopyable {
    /// One-to-one with the key.
    var hash: UInt64 = 0
    /// Zero for an empty place.
    var address: UInt = 0

    var isTaken: Bool { address != 0 && address != IdentityTable.gone }
  }

  /// More than the places that hashes name: the last entries may move on, and the very last place
  /// stays empty, so that every search ends.
  private var entries: [Entry] = []
  /// How many places hashes name.
  private var places = 0
  private(set) var count = 0
  /// How many places have the hash of a removed entry.
  private var goneCount = 0
  /// Keys that differ in so many last bits only are neighbours.
  private var nearBits: UInt64 = 3
  /// Keys come from files; what is not known to their writers spreads them.
  private let seed = UInt64.random(in: .min ... .max)

  /// How many bytes the table takes.
  var byteCount: Int { entries.capacity * MemoryLayout<Entry>.stride }

  /// The first address under a key that satisfies a condition.
  func address(of key: ObjectKey, where isWanted: (UInt) -> Bool) -> UInt? {
    let hash = hash(of: key)
    var index = firstIndex(of: hash)
    while index < entries.count, entries[index].address != 0, entries[index].hash == hash {
      let address = entries[index].address
      if address != Self.gone, isWanted(address) { return address }
      index += 1
    }
    return nil
  }

  var all: [UInt] { entries.compactMap { $0.isTaken ? $0.address : nil } }

  /// Adds an address under a key; `other` instead if the key has one.
  ///
  /// - Returns: What was added.
  @discardableResult
  mutating func insert(_ address: UInt, orElse other: UInt, for key: ObjectKey) -> UInt {
    let hash = hash(of: key)
    if count + goneCount >= places / 20 * 17 { resize(to: Self.places(for: count + 1)) }
    while true {
      var index = firstIndex(of: hash)
      var added = address
      while entries[index].address != 0, entries[index].hash == hash {
        if entries[index].isTaken { added = other }
        index += 1
      }
      var end = index
      while entries[end].isTaken { end += 1 }
      guard end + 1 < entries.count else {
        arrange(length: entries.count + tail)
        continue
      }
      if entries[end].address == Self.gone { goneCount -= 1 }
      entries.withUnsafeMutableBufferPointer { entries in
        // Bound: the end is a free place of the table, and the index is not above it.
        while end > index {
          entries[end] = entries[end - 1]
          end -= 1
        }
        entries[index] = Entry(hash: hash, address: added)
      }
      count += 1
      return added
    }
  }

  /// Removes the one entry of a key whose address satisfies a condition.
  mutating func remove(_ key: ObjectKey, where isWanted: (UInt) -> Bool) {
    let hash = hash(of: key)
    var index = firstIndex(of: hash)
    while index < entries.count, entries[index].address != 0, entries[index].hash == hash {
      guard entries[index].isTaken, isWanted(entries[index].address) else {
        index += 1
        continue
      }
      entries[index].address = Self.gone
      count -= 1
      goneCount += 1
      if entries[index + 1].address == 0 { clear(through: index) }
      if count < places / 6, places > 64 { resize(to: Self.places(for: count)) }
      return
    }
  }

  /// No search passes places of removed entries to reach an empty one.
  private mutating func clear(through last: Int) {
    var index = last
    while index >= 0, entries[index].address == Self.gone {
      entries[index] = Entry()
      goneCount -= 1
      index -= 1
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

  /// A number that no other key has, since each step can be undone.
  ///
  /// Keys that are near each other are neighbours, in a line or two of the processor's cache: objects
  /// are usually made, visited and released in the order of their keys.
  private func hash(of key: ObjectKey) -> UInt64 {
    let mask = UInt64.max >> nearBits
    let bits = UInt64(bitPattern: key)
    var hash = (bits >> nearBits ^ seed) & mask
    hash ^= hash >> 31
    hash = hash &* 0x9E37_79B9_7F4A_7C15 & mask
    hash ^= hash >> 29
    hash = hash &* 0xBF58_476D_1CE4_E5B9 & mask
    hash ^= hash >> 31
    return hash << nearBits | bits & (1 << nearBits &- 1)
  }

  /// Makes room for so many entries in all at once, rather than step by step.
  ///
  /// - Parameter spacing: How far their keys are from each other: as long as the table is empty, it
  ///   decides how many keys are near enough to be neighbours, of which about eight have entries.
  mutating func reserve(_ minimum: Int, spacing: Int = 1) {
    if count == 0 { nearBits = spacing < 2 ? 3 : spacing < 4 ? 4 : 5 }
    if minimum > places / 20 * 17 { resize(to: Self.places(for: minimum)) }
  }

  /// So many that entries fill 7 of 10.
  private static func places(for count: Int) -> Int { max(20, count / 7 * 10 + 10) }

  private mutating func resize(to newPlaces: Int) {
    places = newPlaces
    arrange(length: places + tail)
  }

  /// How many entries have room beyond the last place that a hash names; few move on as far.
  private var tail: Int { 16 + min(1_024, places / 64) }

  private mutating func arrange(length: Int) {
    var length = length
    while true {
      if let copy = copy(of: entries, length: length) {
        entries = copy
        goneCount = 0
        return
      }
      length += tail
    }
  }

  private func copy(of old: [Entry], length: Int) -> [Entry]? {
    var new = [Entry](repeating: Entry(), count: length)
    var next = 0
    for entry in old where entry.isTaken {
      let index = max(next, place(of: entry.hash))
      guard index + 1 < length else { return nil }
      new[index] = entry
      next = index + 1
    }
    return new
  }
}
