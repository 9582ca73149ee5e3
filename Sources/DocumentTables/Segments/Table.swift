/// Where a row stands in one version of a table; without meaning in any other.
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
  /// None of them empty.
  package let segments: [Segment]
  /// The rows of all segments.
  package let rowCount: Int
  private let firstKeys: [ObjectKey]
  let indexes: TableIndexes
  /// What was proven of the rows.
  let known: [KnownUniqueness]

  /// Takes segments in ascending order of their keys; empty ones are left out.
  package init(segments: [Segment] = []) {
    self.init(segments: segments, indexes: TableIndexes(), known: [])
  }

  /// The same with what the caller has proven of the rows.
  init(segments: [Segment], known: [KnownUniqueness]) {
    self.init(segments: segments, indexes: TableIndexes(), known: known)
  }

  /// The next version of a table of which nothing but its indexes is left.
  init(segments: [Segment], after indexes: TableIndexes, known: [KnownUniqueness]) {
    self.init(segments: segments, indexes: TableIndexes(inheriting: indexes), known: known)
  }

  /// The same of which more was proven.
  func knowing(_ more: KnownUniqueness) -> Table {
    Table(segments: segments, indexes: indexes, known: known + [more])
  }

  /// Whether the rows of some entities, by discriminator, are known to differ in some columns.
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

  /// How far keys are from the next, on average; at least 1.
  package var keySpacing: Int {
    guard let first = firstKeys.first, let last = lastKey,
      case let (span, overflow) = last.subtractingReportingOverflow(first), !overflow
    else { return 1 }
    return max(1, Int(span) / max(1, rowCount))
  }

  /// The position of the only segment that may hold a key.
  package func segmentIndex(for key: ObjectKey) -> Int? {
    var low = 0
    var high = firstKeys.count
    while low < high {
      let middle = low + (high - low) / 2
      if firstKeys[middle] <= key { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// Finds a row by its key: a search over the segments, then one inside.
  package func location(of key: ObjectKey) -> RowLocation? {
    guard let index = segmentIndex(for: key), let row = segments[index].keys.row(of: key) else {
      return nil
    }
    return RowLocation(segment: index, row: row)
  }

  /// The keys of the rows that refer to `target` through a column, ascending.
  package func sources(of target: ObjectKey, throughColumn column: Int) -> [ObjectKey] {
    indexes.sourceIndex(of: segments, column: column).sources(of: target)
  }
}
