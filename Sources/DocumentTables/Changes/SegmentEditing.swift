/// The application of a table edit to segments, one at a time: updates values, removes rows and
/// inserts rows.
struct SegmentEditing: Sendable {
  private let edit: TableEdit
  private let changedColumns: [Int]
  private let hierarchy: HierarchyLayout
  /// The upper limit for the heap bytes of a text or data column.
  ///
  /// If updated values would exceed this limit, the rows are divided among several segments.
  private let largestHeap: Int

  /// A row to merge into a segment, and whether it is an inserted row rather than an updated one.
  private typealias ArrivingRow = (row: InsertedRow, isNew: Bool)

  init(_ edit: consuming TableEdit, _ hierarchy: HierarchyLayout, largestHeap: Int) {
    edit.putInOrder()
    changedColumns = edit.changedColumns
    self.edit = edit
    self.hierarchy = hierarchy
    self.largestHeap = largestHeap
  }

  /// Returns segments that contain only the inserted rows.
  func insertedSegments() -> [Segment] {
    if edit.foreign.isEmpty, let segments = wholeSegments(of: edit.inserted.contents) {
      return segments
    }
    return merge(nil, edit.inserted.contents.map { ($0, true) }, without: [])
  }

  /// Returns the segments that the rows come from; nil unless these are all rows of theirs.
  private func wholeSegments(of rows: [InsertedRow]) -> [Segment]? {
    var segments: [Segment] = []
    var position = 0
    while position < rows.count {
      guard let (segment, row) = rows[position].place, row == 0, !(segments.last === segment)
      else { return nil }
      let end = position + segment.count
      guard end <= rows.count,
        (position..<end).allSatisfy({ rows[$0].isRow($0 - position, of: segment) })
      else { return nil }
      segments.append(segment)
      position = end
    }
    return segments
  }

  /// Returns whether the edit changes any row in a range of keys.
  func touches(_ keys: ClosedRange<ObjectKey>) -> Bool {
    !(edit.inserted.positions(in: keys).isEmpty && edit.removed.positions(in: keys).isEmpty
      && edit.entities.positions(in: keys).isEmpty && edit.foreign.positions(in: keys).isEmpty
      && changedColumns.allSatisfy { edit.positions(ofColumn: $0, in: keys).isEmpty })
  }

  /// Returns the segments that replace `original`.
  ///
  /// `keys` is the range of keys that belong to this segment, including keys of rows to insert.
  func edited(_ original: Segment, _ keys: ClosedRange<ObjectKey>) -> [Segment] {
    guard touches(keys) else { return [original] }
    var segment = relabelled(original, keys)
    let inserted = edit.inserted.positions(in: keys)
    var arriving: [ArrivingRow] = edit.inserted.contents[inserted].map { ($0, true) }
    var leaving = edit.removed.keys[edit.removed.positions(in: keys)].compactMap {
      original.keys.row(of: $0)
    }
    let replaced = arriving.compactMap { original.keys.row(of: $0.row.key) }
    if !replaced.isEmpty { leaving = Set(leaving + replaced).sorted() }
    if outgrows(segment, keys) {
      let changed = changedRows(of: segment, keys, without: Set(leaving))
      arriving = (arriving + changed).sorted { $0.row.key < $1.row.key }
      leaving = Set(leaving + changed.compactMap { segment.keys.row(of: $0.row.key) }).sorted()
    } else {
      segment = update(segment, keys)
    }
    if !arriving.isEmpty { return merge(segment, arriving, without: leaving) }
    if leaving.isEmpty { return [segment] }
    return [segment.keeping(RowRuns(of: segment.count, without: leaving))]
  }

  /// Returns the segment with edited entities and foreign data, and the same rows and columns.
  private func relabelled(_ segment: Segment, _ keys: ClosedRange<ObjectKey>) -> Segment {
    let entities = edit.entities.positions(in: keys)
    let foreign = edit.foreign.positions(in: keys)
    if entities.isEmpty, foreign.isEmpty { return segment }
    var discriminators = (0..<segment.count).map { segment.entities[$0] }
    for position in entities {
      guard let row = segment.keys.row(of: edit.entities.keys[position]) else { continue }
      discriminators[row] = edit.entities.contents[position]
    }
    let first = discriminators.first ?? 0
    let isConstant = discriminators.allSatisfy { $0 == first }
    var trees = segment.foreign
    for position in foreign {
      guard let row = segment.keys.row(of: edit.foreign.keys[position]) else { continue }
      trees[row] = edit.foreign.contents[position]
    }
    return Segment(
      keys: segment.keys, entities: isConstant ? .constant(first) : .list(discriminators),
      columns: segment.columns, foreign: trees)
  }

  // MARK: Values

  /// Returns whether new values could make a column's heap exceed ``largestHeap``.
  private func outgrows(_ segment: Segment, _ keys: ClosedRange<ObjectKey>) -> Bool {
    changedColumns.contains { column in
      guard let values = edit.values(ofColumn: column) else { return false }
      let length = values.contents[values.positions(in: keys)].reduce(0) { length, value in
        switch value {
        case .text(let text): length + text.utf8.count
        case .data(let bytes): length + bytes.count
        // A byte of a text takes at most six in JSON, and the rest of a value fewer than are counted.
        case .tree, .array: length + 6 * value.nestedBytes
        default: length
        }
      }
      guard length > 0 else { return false }
      switch segment.columns[column] {
      case .text(let heap), .data(let heap): return heap.bytes.count + length > largestHeap
      case .nested(let nested): return nested.texts.bytes.count + length > largestHeap
      default: return length > largestHeap
      }
    }
  }

