/// A merge of the sorted rows of segments, which stops when enough rows are found.
struct SortedMerge {
  /// A position in one segment's sorted rows.
  private struct Cursor {
    let segment: Int
    let sorted: SortedRows
    let ordering: ColumnOrdering
    /// The next selected rows with equal values, in ascending order.
    var run: [Int] = []
    var position: Int
  }

  private let selection: RowSelection
  private let order: ColumnOrder
  private let cursors: [Cursor]

  /// Creates a merge; nil if the rows of a segment are not sorted yet and sorting them would not
  /// pay.
  init?(
    _ selection: RowSelection, segments: [Segment], order: ColumnOrder, layouts: QueriedColumns
  ) {
    var cursors: [Cursor] = []
    for position in selection.parts.map(\.segment) where segments.indices.contains(position) {
      let segment = segments[position]
      guard
        let sorted = segment.columnIndexes[order.column].sortedRows(
          worthwhileAfter: 1,
          sort: { SortedRows(of: segment, column: order.column, layouts: layouts) })
      else { return nil }
      cursors.append(
        Cursor(
          segment: position, sorted: sorted,
          ordering: ColumnOrdering(
            segment, column: order.column, spelled: layouts[order.column].spelledOrder),
          position: order.isDescending ? sorted.rows.count : sorted.nullCount))
    }
    self.selection = selection
    self.order = order
    self.cursors = cursors
  }

  /// Returns the first rows.
  ///
  /// A function sorts rows with equal values; its parameters are these
  /// rows, in ascending order, and how many of them are wanted.
  func rows(
    limit: Int, sortingEqual sort: ([RowLocation], Int) -> [RowLocation]
  ) -> [RowLocation] {
    guard limit > 0 else { return [] }
    var result: [RowLocation] = []
    if !order.isDescending { result += sort(nullRows(), limit) }
    var heap = Heap(isBefore: isBefore)
    if result.count < limit {
      for var cursor in cursors where advance(&cursor) { heap.insert(cursor) }
    }
    while result.count < limit, let first = heap.popFirst() {
      var equal = [first]
      while let next = heap.first, areEqual(first, next), let cursor = heap.popFirst() {
        equal.append(cursor)
      }
      let run = equal.flatMap { cursor in
        cursor.run.map { RowLocation(segment: cursor.segment, row: $0) }
      }
      result += sort(run, limit - result.count)
      for var cursor in equal where advance(&cursor) { heap.insert(cursor) }
    }
    if order.isDescending, result.count < limit { result += sort(nullRows(), limit - result.count) }
    return result
  }

  /// Moves to the next run with selected rows; returns false at the end.
  private func advance(_ cursor: inout Cursor) -> Bool {
    let rows = cursor.sorted.rows
    repeat {
      var start = cursor.position
      var end = cursor.position
      if order.isDescending {
        guard start > cursor.sorted.nullCount else { return false }
        start -= 1
        while start > cursor.sorted.nullCount, areEqual(rows[start - 1], rows[start], cursor) {
          start -= 1
        }
        cursor.position = start
      } else {
        guard end < rows.count else { return false }
        end += 1
        while end < rows.count, areEqual(rows[end - 1], rows[end], cursor) { end += 1 }
        cursor.position = end
      }
      cursor.run = rows[start..<end].map { Int($0) }.filter {
        selection.contains(RowLocation(segment: cursor.segment, row: $0))
      }
    } while cursor.run.isEmpty
    return true
  }

  private func areEqual(_ row: UInt32, _ other: UInt32, _ cursor: Cursor) -> Bool {
    cursor.ordering.order(Int(row), cursor.ordering, Int(other)) == 0
  }

  private func nullRows() -> [RowLocation] {
    cursors.flatMap { cursor in
      cursor.sorted.rows[..<cursor.sorted.nullCount]
        .map { RowLocation(segment: cursor.segment, row: Int($0)) }
        .filter(selection.contains)
    }
  }

  private func compare(_ left: Cursor, _ right: Cursor) -> Int {
    guard let row = left.run.first, let other = right.run.first else { return 0 }
    return left.ordering.order(row, right.ordering, other)
  }

  private func areEqual(_ left: Cursor, _ right: Cursor) -> Bool { compare(left, right) == 0 }

  private func isBefore(_ left: Cursor, _ right: Cursor) -> Bool {
    let outcome = compare(left, right)
    if outcome == 0 { return left.segment < right.segment }
    return order.isDescending ? outcome > 0 : outcome < 0
  }
}
