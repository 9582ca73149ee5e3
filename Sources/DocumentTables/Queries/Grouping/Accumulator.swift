/// The state of one aggregate in all groups.
struct Accumulator: Sendable {
  private let aggregate: RowAggregate
  /// The number of values that are not null, by group.
  private var counts: [Int] = []
  // By group; only the array that the aggregate and its column need is filled.
  private var integers: [Int128] = []
  private var doubles: [CompensatedSum] = []
  private var decimals: [ExactDecimal] = []
  private var extremes: [Value] = []
  /// The distinct values of all groups.
  private var distinct = DistinctValues()

  init(_ aggregate: RowAggregate) { self.aggregate = aggregate }

  private var isDecimal: Bool { aggregate.layout?.attribute?.type == .scalar(.decimal) }

  /// Makes room for more groups.
  mutating func grow(to count: Int) {
    func grow<Element>(_ array: inout [Element], _ element: Element) {
      guard array.count < count else { return }
      array.reserveCapacity(max(count, 2 * array.count))
      array.append(contentsOf: repeatElement(element, count: count - array.count))
    }
    grow(&counts, 0)
    switch aggregate.function {
    case .rowCount, .valueCount, .distinctCount: break
    case .minimum, .maximum: grow(&extremes, .null)
    case .total:
      switch aggregate.layout?.storage {
      case .double?: grow(&doubles, CompensatedSum())
      case .text?: grow(&decimals, ExactDecimal())
      default: grow(&integers, 0)
      }
    }
  }

  /// Adds the values of rows.
  ///
  /// - Parameters:
  ///   - groups: The group of each counted row, in the order of the rows.
  ///   - blocks: All rows that are grouped, as far as `block` and before.
  mutating func add(_ groups: [UInt32], _ block: Int, of blocks: [GroupedRows]) {
    let rows = blocks[block].rows
    guard let position = aggregate.value else {
      for group in groups { counts[Int(group)] += 1 }
      return
    }
    let values = blocks[block].values[position]
    switch (aggregate.function, values) {
    case (.distinctCount, _): addDistinct(groups, block, of: blocks, position)
    case (.total, .column(.integer(let column))):
      Self.forEachValue(rows, groups, column.nulls) { row, group in
        counts[group] += 1
        integers[group] &+= Int128(column.values[row])
      }
    case (.total, .column(.double(let column))):
      Self.forEachValue(rows, groups, column.nulls) { row, group in
        counts[group] += 1
        doubles[group].add(column.values[row])
      }
    case (.total, .column(.text(let column))):
      Self.forEachValue(rows, groups, column.nulls) { row, group in
        counts[group] += 1
        column.withText(at: row) { decimals[group].add($0) }
      }
    case (.minimum(.natural), .column(.integer(let column))):
      addExtremes(rows, groups, column) { $0 < $1 }
    case (.maximum(.natural), .column(.integer(let column))):
      addExtremes(rows, groups, column) { $0 > $1 }
    default:
      var next = 0
      rows.forEach { row in
        add(values.value(at: row), to: Int(groups[next]))
        next += 1
      }
    }
  }

  /// Calls a function with each counted row that is not null and its group.
  @inline(__always)
  private static func forEachValue(
    _ rows: RowSelection.Rows, _ groups: [UInt32], _ nulls: NullBitmap,
    _ body: (_ row: Int, _ group: Int) -> Void
  ) {
    var next = 0
    rows.forEach { row in
      let group = Int(groups[next])
      next += 1
      if !nulls[row] { body(row, group) }
    }
  }

  @inline(__always)
  private mutating func addExtremes(
    _ rows: RowSelection.Rows, _ groups: [UInt32], _ column: FixedColumn<Int64>,
    _ isBetter: (Int64, Int64) -> Bool
  ) {
    Self.forEachValue(rows, groups, column.nulls) { row, group in
      counts[group] += 1
      let value = column.values[row]
      if case .integer(let best) = extremes[group], !isBetter(value, best) { return }
      extremes[group] = .integer(value)
    }
  }

  /// Adds one value to a group.
  private mutating func add(_ value: Value, to group: Int) {
    if value.isNull { return }
    counts[group] += 1
    switch aggregate.function {
    case .rowCount, .valueCount, .distinctCount: break
    case .minimum(let comparison): choose(value, group, comparison, isDescending: false)
    case .maximum(let comparison): choose(value, group, comparison, isDescending: true)
    case .total:
      switch value {
      case .integer(let number): integers[group] &+= Int128(number)
      case .unsigned(let number): integers[group] &+= Int128(number)
      case .double(let number): doubles[group].add(number)
      case .text(var text):
        // Lifetime: the bytes are used inside the closure.
        text.withUTF8 { decimals[group].add($0) }
      default: break
      }
    }
  }

