extension Tables {
  /// The tables after a change set, sharing every segment and column that it does not touch.
  ///
  /// Updates and deletions of rows that do not exist are ignored: the caller has compared its base
  /// with these tables. A row inserted under a key in use replaces the row there, and of two
  /// changes of one property the later counts. Cost follows the touched segments.
  ///
  /// - Parameter largestHeap: Where the bytes of a text or data column would become more, the rows of
  ///   the segment are dealt out to several; offsets into a heap have 32 bits.
  package func applying(
    _ changes: ChangeSet, largestHeap: Int = SegmentBuilder.largestHeapBytes
  ) -> Tables {
    var result = self
    result.nextKey = max(nextKey, changes.nextKey)
    var edits = schema.hierarchies.map { TableEdit(hierarchy: $0, largestHeap: largestHeap) }
    for row in changes.inserted where edits.indices.contains(row.hierarchy) {
      edits[row.hierarchy].inserted.append(row)
      // A key that is handed out twice would make a document that cannot be opened again.
      if row.key >= result.nextKey { result.nextKey = row.key &+ 1 }
    }
    for row in changes.updated where edits.indices.contains(row.hierarchy) {
      edits[row.hierarchy].updated.append(row)
    }
    for row in changes.deleted where edits.indices.contains(row.hierarchy) {
      edits[row.hierarchy].deleted.append(row.key)
    }
    for index in edits.indices where !edits[index].isEmpty {
      edits[index].putInOrder()
      result.tables[index] = edits[index].apply(to: tables[index])
    }
    if !extensions.isEmpty || !keptParts.isEmpty {
      result.removeContent(anchoredTo: Set(changes.deleted.map(\.key)))
    }
    return result
  }

  /// Foreign content goes with the object that it belongs to.
  mutating func removeContent(anchoredTo gone: Set<ObjectKey>) {
    guard !gone.isEmpty else { return }
    extensions.removeAll { $0.anchor.map(gone.contains) ?? false }
    keptParts.removeAll { $0.anchor.map(gone.contains) ?? false }
  }
}

/// The part of a change set that concerns one table.
private struct TableEdit {
  let hierarchy: HierarchyLayout
  let largestHeap: Int
  var inserted: [InsertedRow] = []
  var updated: [UpdatedRow] = []
  var deleted: [ObjectKey] = []

  init(hierarchy: HierarchyLayout, largestHeap: Int) {
    self.hierarchy = hierarchy
    self.largestHeap = largestHeap
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Ascending by key, so that the segments can be gone through once; what was said first of a key
  /// stays first.
  mutating func putInOrder() {
    if !Self.isAscending(inserted.lazy.map(\.key)) {
      inserted.sort { $0.key < $1.key }
      // Of two rows with one key the later counts; sorting keeps their order.
      var last: [InsertedRow] = []
      for row in inserted {
        if last.last?.key == row.key { last.removeLast() }
        last.append(row)
      }
      inserted = last
    }
    if !Self.isAscending(updated.lazy.map(\.key)) { updated.sort { $0.key < $1.key } }
    if !Self.isAscending(deleted) { deleted = Set(deleted).sorted() }
  }

  private static func isAscending(_ keys: some Sequence<ObjectKey>) -> Bool {
    var last: ObjectKey?
    for key in keys {
      if let last, last >= key { return false }
      last = key
    }
    return true
  }

  func apply(to table: Table) -> Table {
    if table.segments.isEmpty {
      return Table(segments: merge(nil, inserted.map { ($0, true) }, without: []), after: table)
    }
    var segments: [Segment] = []
    segments.reserveCapacity(table.segments.count + 1)
    var nextInserted = 0
    var nextUpdated = 0
    var nextDeleted = 0
    for (index, original) in table.segments.enumerated() {
      // Rows that are new go to the segment before the place where they would begin another.
      let following = index + 1 < table.segments.count ? table.segments[index + 1].keys[0] : nil
      func end(from start: Int, of count: Int, _ key: (Int) -> ObjectKey) -> Int {
        var end = start
        while end < count, following.map({ key(end) < $0 }) ?? true { end += 1 }
        return end
      }
      let lastInserted = end(from: nextInserted, of: inserted.count) { inserted[$0].key }
      let lastUpdated = end(from: nextUpdated, of: updated.count) { updated[$0].key }
      let lastDeleted = end(from: nextDeleted, of: deleted.count) { deleted[$0] }
      let here = inserted[nextInserted..<lastInserted]
      let leaving = rows(of: original, deleted[nextDeleted..<lastDeleted], here)
      let cells = cells(of: original, updated[nextUpdated..<lastUpdated])
      (nextInserted, nextUpdated, nextDeleted) = (lastInserted, lastUpdated, lastDeleted)
      if cells.isEmpty, here.isEmpty, leaving.isEmpty {
        segments.append(original)
      } else {
        segments += edited(original, here.map { ($0, true) }, cells, without: leaving)
      }
    }
    return Table(segments: segments, after: table)
  }

  private func edited(
    _ original: Segment, _ new: [ArrivingRow], _ cells: [Cell], without gone: [Int]
  ) -> [Segment] {
    var segment = original
    var arriving = new
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
    return arriving.isEmpty && leaving.isEmpty
      ? [segment] : merge(segment, arriving, without: leaving)
  }

  /// A row that comes into a segment, and whether it is a new one rather than one that changes.
  private typealias ArrivingRow = (row: InsertedRow, isNew: Bool)

  /// One value that changes.
  private struct Cell {
    var row: Int
    var column: Int
    var value: Value
  }

  /// The rows that go, or that others take the place of, ascending.
  private func rows(
    of segment: Segment, _ deleted: ArraySlice<ObjectKey>, _ inserted: ArraySlice<InsertedRow>
  ) -> [Int] {
    let rows = deleted.compactMap { segment.keys.row(of: $0) }
    let replaced = inserted.compactMap { segment.keys.row(of: $0.key) }
    return replaced.isEmpty ? rows : Set(rows + replaced).sorted()
  }

  /// The values that change, by ascending row.
  private func cells(of segment: Segment, _ updated: ArraySlice<UpdatedRow>) -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(updated.count)
    for row in updated {
      guard let position = segment.keys.row(of: row.key) else { continue }
      for change in row.changes {
        cells.append(Cell(row: position, column: change.column, value: change.new))
      }
    }
    return cells
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