  /// Returns the updated rows with their new values, for merging under their old keys.
  private func changedRows(
    of segment: Segment, _ keys: ClosedRange<ObjectKey>, without leaving: Set<Int>
  ) -> [ArrivingRow] {
    var changed: [Int: [Value]] = [:]
    for column in changedColumns {
      forEachCell(of: column, in: keys, segment) { row, value in
        if leaving.contains(row) { return }
        // The old values of a row are copied once, not once for each change.
        if changed[row] == nil {
          changed[row] = segment.columns.indices.map { segment.value(at: row, column: $0) }
        }
        changed[row]?[column] = value
      }
    }
    return changed.map { row, values in
      let changed = InsertedRow(
        hierarchy: edit.hierarchy, key: segment.keys[row], discriminator: segment.entities[row],
        values: values)
      return (changed, false)
    }
  }

  /// Returns the segment with new columns in place of those with changed values.
  private func update(_ segment: Segment, _ keys: ClosedRange<ObjectKey>) -> Segment {
    var columns: [Int: Column] = [:]
    for index in changedColumns {
      if let column = referring(segment, index, keys) {
        columns[index] = column
        continue
      }
      let column = segment.columns[index]
      var builder: ColumnBuilder?
      var copied = 0
      forEachCell(of: index, in: keys, segment) { row, value in
        let to = builder ?? hierarchy.columns[index].makeBuilder(expectedRows: segment.count)
        builder = to
        to.append(column, rows: copied..<row)
        to.append(value)
        copied = row + 1
      }
      guard let builder else { continue }
      builder.append(column, rows: copied..<segment.count)
      columns[index] = builder.finish()
    }
    return columns.isEmpty ? segment : Segment(segment, replacing: columns)
  }

  /// Returns a column with changed references; nil if nothing in it changes, or if the column or a
  /// changed row needs the builder.
  ///
  /// A faster way to the builder's result, because merges change a large part of a column. A column
  /// that is not stored as plain references, and changes of rows that are nil, are left to the
  /// builder.
  private func referring(
    _ segment: Segment, _ index: Int, _ keys: ClosedRange<ObjectKey>
  ) -> Column? {
    guard let edits = edit.references(ofColumn: index) else { return nil }
    let positions = edits.positions(in: keys)
    guard !positions.isEmpty, case .reference(let column) = segment.columns[index] else {
      return nil
    }
    var values = column.values
    var nulls = column.nulls
    var isChanged = false
    for position in positions {
      guard let row = segment.keys.row(of: edits.keys[position]) else { continue }
      if column.nulls[row] { return nil }
      isChanged = true
      values[row] = edits.contents[position] ?? 0
      if edits.contents[position] == nil { nulls.insert(row) }
    }
    if !isChanged { return nil }
    // Column builders also finish columns of nulls as constants.
    if nulls.nullCount == values.count { return .constant(.null, count: values.count) }
    return .reference(FixedColumn(values: values, nulls: nulls))
  }

  /// Calls `body` with the changed values of a column for the rows of a segment, in ascending
  /// order.
  private func forEachCell(
    of column: Int, in keys: ClosedRange<ObjectKey>, _ segment: Segment,
    _ body: (_ row: Int, Value) -> Void
  ) {
    let positions = edit.positions(ofColumn: column, in: keys)
    let edited = positions.isEmpty ? [] : edit.keys(ofColumn: column)
    for position in positions {
      guard let row = segment.keys.row(of: edited[position]) else { continue }
      body(row, edit.value(at: position, column: column))
    }
  }

  // MARK: Rows

  /// Copies the remaining rows and merges in the arriving rows in key order.
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
    var position = 0
    while position < arriving.count {
      let (row, isNew) = arriving[position]
      if let segment { copy(upTo: segment.keys.firstRow(notBelow: row.key)) }
      if builder.isFull { close() }
      if isNew, edit.foreign.isEmpty, let (source, first) = row.place {
        let before = segment.flatMap { next < count ? $0.keys[next] : nil } ?? .max
        let end = run(of: arriving, from: position, before: before, atMost: builder.room)
        builder.append(source, rows: first..<first + end - position)
        position = end
        continue
      }
      position += 1
      builder.append(key: row.key, discriminator: row.discriminator, values: row.values)
      // An updated row keeps its foreign data. A replaced row loses it.
      let old = isNew ? nil : segment.flatMap { $0.keys.row(of: row.key) }
      let tree =
        isNew ? edit.foreign.content(of: row.key) ?? nil : old.flatMap { segment?.foreign[$0] }
      if let tree { builder.setForeign(tree) }
    }
    if next < count, builder.rowCount + count - next > 2 * SegmentBuilder.maximumRows { close() }
    copy(upTo: count)
    close()
    return segments
  }

  /// Returns the end of the arriving rows that are successive rows of one segment, and that no row of
  /// the table is between.
  private func run(
    of arriving: [ArrivingRow], from start: Int, before key: ObjectKey, atMost limit: Int
  ) -> Int {
    guard let (segment, first) = arriving[start].row.place else { return start }
    var end = start + 1
    while end < arriving.count, end - start < limit, arriving[end].isNew,
      arriving[end].row.key < key, arriving[end].row.isRow(first + end - start, of: segment)
    {
      end += 1
    }
    return end
  }
}
