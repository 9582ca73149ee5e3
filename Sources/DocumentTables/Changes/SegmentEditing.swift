/// Makes segments of one whose values change, whose rows go, and that new rows come into.
struct SegmentEditing {
  let hierarchy: HierarchyLayout
  /// Where the bytes of a text or data column would become more, the rows are dealt out to several
  /// segments.
  let largestHeap: Int

  /// One value that changes.
  struct Cell {
    var row: Int
    var column: Int
    var value: Value
  }

  /// A row that comes into a segment, and whether it is a new one rather than one that changes.
  private typealias ArrivingRow = (row: InsertedRow, isNew: Bool)

  /// Segments of nothing but new rows.
  func segments(of new: [InsertedRow]) -> [Segment] {
    merge(nil, new.map { ($0, true) }, without: [])
  }

  /// Takes cells by ascending row, of two for one value the later counts, and ascending rows that go.
  func edited(
    _ original: Segment, _ new: [InsertedRow], _ cells: [Cell], without gone: [Int]
  ) -> [Segment] {
    var segment = original
    var arriving: [ArrivingRow] = new.map { ($0, true) }
    var leaving = gone
    if !cells.isEmpty {
      if outgrows(segment, cells) {
        let leavingRows = Set(leaving)
        arriving += changedRows(of: segment, cells, without: leavingRows)
        arriving.sort { $0.row.key < $1.row.key }
        leaving = leavingRows.union(cells.map(\.row)).sorted()
      } else {
        segment = update(segment, cells)
      }
    }
    if !arriving.isEmpty { return merge(segment, arriving, without: leaving) }
    if leaving.isEmpty { return [segment] }
    return [segment.keeping(RowRuns(of: segment.count, without: leaving))]
  }

  /// Whether new values make a heap longer than it may be.
  private func outgrows(_ segment: Segment, _ cells: [Cell]) -> Bool {
    var lengths: [Int: Int] = [:]
    for cell in cells {
      switch cell.value {
      case .text(let text): lengths[cell.column, default: 0] += text.utf8.count
      case .data(let bytes): lengths[cell.column, default: 0] += bytes.count
      default: break
      }
    }
    return lengths.contains { column, length in
      guard segment.columns.indices.contains(column) else { return false }
      switch segment.columns[column] {
      case .text(let heap), .data(let heap): return heap.bytes.count + length > largestHeap
      default: return length > largestHeap
      }
    }
  }

  /// The rows that change, as rows that arrive in their own place.
  private func changedRows(
    of segment: Segment, _ cells: [Cell], without leaving: Set<Int>
  ) -> [ArrivingRow] {
    var rows: [(row: Int, values: [Value])] = []
    for cell in cells where !leaving.contains(cell.row) {
      if rows.last?.row != cell.row {
        let values = segment.columns.indices.map { segment.value(at: cell.row, column: $0) }
        rows.append((cell.row, values))
      }
      guard segment.columns.indices.contains(cell.column) else { continue }
      rows[rows.count - 1].values[cell.column] = cell.value
    }
    return rows.map { row, values in
      let changed = InsertedRow(
        hierarchy: 0, key: segment.keys[row], discriminator: segment.entities[row], values: values)
      return (changed, false)
    }
  }

  /// New columns where a row changes, the old ones everywhere else.
  private func update(_ segment: Segment, _ cells: [Cell]) -> Segment {
    var byColumn: [[(row: Int, value: Value)]] = segment.columns.map { _ in [] }
    for cell in cells where byColumn.indices.contains(cell.column) {
      // Of two changes of one value the later counts.
      if byColumn[cell.column].last?.row == cell.row { byColumn[cell.column].removeLast() }
      byColumn[cell.column].append((cell.row, cell.value))
    }
    var columns: [Int: Column] = [:]
    for (index, edits) in byColumn.enumerated() where !edits.isEmpty {
      let column = segment.columns[index]
      let builder = hierarchy.columns[index].makeBuilder(expectedRows: segment.count)
      var copied = 0
      for edit in edits {
        builder.append(column, rows: copied..<edit.row)
        builder.append(edit.value)
        copied = edit.row + 1
      }
      builder.append(column, rows: copied..<segment.count)
      columns[index] = builder.finish()
    }
    return Segment(segment, replacing: columns)
  }

  /// Copies the rows that stay and lets the new ones in at the place of their keys.
  private func merge(
    _ segment: Segment?, _ arriving: [ArrivingRow], without leaving: [Int]
  ) -> [Segment] {
    let count = segment?.count ?? 0
    func makeBuilder() -> SegmentBuilder {
      let rows = max(0, count + arriving.count - leaving.count)
      let builder = SegmentBuilder(
        hierarchy, expectedRows: min(rows, max(count, 2 * SegmentBuilder.maximumRows)))
      for (column, builder) in zip(segment?.columns ?? [], builder.columns) {
        if case .text(let source) = column { builder.heap.reserveCapacity(source.bytes.count) }
      }
      return builder
    }
    var segments: [Segment] = []
    var builder = makeBuilder()
    func close() {
      segments.append(builder.finish())
      builder = makeBuilder()
    }
    var next = 0
    var nextLeaving = 0
    func copy(upTo end: Int) {
      guard let segment else { return }
      while next < end {
        let gone = nextLeaving < leaving.count ? leaving[nextLeaving] : Int.max
        let stop = min(end, gone)
        if next < stop { builder.append(segment, rows: next..<stop) }
        next = stop
        if next == gone, next < end {
          next += 1
          nextLeaving += 1
        }
      }
    }
    for (row, isNew) in arriving {
      if let segment { copy(upTo: segment.keys.firstRow(notBelow: row.key)) }
      if builder.isFull { close() }
      builder.append(key: row.key, discriminator: row.discriminator, values: row.values)
      // Foreign data stays with a row that only changes, and goes with one that is replaced.
      if !isNew, let segment, let old = segment.keys.row(of: row.key),
        let tree = segment.foreign[old]
      {
        builder.setForeign(tree)
      }
    }
    if next < count, builder.rowCount + count - next > 2 * SegmentBuilder.maximumRows { close() }
    copy(upTo: count)
    close()
    return segments
  }
}
