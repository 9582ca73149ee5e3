/// The rows of a table that refer, through one column, to some rows of another: found in one pass over
/// the column, which costs less than an index where many are asked for and none is made yet.
package struct ReferringRows: Sendable {
  /// There may be more of them than of anything else that is in memory for a while.
  private struct Row {
    let segment: UInt32
    let row: UInt32
    /// The position in the list of keys of what it refers to.
    let target: UInt32
  }

  /// More rows than this cannot be told apart here.
  package static let maximumRows = Int(UInt32.max)

  /// In the order of their keys.
  package private(set) var keys: [ObjectKey] = []
  private var rows: [Row] = []
  /// Positions in ``keys``, target by target, and where those of each target end.
  private var order: [UInt32] = []
  private var ends: [Int] = []

  /// Finds no more than ``maximumRows``.
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

  /// By target; those of one stay in the order of their keys.
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

  /// The positions in ``keys`` of the rows that refer to a key, by its position; ascending.
  package subscript(target: Int) -> ArraySlice<UInt32> {
    order[(target == 0 ? 0 : ends[target - 1])..<ends[target]]
  }

  package func location(at position: Int) -> RowLocation {
    RowLocation(segment: Int(rows[position].segment), row: Int(rows[position].row))
  }

  /// The position in the list of keys of what a row refers to.
  package func target(at position: Int) -> Int { Int(rows[position].target) }
}

/// Finds where in a list a key stands: quickest where most keys are not in it, and those that are come
/// in ascending order.
package struct KeyPositions: Sendable {
  /// Ascending.
  private let keys: [ObjectKey]
  /// The position in the list of each of them.
  package let ascending: [Int]
  private var all: KeySet
  /// Of the key that was found last.
  private var last = 0

  /// Takes different keys.
  package init(_ keys: [ObjectKey]) {
    ascending = keys.indices.sorted { keys[$0] < keys[$1] }
    self.keys = ascending.map { keys[$0] }
    // A bit for each key that there may be costs less than the list, where keys are dense.
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
