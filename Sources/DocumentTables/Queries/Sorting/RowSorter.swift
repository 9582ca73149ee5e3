import FoundationEssentials

/// Sorts rows by columns, one column after the other: each divides the rows into runs of equal
/// values, which the next ones sort.
struct RowSorter {
  private struct Entry {
    let key: UInt64
    let position: Int
  }

  private let orders: [ColumnOrder]
  private let layouts: [ColumnLayout]
  private let segments: [Segment]

  init(_ orders: [ColumnOrder], segments: [Segment], layouts: [ColumnLayout]) {
    self.orders = orders.filter { layouts.indices.contains($0.column) }
    self.segments = segments
    self.layouts = layouts
  }

  /// The first rows in order; those that are alike stay in the order they have.
  func sorted(_ rows: [RowLocation], limit: Int = .max) -> [RowLocation] {
    sorted(rows, from: 0, limit: max(0, limit))
  }

  /// Descends once for each of the orders.
  func sorted(_ rows: [RowLocation], from level: Int, limit: Int) -> [RowLocation] {
    guard level < orders.count, rows.count > 1, limit > 0 else {
      return limit < rows.count ? Array(rows.prefix(limit)) : rows
    }
    let order = orders[level]
    var nulls: [RowLocation] = []
    var values: [RowLocation] = []
    values.reserveCapacity(rows.count)
    for row in rows {
      if segments[row.segment].columns[order.column].isNull(at: row.row) {
        nulls.append(row)
      } else {
        values.append(row)
      }
    }
    if order.isDescending {
      var result = sortedValues(values, level, limit: limit)
      result += sorted(nulls, from: level + 1, limit: limit - result.count)
      return result
    }
    var result = sorted(nulls, from: level + 1, limit: limit)
    if result.count < limit {
      result += sortedValues(values, level, limit: limit - result.count)
    }
    return result
  }

  private func sortedValues(
    _ rows: [RowLocation], _ level: Int, limit: Int
  ) -> [RowLocation] {
    guard limit > 0 else { return [] }
    guard rows.count > 1 else { return rows }
    let order = orders[level]
    let layout = layouts[order.column]
    if case .custom(let compare) = order.comparison {
      return sortedValues(rows, level, limit: limit, { $0 }, compare)
    }
    if layout.isDecimal {
      return sortedValues(rows, level, limit: limit, DecimalText.number) {
        $0 < $1 ? -1 : $1 < $0 ? 1 : 0
      }
    }
    var orderings = [ColumnOrdering?](repeating: nil, count: segments.count)
    var isByBytes = true
    for row in rows where orderings[row.segment] == nil {
      let ordering = ColumnOrdering(segments[row.segment], column: order.column, isDecimal: false)
      orderings[row.segment] = ordering
      isByBytes = isByBytes && ordering.isByBytes
    }
    guard isByBytes else {
      return sortedValues(rows, level, limit: limit, { $0 }, naturalOrder)
    }
    return sortedByKeys(
      rows, level, limit: limit, orderings, isExact: ColumnOrdering.hasExactKeys(layout.storage))
  }

  /// Sorts by a comparison of values, each of which is taken out of its column once.
  private func sortedValues<Taken>(
    _ rows: [RowLocation], _ level: Int, limit: Int, _ take: (Value) -> Taken,
    _ compare: (Taken, Taken) -> Int
  ) -> [RowLocation] {
    let order = orders[level]
    let taken = rows.map {
      take(segments[$0.segment].value(at: $0.row, column: order.column))
    }
    var positions = Array(rows.indices)
    positions.sort { left, right in
      let outcome = compare(taken[left], taken[right])
      return outcome == 0 ? left < right : order.isDescending ? outcome > 0 : outcome < 0
    }
    return runs(positions, rows, level, limit: limit) { compare(taken[$0], taken[$1]) == 0 }
  }

  /// Sorts by keys, and by the values where keys are equal but do not tell all.
  private func sortedByKeys(
    _ rows: [RowLocation], _ level: Int, limit: Int, _ orderings: [ColumnOrdering?], isExact: Bool
  ) -> [RowLocation] {
    let isDescending = orders[level].isDescending
    var entries: [Entry] = []
    entries.reserveCapacity(rows.count)
    for (position, row) in rows.enumerated() {
      guard let ordering = orderings[row.segment] else { continue }
      let key = ordering.key(at: row.row)
      entries.append(Entry(key: isDescending ? ~key : key, position: position))
    }
    if limit < entries.count / 4 {
      // Of the rows that share the last key that matters, later columns choose.
      let last = KeySelection.smallest(limit, of: entries.map(\.key))
      entries.removeAll { $0.key > last }
    }
    func isBefore(_ left: Entry, _ right: Entry) -> Bool {
      left.key == right.key ? left.position < right.position : left.key < right.key
    }
    entries.sort(by: isBefore)
    guard !isExact else {
      if level + 1 == orders.count {
        return entries.prefix(limit).map { rows[$0.position] }
      }
      var result: [RowLocation] = []
      var start = 0
      while start < entries.count, result.count < limit {
        let end = Self.endOfRun(entries, from: start)
        let run = entries[start..<end].map { rows[$0.position] }
        result += sorted(run, from: level + 1, limit: limit - result.count)
        start = end
      }
      return result
    }
    func order(_ left: Int, _ right: Int) -> Int {
      let left = rows[left]
      let right = rows[right]
      guard let ordering = orderings[left.segment], let other = orderings[right.segment] else {
        return 0
      }
      let outcome = ordering.order(left.row, other, right.row)
      return isDescending ? -outcome : outcome
    }
    var result: [RowLocation] = []
    result.reserveCapacity(min(limit, entries.count))
    var start = 0
    while start < entries.count, result.count < limit {
      let end = Self.endOfRun(entries, from: start)
      if end == start + 1 {
        result.append(rows[entries[start].position])
      } else {
        let positions = entries[start..<end].map(\.position).sorted { left, right in
          let outcome = order(left, right)
          return outcome == 0 ? left < right : outcome < 0
        }
        result += runs(positions, rows, level, limit: limit - result.count) { order($0, $1) == 0 }
      }
      start = end
    }
    return result
  }

  private static func endOfRun(_ entries: [Entry], from start: Int) -> Int {
    var end = start + 1
    while end < entries.count, entries[end].key == entries[start].key { end += 1 }
    return end
  }

  /// Rows in the order of a column, each run of equal values sorted by the columns after it.
  private func runs(
    _ positions: [Int], _ rows: [RowLocation], _ level: Int, limit: Int,
    isEqual: (Int, Int) -> Bool
  ) -> [RowLocation] {
    guard level + 1 < orders.count else { return positions.prefix(limit).map { rows[$0] } }
    var result: [RowLocation] = []
    var start = 0
    while start < positions.count, result.count < limit {
      var end = start + 1
      while end < positions.count, isEqual(positions[start], positions[end]) { end += 1 }
      let run = positions[start..<end].map { rows[$0] }
      result += sorted(run, from: level + 1, limit: limit - result.count)
      start = end
    }
    return result
  }
}
