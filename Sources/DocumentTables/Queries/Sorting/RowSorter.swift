import FoundationEssentials

/// Sorts rows by several columns: each column divides the rows into runs of equal values, and the
/// next columns sort each run.
struct RowSorter {
  /// The maximum number of rows that are sorted by comparing them with one another.
  private static let fewRows = 12

  private let orders: [ColumnOrder]
  private let layouts: QueriedColumns
  private let segments: [Segment]
  private let isNormalized: Bool

  /// - Parameter isNormalized: Whether all texts are known to be in NFC.
  init(
    _ orders: [ColumnOrder], segments: [Segment], layouts: QueriedColumns,
    isNormalized: Bool = false
  ) {
    self.isNormalized = isNormalized
    self.orders = orders.filter { layouts.contains($0.column) }
    self.segments = segments
    self.layouts = layouts
  }

  /// Returns the first rows, sorted by the orders from `level` on; equal rows keep their order.
  func sorted(_ rows: [RowLocation], from level: Int = 0, limit: Int = .max) -> [RowLocation] {
    guard level < orders.count, rows.count > 1, limit > 0 else {
      return limit < rows.count ? Array(rows.prefix(max(0, limit))) : rows
    }
    var isPresent = [Bool](repeating: false, count: segments.count)
    for row in rows { isPresent[row.segment] = true }
    let levels = orders[level...].map { order in
      Level(
        order, layout: layouts[order.column], segments: segments, isPresent: isPresent,
        isNormalized: isNormalized)
    }
    return sorted(rows, levels[...], limit: limit)
  }

  /// Recurses once for each of the levels.
  private func sorted(
    _ rows: [RowLocation], _ levels: ArraySlice<Level>, limit: Int
  ) -> [RowLocation] {
    guard let level = levels.first, rows.count > 1, limit > 0 else {
      return limit < rows.count ? Array(rows.prefix(max(0, limit))) : rows
    }
    if rows.count <= Self.fewRows { return sortedOneByOne(rows, levels, limit: limit) }
    let (values, nulls) = divide(rows, level)
    let rest = levels.dropFirst()
    if level.order.isDescending {
      let first = sortedValues(values, levels, limit: limit)
      return nulls.isEmpty
        ? first : first + sorted(nulls, rest, limit: limit - first.count)
    }
    let first = nulls.isEmpty ? nulls : sorted(nulls, rest, limit: limit)
    let second = sortedValues(values, levels, limit: limit - first.count)
    return first.isEmpty ? second : first + second
  }

