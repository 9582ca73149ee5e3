/// The groups of rows with equal keys, and the state of their aggregates.
///
/// Rows are grouped in shares, each by a thread, and the shares' groups are joined in the order of
/// the rows. The shares depend on the rows alone, so the result does not depend on the number of
/// threads:
///
///     rows ─► shares ─► groups of each share ─► groups ─► groups by computed keys
struct Grouping: Sendable {
  /// The number of rows that a thread groups at a time.
  private static let rowsOfShare = 65_536

  private(set) var index = GroupIndex()
  private(set) var accumulators: [Accumulator]

  private init(_ aggregates: [RowAggregate]) { accumulators = aggregates.map(Accumulator.init) }

  /// Groups rows.
  ///
  /// - Parameter keyCount: The number of columns of a key; 0 for one group, even without rows.
  init(
    _ blocks: [GroupedRows], keyCount: Int, _ aggregates: [RowAggregate], sharing: ScanSharing
  ) {
    self.init(aggregates)
    if keyCount == 0 { addOnlyGroup() }
    let shares = Self.shares(of: blocks)
    guard shares.count > 1 else {
      for block in blocks.indices { add(block, of: blocks, keyCount: keyCount) }
      return
    }
    Workers.run(sharing.workers) { (workers: inout Workers) in
      workers.forEach(of: shares) { share in
        var part = Grouping(aggregates)
        if keyCount == 0 { part.addOnlyGroup() }
        for block in share { part.add(block, of: blocks, keyCount: keyCount) }
        return part
      } _: { _, part in
        join(part, of: blocks)
      }
    }
  }

  /// Groups groups by other keys.
  ///
  /// - Parameters:
  ///   - keys: The new key of each group.
  ///   - blocks: The rows of the groups.
  init(
    joining groups: Grouping, byKeys keys: GroupedRows, _ aggregates: [RowAggregate],
    of blocks: [GroupedRows]
  ) {
    self.init(aggregates)
    let numbers = numbers(0, of: [keys])
    for position in accumulators.indices {
      accumulators[position].grow(to: index.count)
      accumulators[position].add(groups.accumulators[position], as: numbers, of: blocks)
    }
  }

  private static func shares(of blocks: [GroupedRows]) -> [Range<Int>] {
    var shares: [Range<Int>] = []
    var start = 0
    var rows = 0
    for (position, block) in blocks.enumerated() {
      rows += block.rows.count
      guard rows >= rowsOfShare || position == blocks.count - 1 else { continue }
      shares.append(start..<position + 1)
      start = position + 1
      rows = 0
    }
    return shares
  }

  private mutating func addOnlyGroup() {
    _ = index.number(of: 0, .init(0, 0)) { _ in true }
    for position in accumulators.indices { accumulators[position].grow(to: 1) }
  }

  /// Adds the counted rows of one block.
  private mutating func add(_ block: Int, of blocks: [GroupedRows], keyCount: Int) {
    let numbers =
      keyCount == 0
      ? [UInt32](repeating: 0, count: blocks[block].rows.count) : numbers(block, of: blocks)
    for position in accumulators.indices {
      accumulators[position].grow(to: index.count)
      accumulators[position].add(numbers, block, of: blocks)
    }
  }

  /// Returns the group of each counted row of one block.
  private mutating func numbers(_ block: Int, of blocks: [GroupedRows]) -> [UInt32] {
    let keys = blocks[block].keys
    let rows = blocks[block].rows
    let hashes = KeyHashes(withNullsOf: keys).hashes
    var numbers: [UInt32] = []
    numbers.reserveCapacity(rows.count)
    rows.forEach { row in
      let number = index.number(of: hashes[row], .init(block, row)) { first in
        Self.areEqual(keys, row, blocks[Int(first.block)].keys, Int(first.row))
      }
      numbers.append(UInt32(truncatingIfNeeded: number))
    }
    return numbers
  }

  private mutating func join(_ part: Grouping, of blocks: [GroupedRows]) {
    var numbers: [UInt32] = []
    numbers.reserveCapacity(part.index.count)
    for (place, hash) in zip(part.index.places, part.index.hashes) {
      let number = index.number(of: hash, place) { first in
        Self.areEqual(
          blocks[Int(place.block)].keys, Int(place.row), blocks[Int(first.block)].keys,
          Int(first.row))
      }
      numbers.append(UInt32(truncatingIfNeeded: number))
    }
    for position in accumulators.indices {
      accumulators[position].grow(to: index.count)
      accumulators[position].add(part.accumulators[position], as: numbers, of: blocks)
    }
  }

  @inline(__always)
  private static func areEqual(
    _ keys: [Column], _ row: Int, _ others: [Column], _ otherRow: Int
  ) -> Bool {
    for position in keys.indices
    where !keys[position].isEqualKey(at: row, others[position], at: otherRow) {
      return false
    }
    return true
  }
}
