import Synchronization

/// The indexes over all segments of one version of a table.
///
/// The hash indexes of the previous version remain in use: they locate the rows of segments whose
/// columns have not changed, and segments that have changed are searched one by one.
final class TableIndexes: Sendable {
  private struct Index {
    let columns: [Int]
    var uses = 0
    var made: HashedSegments?
    /// ``made``, mapped to this version's segments.
    var current: HashedTable?
  }

  /// The source indexes, by column.
  private let sourceIndexes = Mutex<[Int: SourceIndex]>([:])
  /// The segments with columns of members, and the numbers of these.
  private let memberSegments = Mutex<(numbers: Set<Int>, segments: [Segment])>(([], []))
  /// The hash indexes: at most one per list of columns that the schema names, so a linear search is
  /// fastest.
  private let indexes: Mutex<[Index]>

  init(inheriting other: TableIndexes? = nil) {
    var known = other?.indexes.withLock { $0 } ?? []
    for position in known.indices { known[position].current = nil }
    indexes = Mutex(known)
  }

  /// Returns the index of references through a column, which is created at the first call from the
  /// segments' inverse indexes.
  func sourceIndex(of segments: [Segment], column: Int) -> SourceIndex {
    if let index = sourceIndexes.withLock({ $0[column] }) { return index }
    let index = SourceIndex(of: segments, column: column)
    sourceIndexes.withLock { $0[column] = index }
    return index
  }

  /// Returns the table's segments with columns of members, at least of those with the given numbers.
  ///
  /// - Parameter column: Returns a segment's column of a member by its number.
  func segments(
    _ segments: [Segment], withMembers numbers: Set<Int>, column: (Segment, Int) -> MemberColumn?
  ) -> [Segment] {
    let known = memberSegments.withLock { $0 }
    if numbers.isSubset(of: known.numbers) { return known.segments }
    let all = numbers.union(known.numbers)
    let made = segments.map { segment in
      var members: [Int: MemberColumn] = [:]
      for number in all { members[number] = column(segment, number) }
      return Segment(segment, members: members)
    }
    memberSegments.withLock { $0 = (all, made) }
    return made
  }

  /// Returns the rows by the values of one column, if that index exists for this version; otherwise
  /// nil.
  func madeTable(column: Int) -> HashedTable? {
    indexes.withLock { indexes in
      for index in indexes where index.columns.count == 1 && index.columns[0] == column {
        return index.current
      }
      return nil
    }
  }

  /// Returns the rows by the values of some columns; nil at the first call, when a scan costs less
  /// than hashing all rows.
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

/// A hash index over the rows of some segments by the values of some columns.
final class HashedSegments: Sendable {
  let columns: [Int]
  /// The position of each segment, by its column numbers (see ``Segment/numbers(of:)``).
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

/// A hash index of segments, mapped to one version of the table.
final class HashedTable: Sendable {
  let base: HashedSegments
  /// For each hashed segment, its position in this version; nil if the segment has changed or been
  /// removed.
  private let current: [Int?]
  /// The positions of segments that are not in the hash index.
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

  /// Whether so many rows or segments are not in the hash index that hashing all rows again pays
  /// off.
  var isOutdated: Bool {
    apart.count > 16 && apartRows > rowCount / 8 || apart.count > 256
  }

  /// Returns the indexed rows that may have a hash, in ascending order of their places in the
  /// table.
  func locations(of hash: UInt64) -> [RowLocation] {
    var found: [RowLocation] = []
    forEachLocation(of: hash) { location in
      found.append(location)
      return true
    }
    return found
  }

  /// Calls `body` with each indexed row that may have a hash, until `body` returns false.
  @inline(__always)
  func forEachLocation(of hash: UInt64, _ body: (RowLocation) -> Bool) {
    base.index.forEachRow(of: hash) { number in
      let location = base.location(of: number)
      guard let segment = current[location.segment] else { return true }
      return body(RowLocation(segment: segment, row: location.row))
    }
  }
}
