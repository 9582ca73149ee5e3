/// The rows of a table that refer to given rows of another table through one column.
///
/// One pass over the column finds them, which costs less than creating an index if many keys are
/// wanted and no index exists yet.
package struct ReferringRows: Sendable {
  /// A referring row, stored compactly because there may be more of these rows than of any other
  /// temporary data in memory.
  private struct Row {
    let segment: UInt32
    let row: UInt32
    /// The position of the referenced key in the list of wanted keys.
    let target: UInt32
  }

  /// The greatest number of rows that can be stored.
  package static let maximumRows = Int(UInt32.max)

  /// The keys of the referring rows, in ascending order.
  package private(set) var keys: [ObjectKey] = []
  private var rows: [Row] = []
  /// The positions in ``keys``, grouped by target, and the end of each target's group.
  private var order: [UInt32] = []
  private var ends: [Int] = []

  /// Finds the rows that refer to `wanted` through a column, at most ``maximumRows``.
  package init(in table: Table, column: Int, to wanted: KeyPositions) {
    var wanted = wanted
    for (index, segment) in table.segments.enumerated() {
      switch segment.columns[column] {
      case .reference(let references):
        for (row, key) in references.values.enumerated() {
          guard let target = wanted.position(of: key), !references.nulls[row] else { continue }
          append(index, row, segment.keys[row], target)
        }
      case .constant(.reference(let key), let count):
        guard let target = wanted.position(of: key) else { continue }
        for row in 0..<count { append(index, row, segment.keys[row], target) }
      default: continue
      }
    }
    sort(count: wanted.count)
  }

  private mutating func append(_ segment: Int, _ row: Int, _ key: ObjectKey, _ target: Int) {
    guard let segment = UInt32(exactly: segment), let row = UInt32(exactly: row),
      let target = UInt32(exactly: target), rows.count < Self.maximumRows
    else { return }
    keys.append(key)
    rows.append(Row(segment: segment, row: row, target: target))
  }

  /// Groups the rows by target; the rows of one target remain in key order.
  private mutating func sort(count: Int) {
    ends = [Int](repeating: 0, count: count)
    for row in rows { ends[Int(row.target)] += 1 }
    var total = 0
    for target in ends.indices {
      total += ends[target]
      ends[target] = total - ends[target]
    }
    order = [UInt32](repeating: 0, count: rows.count)
    for (position, row) in rows.enumerated() {
      order[ends[Int(row.target)]] = UInt32(truncatingIfNeeded: position)
      ends[Int(row.target)] += 1
    }
  }

  /// The positions in ``keys`` of the rows that refer to a target, in ascending order.
  ///
  /// `target` is the position of the referenced key in the list of wanted keys.
  package subscript(target: Int) -> ArraySlice<UInt32> {
    order[(target == 0 ? 0 : ends[target - 1])..<ends[target]]
  }

  package func location(at position: Int) -> RowLocation {
    RowLocation(segment: Int(rows[position].segment), row: Int(rows[position].row))
  }

  /// Returns the position of the key that a row refers to, in the list of wanted keys.
  package func target(at position: Int) -> Int { Int(rows[position].target) }
}

/// A map from keys to their positions in a list, fastest if most looked-up keys are not in the list
/// and the others come in ascending order.
package struct KeyPositions: Sendable {
  /// The keys, in ascending order.
  private let keys: [ObjectKey]
  /// The position in the original list of each element of ``keys``.
  package let ascending: [Int]
  private var all: KeySet
  /// The position in ``keys`` of the key that was found last.
  private var last = 0

  /// Creates a map from distinct keys to their positions in `keys`.
  package init(_ keys: [ObjectKey]) {
    ascending = keys.indices.sorted { keys[$0] < keys[$1] }
    self.keys = ascending.map { keys[$0] }
    // For dense keys, a bit for every possible key takes less memory than the list.
    let highest = self.keys.last ?? 0
    let isDense = highest / 512 < keys.count
    all = KeySet(expectedCount: isDense ? Int(max(highest, 0) / 8 + 1) : 0)
    for key in keys { _ = all.insert(key) }
  }

  package var count: Int { keys.count }

  @inline(__always)
  mutating func position(of key: ObjectKey) -> Int? {
    all.contains(key) ? found(key) : nil
  }

  private mutating func found(_ key: ObjectKey) -> Int? {
    if keys[last] != key {
      if last + 1 < keys.count, keys[last + 1] == key {
        last += 1
      } else {
        last = keys.firstPosition(notBelow: key)
      }
    }
    return ascending[last]
  }
}
