import DocumentTables

/// The chunks of a file whose records are still the records of the tables.
///
/// The cost is proportional to the number of chunks and segments, and to the rows of changed
/// chunks. Orders of to-many relationships are checked only if members have changed.
struct UnchangedChunks {
  /// A range of rows of a segment.
  typealias Slice = (segment: Segment, rows: Range<Int>)

  /// A run of a hierarchy's rows in the order of keys.
  enum Run {
    /// The rows of a chunk that need not be written again.
    case unchanged(StoredChunk, [Slice])
    case changed(Segment, Range<Int>)
  }

  private let tables: Tables
  private let chunks: [[StoredChunk]]
  /// The rows that each chunk would contain now.
  private let slices: [[[Slice]]]
  private var isUnchanged: [[Bool]]

  init(_ tables: Tables, _ stored: StoredParts?) {
    self.tables = tables
    let hierarchies = tables.schema.hierarchies
    chunks = hierarchies.map { stored?.chunks[$0.name] ?? [] }
    slices = zip(tables.tables, chunks).map { table, chunks in Self.slices(of: table, in: chunks) }
    isUnchanged = zip(chunks, slices).map { chunks, slices in
      zip(chunks, slices).map { chunk, slices in
        var rows: [SegmentRows] = []
        for slice in slices { SegmentRows.append(slice.segment, slice.rows, to: &rows) }
        return rows == chunk.rows
      }
    }
    excludeChangedOrders()
    excludeTooLarge()
  }

  /// Returns the rows in the range of each chunk.
  private static func slices(of table: Table, in chunks: [StoredChunk]) -> [[Slice]] {
    var first = 0
    return chunks.map { chunk in
      let range = chunk.chunk.range
      var slices: [Slice] = []
      while first < table.segments.count, (table.segments[first].keys.last ?? 0) < range.start {
        first += 1
      }
      var index = first
      while index < table.segments.count, (table.segments[index].keys.first ?? 0) <= range.last {
        let keys = table.segments[index].keys
        let rows = keys.firstRow(notBelow: range.start)..<keys.firstRow(notBelow: range.last + 1)
        if !rows.isEmpty { slices.append((table.segments[index], rows)) }
        index += 1
      }
      return slices
    }
  }

  /// Excludes chunks in which a list states an order of members that have changed.
  private mutating func excludeChangedOrders() {
    var changedTargets: [Int: [Int: Set<ObjectKey>]] = [:]
    let sameRows = isUnchanged
    // A full write has no stored chunks and need not search the members.
    for order in OrderColumn.all(in: tables.schema)
    where sameRows[order.hierarchy].contains(true) {
      let hierarchy = order.memberHierarchy
      let targets: Set<ObjectKey>
      if let known = changedTargets[hierarchy]?[order.memberColumn] {
        targets = known
      } else {
        let old = zip(chunks[hierarchy], sameRows[hierarchy]).filter { !$0.1 }.flatMap(\.0.members)
        let new = runs(of: hierarchy, sameRows[hierarchy]).compactMap { run in
          if case .changed(let segment, let rows) = run {
            MemberRows(segment, rows, column: order.memberColumn)
          } else {
            nil
          }
        }
        targets = MemberRows.changedTargets(
          from: MemberRows.references(of: old, column: order.memberColumn),
          to: MemberRows.references(of: new, column: order.memberColumn))
        changedTargets[hierarchy, default: [:]][order.memberColumn] = targets
      }
      for target in targets { exclude(order, rowOf: target) }
    }
  }

  private mutating func exclude(_ order: OrderColumn, rowOf key: ObjectKey) {
    let table = tables.tables[order.hierarchy]
    guard let place = table.location(of: key),
      !table.segments[place.segment].columns[order.column].isNull(at: place.row)
    else { return }
    let own = chunks[order.hierarchy]
    var low = 0
    var high = own.count
    while low < high {
      let middle = low + (high - low) / 2
      if own[middle].chunk.range.last < key { low = middle + 1 } else { high = middle }
    }
    if low < own.count, own[low].chunk.range.contains(key) {
      isUnchanged[order.hierarchy][low] = false
    }
  }

  /// Excludes chunks whose range is not within the smallest range of all keys, because a full write
  /// would not use such a range.
  private mutating func excludeTooLarge() {
    for (hierarchy, table) in tables.tables.enumerated() {
      guard let first = table.segments.first?.keys.first, let last = table.lastKey else { continue }
      let whole = KeyRange(holding: first, last)
      for (index, chunk) in chunks[hierarchy].enumerated() {
        let range = chunk.chunk.range
        if !whole.contains(range.start) || !whole.contains(range.last) {
          isUnchanged[hierarchy][index] = false
        }
      }
    }
  }

  /// Returns a hierarchy's rows, cut at the beginning and end of unchanged chunks.
  func runs(of hierarchy: Int) -> [Run] { runs(of: hierarchy, isUnchanged[hierarchy]) }

  private func runs(of hierarchy: Int, _ isUnchanged: [Bool]) -> [Run] {
    var runs: [Run] = []
    var chunk = 0
    for segment in tables.tables[hierarchy].segments {
      var row = 0
      while row < segment.count {
        let key = segment.keys[row]
        while chunk < isUnchanged.count,
          !isUnchanged[chunk] || chunks[hierarchy][chunk].chunk.range.last < key
        {
          chunk += 1
        }
        guard chunk < isUnchanged.count else {
          runs.append(.changed(segment, row..<segment.count))
          break
        }
        let next = chunks[hierarchy][chunk]
        if key < next.chunk.range.start {
          let end = segment.keys.firstRow(notBelow: next.chunk.range.start)
          runs.append(.changed(segment, row..<end))
          row = end
        } else {
          // The rows of the chunk may continue in the next segment.
          if slices[hierarchy][chunk].first.map({ $0.segment === segment }) ?? false {
            runs.append(.unchanged(next, slices[hierarchy][chunk]))
          }
          row = segment.keys.firstRow(notBelow: next.chunk.range.last + 1)
        }
      }
    }
    return runs
  }
}
