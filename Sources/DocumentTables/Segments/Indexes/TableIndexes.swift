import Synchronization

/// The indexes over all segments of one version of a table.
///
/// What the version before had made goes on being used: it tells where the rows of unchanged
/// columns stand, and segments that have changed since are asked one by one.
final class TableIndexes: Sendable {
  private struct Index {
    let columns: [Int]
    var uses = 0
    var made: HashedSegments?
    /// What was made, brought to this version's segments.
    var current: HashedTable?
  }

  /// By column.
  private let sourceIndexes = Mutex<[Int: SourceIndex]>([:])
  /// No more than the schema names, so that a walk through them finds one soonest.
  private let indexes: Mutex<[Index]>

  init(inheriting other: TableIndexes? = nil) {
    var known = other?.indexes.withLock { $0 } ?? []
    for position in known.indices { known[position].current = nil }
    indexes = Mutex(known)
  }

  /// Who refers to whom through a column; made at its first use, of what the segments have made.
  func sourceIndex(of segments: [Segment], column: Int) -> SourceIndex {
    if let index = sourceIndexes.withLock({ $0[column] }) { return index }
    let index = SourceIndex(of: segments, column: column)
    sourceIndexes.withLock { $0[column] = index }
    return index
  }

  /// The rows by the values of one column, if that was made for this version.
  func madeTable(column: Int) -> HashedTable? {
    indexes.withLock { indexes in
      for index in indexes where index.columns.count == 1 && index.columns[0] == column {
        return index.current
      }
      return nil
    }
  }

  /// The rows by the values of some columns; nil at the first time, when a scan costs less than
  /// hashing all rows would.
  func hashedTable(of segments: [Segment], columns: [Int]) -> HashedTable? {
    let index = indexes.withLock { indexes in
      if let position = indexes.firstIndex(where: { $0.columns == columns }) {
        indexes[position].uses &+= 1
        return indexes[position]
      }
      indexes.append(Index(columns: columns, uses: 1))
      return Index(columns: columns, uses: 1)
    }
    if let current = index.current { return current }
    guard index.uses > 1 else { return nil }
    var made = index.made ?? HashedSegments(segments, columns: columns)
    var current = HashedTable(base: made, segments: segments)
    if current.isOutdated {
      made = HashedSegments(segments, columns: columns)
      current = HashedTable(base: made, segments: segments)
    }
    indexes.withLock { [made, current] indexes in
      guard let position = indexes.firstIndex(where: { $0.columns == columns }) else { return }
      indexes[position].made = made
      indexes[position].current = current
    }
    return current
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
final class HashedTable: Sendable {
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
    var found: [RowLocation] = []
    forEachLocation(of: hash) { location in
      found.append(location)
      return true
    }
    return found
  }

  /// The same without a list of them, until the function returns false.
  @inline(__always)
  func forEachLocation(of hash: UInt64, _ body: (RowLocation) -> Bool) {
    base.index.forEachRow(of: hash) { number in
      let location = base.location(of: number)
      guard let segment = current[location.segment] else { return true }
      return body(RowLocation(segment: segment, row: location.row))
    }
  }
}