  private func sortedOneByOne(
    _ rows: [RowLocation], _ levels: ArraySlice<Level>, limit: Int
  ) -> [RowLocation] {
    func order(_ left: RowLocation, _ right: RowLocation) -> Int {
      for level in levels {
        let outcome = level.compare(left, right, segments)
        if outcome != 0 { return outcome }
      }
      return 0
    }
    var sorted = rows
    for position in sorted.indices.dropFirst() {
      let row = sorted[position]
      var place = position
      while place > 0, order(row, sorted[place - 1]) < 0 {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = row
    }
    return limit < sorted.count ? Array(sorted.prefix(limit)) : sorted
  }

  /// Returns the rows with a value and the rows with a null.
  private func divide(
    _ rows: [RowLocation], _ level: Level
  ) -> (values: [RowLocation], nulls: [RowLocation]) {
    let isNull = { (row: RowLocation) in
      segments[row.segment].columns[level.order.column].isNull(at: row.row)
    }
    guard level.hasNulls, rows.contains(where: isNull) else { return (rows, []) }
    return (rows.filter { !isNull($0) }, rows.filter(isNull))
  }

  private func sortedValues(
    _ rows: [RowLocation], _ levels: ArraySlice<Level>, limit: Int
  ) -> [RowLocation] {
    guard let level = levels.first, limit > 0 else { return [] }
    guard rows.count > 1 else { return rows }
    switch level.method {
    case .custom(let compare): return sortedValues(rows, levels, limit: limit, { $0 }, compare)
    case .spelled(let spelled):
      return sortedValues(rows, levels, limit: limit, spelled.key(of:), SpelledValue.order)
    case .texts: return sortedValues(rows, levels, limit: limit, { $0 }, naturalOrder)
    case .keys: return sortedByKeys(rows, levels, limit: limit)
    }
  }

  /// Sorts by a comparison of values, each of which is read from its column once.
  private func sortedValues<Taken>(
    _ rows: [RowLocation], _ levels: ArraySlice<Level>, limit: Int, _ take: (Value) -> Taken,
    _ compare: @escaping (Taken, Taken) -> Int
  ) -> [RowLocation] {
    guard let order = levels.first?.order else { return rows }
    let taken = rows.map { take(segments[$0.segment].value(at: $0.row, column: order.column)) }
    func compared(_ left: Int, _ right: Int) -> Int {
      let outcome = compare(taken[left], taken[right])
      return order.isDescending ? -outcome.signum() : outcome
    }
    var positions = Array(rows.indices)
    if limit < rows.count / 8 {
      // Finding the last relevant value takes about one comparison for each row.
      var first = Heap<Int> { compared($0, $1) > 0 }
      for position in positions {
        if first.count < limit {
          first.insert(position)
        } else if let last = first.first, compared(position, last) < 0 {
          _ = first.popFirst()
          first.insert(position)
        }
      }
      if let last = first.first { positions.removeAll { compared($0, last) > 0 } }
    }
    positions.sort { left, right in
      let outcome = compared(left, right)
      return outcome == 0 ? left < right : outcome < 0
    }
    return runs(positions.map { rows[$0] }, levels.dropFirst(), limit: limit) {
      compare(taken[positions[$0 - 1]], taken[positions[$0]]) != 0
    }
  }

  private func sortedByKeys(
    _ rows: [RowLocation], _ levels: ArraySlice<Level>, limit: Int
  ) -> [RowLocation] {
    guard let level = levels.first else { return rows }
    var keys = KeyedRows(rows, level, limit: limit)
    keys.sort()
    return runs(keys.rows, levels.dropFirst(), limit: limit) { keys.beginsRun($0) }
  }

  /// Sorts each run of equal values by the later columns; a function returns whether a run begins
  /// at a position, except at the start.
  private func runs(
    _ rows: [RowLocation], _ levels: ArraySlice<Level>, limit: Int, beginsRun: (Int) -> Bool
  ) -> [RowLocation] {
    guard !levels.isEmpty else { return limit < rows.count ? Array(rows.prefix(limit)) : rows }
    var result: [RowLocation] = []
    result.reserveCapacity(min(limit, rows.count))
    var start = 0
    while start < rows.count, result.count < limit {
      var end = start + 1
      while end < rows.count, !beginsRun(end) { end += 1 }
      if end == start + 1 {
        result.append(rows[start])
      } else {
        result += sorted(Array(rows[start..<end]), levels, limit: limit - result.count)
      }
      start = end
    }
    return result
  }
}

extension RowSorter {
  /// One of the orders, with the properties of its column in each segment.
  struct Level {
    enum Method {
      /// Numbers that sort like the values.
      case keys
      /// The values are compared.
      case texts
      case spelled(SpelledOrder)
      case custom(@Sendable (Value, Value) -> Int)
    }

    let order: ColumnOrder
    let storage: ColumnStorage
    let method: Method
    let hasNulls: Bool
    /// Nil for segments without rows to sort.
    let orderings: [ColumnOrdering?]

    init(
      _ order: ColumnOrder, layout: ColumnLayout, segments: [Segment], isPresent: [Bool],
      isNormalized: Bool
    ) {
      self.order = order
      storage = layout.storage
      hasNulls = zip(segments, isPresent).contains { $1 && $0.columns[order.column].mayHoldNull }
      if case .custom(let compare) = order.comparison {
        method = .custom(compare)
        orderings = []
        return
      }
      orderings = zip(segments, isPresent).map { segment, isPresent in
        isPresent
          ? ColumnOrdering(
            segment, column: order.column, spelled: layout.spelledOrder, isNormalized: isNormalized)
          : nil
      }
      method =
        layout.spelledOrder.map { .spelled($0) }
        ?? (orderings.allSatisfy { $0?.isByBytes ?? true } ? .keys : .texts)
    }

    func compare(_ left: RowLocation, _ right: RowLocation, _ segments: [Segment]) -> Int {
      let column = segments[left.segment].columns[order.column]
      let other = segments[right.segment].columns[order.column]
      let outcome =
        switch (column.isNull(at: left.row), other.isNull(at: right.row)) {
        case (true, true): 0
        case (true, false): -1
        case (false, true): 1
        case (false, false):
          if case .custom(let compare) = method {
            compare(column.value(at: left.row), other.value(at: right.row)).signum()
          } else if let ordering = orderings[left.segment], let other = orderings[right.segment] {
            ordering.order(left.row, other, right.row).signum()
          } else {
            0
          }
        }
      return order.isDescending ? -outcome : outcome
    }
  }
}
