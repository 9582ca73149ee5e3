/// The location of a row in one version of a table; meaningless in any other version.
package struct RowLocation: Hashable, Sendable {
  package var segment: Int
  package var row: Int

  package init(segment: Int, row: Int) {
    self.segment = segment
    self.row = row
  }
}

/// The rows of one hierarchy: segments whose key ranges are disjoint and ascending.
package struct Table: Sendable {
  /// The segments, none of which is empty.
  package let segments: [Segment]
  /// The number of rows of all segments.
  package let rowCount: Int
  private let firstKeys: [ObjectKey]
  let indexes: TableIndexes
  /// The proven uniqueness of the rows.
  package let known: [KnownUniqueness]

  /// Creates a table of segments in ascending order of their keys; empty segments are left out.
  package init(segments: [Segment] = []) {
    self.init(segments: segments, indexes: TableIndexes(), known: [])
  }

  /// Creates a table of segments for whose rows the caller has proven uniqueness.
  package init(segments: [Segment], known: [KnownUniqueness]) {
    self.init(segments: segments, indexes: TableIndexes(), known: known)
  }

  /// Creates the next version of a table of which only the indexes are left.
  init(segments: [Segment], after indexes: TableIndexes, known: [KnownUniqueness]) {
    self.init(segments: segments, indexes: TableIndexes(inheriting: indexes), known: known)
  }

  /// Creates a table of the same rows, with more columns in its segments.
  init(_ table: Table, segments: [Segment]) {
    self.init(segments: segments, indexes: table.indexes, known: table.known)
  }

  /// Returns the table with additional known uniqueness.
  func knowing(_ more: KnownUniqueness) -> Table {
    Table(segments: segments, indexes: indexes, known: known + [more])
  }

  /// Returns whether the rows of some entities, by discriminator, are known to be unique by some
  /// columns.
  func isKnownUnique(byColumns columns: [Int], entities: [Bool]) -> Bool {
    known.contains { $0.implies(columns, entities) }
  }

  private init(segments: [Segment], indexes: TableIndexes, known: [KnownUniqueness]) {
    self.known = known
    self.segments = segments.filter { $0.count > 0 }
    rowCount = self.segments.reduce(0) { $0 + $1.count }
    firstKeys = self.segments.compactMap(\.keys.first)
    self.indexes = indexes
  }

  package var lastKey: ObjectKey? { segments.last?.keys.last }

  /// The average distance between successive keys, at least 1.
  package var keySpacing: Int {
    guard let first = firstKeys.first, let last = lastKey,
      case let (span, overflow) = last.subtractingReportingOverflow(first), !overflow
    else { return 1 }
    return max(1, Int(span) / max(1, rowCount))
  }

  /// Returns the position of the only segment that may contain a key; nil if the key is below all
  /// keys.
  package func segmentIndex(for key: ObjectKey) -> Int? {
    var low = 0
    var high = firstKeys.count
    while low < high {
      let middle = low + (high - low) / 2
      if firstKeys[middle] <= key { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// Finds a row by its key: searches the segments, then one segment.
  package func location(of key: ObjectKey) -> RowLocation? {
    guard let index = segmentIndex(for: key), let row = segments[index].keys.row(of: key) else {
      return nil
    }
    return RowLocation(segment: index, row: row)
  }

  /// Returns the keys of the rows that refer to `target` through a column, in ascending order.
  package func sources(of target: ObjectKey, throughColumn column: Int) -> [ObjectKey] {
    indexes.sourceIndex(of: segments, column: column).sources(of: target)
  }
}