  private mutating func choose(
    _ value: Value, _ group: Int, _ comparison: ColumnOrder.Comparison, isDescending: Bool
  ) {
    guard let layout = aggregate.layout, !extremes[group].isNull, !isNaN(extremes[group]) else {
      extremes[group] = value
      return
    }
    if isNaN(value) { return }
    let order = ColumnOrder(column: 0, isDescending: isDescending, comparison: comparison)
    if order.compare(value, extremes[group], in: layout) < 0 { extremes[group] = value }
  }

  private func isNaN(_ value: Value) -> Bool {
    switch value {
    case .double(let number), .date(let number): number.isNaN
    case .text(let text): isDecimal && text == "NaN"
    default: false
    }
  }

  // MARK: Distinct values

  private mutating func addDistinct(
    _ groups: [UInt32], _ block: Int, of blocks: [GroupedRows], _ position: Int
  ) {
    let rows = blocks[block].rows
    let values = blocks[block].values[position]
    var next = 0
    func add(_ row: Int, _ hash: UInt64?) {
      let group = groups[next]
      next += 1
      guard let hash else { return }
      counts[Int(group)] += 1
      distinct.insert(group, hash, .init(block, row), of: blocks, position)
    }
    switch values {
    case .column(let column):
      let hashes = KeyHashes(of: [column])
      rows.forEach { add($0, column.isNull(at: $0) ? nil : hashes.hashes[$0]) }
    case .list(let list):
      rows.forEach { add($0, KeyHashes.hash(CollectionOfOne(list[$0]))) }
    }
  }

  // MARK: Joining

  /// Adds the groups of another accumulator of the same aggregate.
  ///
  /// - Parameters:
  ///   - groups: The group here of each group there.
  ///   - blocks: The rows of both.
  mutating func add(_ other: Accumulator, as groups: [UInt32], of blocks: [GroupedRows]) {
    for (number, group) in groups.enumerated() {
      let group = Int(group)
      counts[group] += other.counts[number]
      if !other.integers.isEmpty { integers[group] &+= other.integers[number] }
      if !other.doubles.isEmpty { doubles[group].add(other.doubles[number]) }
      if !other.decimals.isEmpty { decimals[group].add(other.decimals[number]) }
      if !other.extremes.isEmpty, !other.extremes[number].isNull {
        // The other's values have been counted.
        counts[group] -= 1
        add(other.extremes[number], to: group)
      }
    }
    if let position = aggregate.value {
      distinct.insert(other.distinct, as: groups, of: blocks, position)
    }
  }

  /// The results of all groups.
  var results: [RowAggregate.Result] {
    switch aggregate.function {
    case .rowCount, .valueCount: return counts.map { .count($0) }
    case .distinctCount: return distinct.counts(of: counts.count).map { .count($0) }
    case .minimum, .maximum: return extremes.map { .value($0) }
    case .total:
      return counts.indices.map { group in
        let sum: ValueTotal.Sum =
          if !doubles.isEmpty {
            .double(doubles[group].value)
          } else if !decimals.isEmpty {
            .decimal(decimals[group])
          } else {
            .integer(integers[group])
          }
        return .total(ValueTotal(count: counts[group], sum: sum))
      }
    }
  }
}

/// The distinct values of groups, each by its group and its first row.
private struct DistinctValues: Sendable {
  private var index = GroupIndex()
  /// The hash of each distinct value alone.
  private var hashes: [UInt64] = []

  /// Adds a value that is not null.
  @inline(__always)
  mutating func insert(
    _ group: UInt32, _ hash: UInt64, _ place: GroupIndex.Place, of blocks: [GroupedRows],
    _ position: Int
  ) {
    let values = blocks[Int(place.block)].values[position]
    let number = index.number(of: KeyHashes.hash(hash, with: group), in: group, place) { first in
      values.isEqualKey(
        at: Int(place.row), blocks[Int(first.block)].values[position], at: Int(first.row))
    }
    if number == hashes.count { hashes.append(hash) }
  }

  mutating func insert(
    _ other: DistinctValues, as groups: [UInt32], of blocks: [GroupedRows], _ position: Int
  ) {
    for (number, place) in other.index.places.enumerated() {
      insert(
        groups[Int(other.index.outer[number])], other.hashes[number], place, of: blocks, position)
    }
  }

  func counts(of groupCount: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: groupCount)
    for group in index.outer { counts[Int(group)] += 1 }
    return counts
  }
}

extension GroupedValues {
  func isEqualKey(at row: Int, _ other: GroupedValues, at otherRow: Int) -> Bool {
    if case .column(let column) = self, case .column(let other) = other {
      return column.isEqualKey(at: row, other, at: otherRow)
    }
    return ComparisonKey(value(at: row)) == ComparisonKey(other.value(at: otherRow))
  }
}
