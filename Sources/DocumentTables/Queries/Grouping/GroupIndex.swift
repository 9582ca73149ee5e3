/// A hash table that numbers the groups of rows with equal keys, in the order of their first rows.
struct GroupIndex: Sendable {
  /// A row of one of several ``GroupedRows``.
  struct Place: Sendable {
    var block: UInt32
    var row: UInt32

    init(_ block: Int, _ row: Int) {
      // No overflow: a document has fewer than 2³² segments, and a segment fewer than 2³² rows.
      self.block = UInt32(truncatingIfNeeded: block)
      self.row = UInt32(truncatingIfNeeded: row)
    }
  }

  /// The first row of each group.
  private(set) var places: [Place] = []
  /// The group that each group is part of; 0 for groups of rows, which are part of no other.
  private(set) var outer: [UInt32] = []
  /// The hash of each group's key.
  private(set) var hashes: [UInt64] = []
  /// One more than the group's number, at the position that its hash leads to; 0 if the position is
  /// free.
  private var slots = [UInt32](repeating: 0, count: 64)

  var count: Int { places.count }

  /// Returns the number of the group with a key, which is created for the row if there is none.
  ///
  /// - Parameters:
  ///   - outer: The group that it is part of; keys of different ones are never equal.
  ///   - isEqual: Whether the key of a group's first row equals the key of the row.
  @inline(__always)
  mutating func number(
    of hash: UInt64, in outer: UInt32 = 0, _ place: Place, isEqual: (_ first: Place) -> Bool
  ) -> Int {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let group = Int(slots[slot]) &- 1
      if hashes[group] == hash, self.outer[group] == outer, isEqual(places[group]) {
        return group
      }
      slot = (slot &+ 1) & mask
    }
    let group = places.count
    slots[slot] = UInt32(truncatingIfNeeded: group &+ 1)
    places.append(place)
    hashes.append(hash)
    self.outer.append(outer)
    if 2 * places.count > slots.count { grow() }
    return group
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: 4 * slots.count)
    let mask = slots.count - 1
    for (group, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(truncatingIfNeeded: group + 1)
    }
  }
}
