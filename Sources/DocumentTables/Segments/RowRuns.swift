/// A set of a segment's rows, as ascending runs of adjacent rows.
struct RowRuns {
  private(set) var runs: [Range<Int>] = []
  /// The number of rows in all runs.
  private(set) var count = 0

  /// Creates runs from rows in ascending order.
  init(_ rows: some Sequence<Int>) {
    for row in rows { append(row..<row + 1) }
  }

  /// Creates the runs of all rows below `rowCount` except the given rows, which must be in
  /// ascending order.
  init(of rowCount: Int, without rows: some Sequence<Int>) {
    var next = 0
    for row in rows where row >= next && row < rowCount {
      append(next..<row)
      next = row + 1
    }
    append(next..<rowCount)
  }

  private mutating func append(_ run: Range<Int>) {
    guard !run.isEmpty else { return }
    runs.append(run)
    count += run.count
  }
}

extension Segment {
  /// Returns a segment of some of this segment's rows.
  ///
  /// Copies the runs column by column, which costs much less than appending each run to a builder.
  func keeping(_ kept: RowRuns) -> Segment {
    var keys: [ObjectKey] = []
    keys.reserveCapacity(kept.count)
    for run in kept.runs { for row in run { keys.append(self.keys[row]) } }
    var entities = self.entities
    if case .list(let list) = entities {
      let left = list.joined(kept.runs, count: kept.count)
      let first = left.first ?? 0
      entities = left.allSatisfy { $0 == first } ? .constant(first) : .list(left)
    }
    var foreign: [Int: Tree] = [:]
    if !self.foreign.isEmpty {
      var position = 0
      for run in kept.runs {
        for row in run {
          foreign[position] = self.foreign[row]
          position += 1
        }
      }
    }
    return Segment(
      keys: KeyColumn(ascending: keys), entities: entities,
      columns: columns.map { $0.keeping(kept) }, foreign: foreign)
  }
}

extension Table {
  /// Returns a copy of some rows, which must be in ascending order.
  package func copy(of rows: [RowLocation]) -> [Segment] {
    var copies: [Segment] = []
    var rest = rows[...]
    while let first = rest.first {
      let here = rest.prefix { $0.segment == first.segment }
      copies.append(segments[first.segment].keeping(RowRuns(here.lazy.map(\.row))))
      rest = rest[here.endIndex...]
    }
    return copies
  }
}

extension Column {
  /// Returns a column of some of this column's rows.
  fileprivate func keeping(_ kept: RowRuns) -> Column {
    let result: Column
    let nullCount: Int
    func note<Element>(
      _ column: FixedColumn<Element>, _ make: (FixedColumn<Element>) -> Column
    ) -> (Column, Int) {
      let column = FixedColumn(
        values: column.values.joined(kept.runs, count: kept.count),
        nulls: column.nulls.keeping(kept))
      return (make(column), column.nulls.nullCount)
    }
    switch self {
    case .constant(let value, _): return .constant(value, count: kept.count)
    case .bool(let column): (result, nullCount) = note(column) { .bool($0) }
    case .integer(let column): (result, nullCount) = note(column) { .integer($0) }
    case .unsigned(let column): (result, nullCount) = note(column) { .unsigned($0) }
    case .double(let column): (result, nullCount) = note(column) { .double($0) }
    case .date(let column): (result, nullCount) = note(column) { .date($0) }
    case .uuid(let column): (result, nullCount) = note(column) { .uuid($0) }
    case .reference(let column): (result, nullCount) = note(column) { .reference($0) }
    case .text(let column):
      let column = column.keeping(kept)
      (result, nullCount) = (.text(column), column.nulls.nullCount)
    case .data(let column):
      let column = column.keeping(kept)
      (result, nullCount) = (.data(column), column.nulls.nullCount)
    case .nested(let column):
      let texts = column.texts.keeping(kept)
      result = .nested(NestedColumn(texts: texts, form: column.form))
      nullCount = texts.nulls.nullCount
    case .references(let column):
      let nulls = column.nulls.keeping(kept)
      let (keys, ends) = column.keys.joined(kept, ends: column.ends)
      result = .references(KeyListColumn(keys: keys, ends: ends, nulls: nulls))
      nullCount = nulls.nullCount
    }
    // Column builders also finish columns of nulls as constants.
    return nullCount == kept.count ? .constant(.null, count: kept.count) : result
  }
}

extension HeapColumn {
  fileprivate func keeping(_ kept: RowRuns) -> HeapColumn {
    let (bytes, ends) = bytes.joined(kept, ends: ends)
    return HeapColumn(bytes: bytes, ends: ends, nulls: nulls.keeping(kept), isASCII: isASCII)
  }
}

extension NullBitmap {
  fileprivate func keeping(_ kept: RowRuns) -> NullBitmap {
    var result = NullBitmap()
    guard nullCount > 0 else { return result }
    var position = 0
    for run in kept.runs {
      for row in run where self[row] { result.insert(position + row - run.lowerBound) }
      position += run.count
    }
    return result
  }
}

extension Array where Element: BitwiseCopyable {
  /// Returns the elements of some ranges, concatenated.
  fileprivate func joined(_ ranges: some Sequence<Range<Int>>, count total: Int) -> [Element] {
    withUnsafeBufferPointer { source in
      [Element](unsafeUninitializedCapacity: total) { target, count in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        for range in ranges {
          // Bound: both buffers are checked here. Only counted elements have been written.
          guard source.indices.contains(range.lowerBound), range.upperBound <= source.count,
            range.count <= target.count - count
          else { continue }
          (to + count).initialize(from: from + range.lowerBound, count: range.count)
          count += range.count
        }
      }
    }
  }

  /// Returns the heap and ends of some rows, if this array is the heap and `ends` are the ends of
  /// its rows.
  fileprivate func joined(_ kept: RowRuns, ends: [UInt32]) -> (heap: [Element], ends: [UInt32]) {
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(kept.runs.count)
    var newEnds: [UInt32] = []
    newEnds.reserveCapacity(kept.count)
    var total = 0
    for run in kept.runs {
      let start = run.lowerBound == 0 ? 0 : Int(ends[run.lowerBound - 1])
      let end = Int(ends[run.upperBound - 1])
      // The kept bytes are no longer than the original heap, whose ends have 32 bits.
      for row in run { newEnds.append(UInt32(truncatingIfNeeded: Int(ends[row]) - start + total)) }
      ranges.append(start..<end)
      total += end - start
    }
    return (joined(ranges, count: total), newEnds)
  }
}
