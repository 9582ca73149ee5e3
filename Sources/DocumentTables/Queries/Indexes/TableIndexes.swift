import Synchronization

/// The indexes over all segments of one version of a table.
///
/// What the version before had made goes on being used: it tells where the rows of unchanged
/// columns stand, and segments that have changed since are asked one by one.
final class TableIndexes: Sendable {
  private struct Indexes {
    var uses: [[Int]: Int] = [:]
    var made: [[Int]: HashedSegments] = [:]
    /// What was made, brought to this version's segments.
    var current: [[Int]: HashedTable] = [:]
  }

  private let indexes: Mutex<Indexes>

  init(inheriting other: TableIndexes? = nil) {
    let known = other?.indexes.withLock { Indexes(uses: $0.uses, made: $0.made) }
    indexes = Mutex(known ?? Indexes())
  }

  /// The rows by the values of some columns; nil at the first time, when a scan costs less than
  /// hashing all rows would.
  func hashedTable(of segments: [Segment], columns: [Int]) -> HashedTable? {
    let indexes = self.indexes.withLock { indexes in
      indexes.uses[columns, default: 0] += 1
      return indexes
    }
    if let known = indexes.current[columns] { return known }
    guard indexes.uses[columns, default: 0] > 1 else { return nil }
    var base = indexes.made[columns] ?? HashedSegments(segments, columns: columns)
    var table = HashedTable(base: base, segments: segments)
    if table.isOutdated {
      base = HashedSegments(segments, columns: columns)
      table = HashedTable(base: base, segments: segments)
    }
    self.indexes.withLock {
      $0.made[columns] = base
      $0.current[columns] = table
    }
    return table
  }
}

/// The rows of some segments by the values of some columns.
final class HashedSegments: Sendable {
  let columns: [Int]
  /// The position of each segment, by the numbers of its columns.
  let positions: [[UInt64]: Int]
  /// The number of rows before each segment.
  let starts: [Int]
  let index: HashIndex

  init(_ segments: [Segment], columns: [Int]) {
    self.columns = columns
    var positions: [[UInt64]: Int] = [:]
    var starts: [Int] = []
    var count = 0
    for (position, segment) in segments.enumerated() {
      positions[segment.numbers(of: columns)] = position
      starts.append(count)
      count += segment.count
    }
    self.positions = positions
    self.starts = starts
    index = HashIndex(of: segments, columns: columns)
  }

  func location(of number: Int) -> RowLocation {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = low + (high - low) / 2
      if starts[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return RowLocation(segment: low - 1, row: number - starts[low - 1])
  }
}

/// Hashed segments as one version of the table finds them.
struct HashedTable: Sendable {
  let base: HashedSegments
  /// For each hashed segment its position in this version; nil where it has changed or gone.
  private let current: [Int?]
  /// The segments that were not hashed.
  let apart: [Int]
  private let rowCount: Int
  private let apartRows: Int

  init(base: HashedSegments, segments: [Segment]) {
    self.base = base
    var current = [Int?](repeating: nil, count: base.starts.count)
    var apart: [Int] = []
    var apartRows = 0
    for (position, segment) in segments.enumerated() {
      if let known = base.positions[segment.numbers(of: base.columns)] {
        current[known] = position
      } else {
        apart.append(position)
        apartRows += segment.count
      }
    }
    self.current = current
    self.apart = apart
    self.apartRows = apartRows
    rowCount = segments.reduce(0) { $0 + $1.count }
  }

  /// Whether so much stands apart that hashing all again pays.
  var isOutdated: Bool {
    apart.count > 16 && apartRows > rowCount / 8 || apart.count > 256
  }

  /// The hashed rows that may have a hash, ascending by their places in the table.
  func locations(of hash: UInt64) -> [RowLocation] {
    base.index.rows(of: hash).compactMap { number in
      let location = base.location(of: number)
      return current[location.segment].map { RowLocation(segment: $0, row: location.row) }
    }
  }
}
