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
      edits[row.hierarchy].inserted[row.key] = row
      // A key that is handed out twice would make a document that cannot be opened again.
      if row.key >= result.nextKey { result.nextKey = row.key &+ 1 }
    }
    for row in changes.updated where edits.indices.contains(row.hierarchy) {
      for change in row.changes {
        edits[row.hierarchy].updated[row.key, default: [:]][change.column] = change.new
      }
    }
    for row in changes.deleted where edits.indices.contains(row.hierarchy) {
      edits[row.hierarchy].deleted.insert(row.key)
    }
    for (index, edit) in edits.enumerated() where !edit.isEmpty {
      result.tables[index] = edit.apply(to: tables[index])
    }
    result.removeContent(anchoredTo: Set(changes.deleted.map(\.key)))
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
  var inserted: [ObjectKey: InsertedRow] = [:]
  /// New values by column.
  var updated: [ObjectKey: [Int: Value]] = [:]
  var deleted: Set<ObjectKey> = []

  init(hierarchy: HierarchyLayout, largestHeap: Int) {
    self.hierarchy = hierarchy
    self.largestHeap = largestHeap
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  func apply(to table: Table) -> Table {
    var insertedBySegment: [Int: [InsertedRow]] = [:]
    for row in inserted.values {
      insertedBySegment[table.segmentIndex(for: row.key) ?? 0, default: []].append(row)
    }
    var updatedBySegment: [Int: [Int: [Int: Value]]] = [:]
    for (key, changes) in updated {
      guard let location = table.location(of: key) else { continue }
      updatedBySegment[location.segment, default: [:]][location.row] = changes
    }
    var deletedBySegment: [Int: Set<Int>] = [:]
    for key in deleted.union(inserted.keys) {
      guard let location = table.location(of: key) else { continue }
      deletedBySegment[location.segment, default: []].insert(location.row)
    }
    var segments: [Segment] = []
    segments.reserveCapacity(table.segments.count + 1)
    for (index, original) in table.segments.enumerated() {
      var segment = original
      var arriving = insertedBySegment[index]?.sorted { $0.key < $1.key } ?? []
      var leaving = deletedBySegment[index] ?? []
      if let changes = updatedBySegment[index] {
        if outgrows(segment, changes) {
          arriving += changedRows(of: segment, changes, without: leaving)
          arriving.sort { $0.key < $1.key }
          leaving.formUnion(changes.keys)
        } else {
          segment = update(segment, changes)
        }
      }
      if arriving.isEmpty, leaving.isEmpty {
        segments.append(segment)
      } else {
        segments.append(contentsOf: merge(segment, arriving, without: leaving))
      }
    }
    if table.segments.isEmpty {
      segments = merge(nil, inserted.values.sorted { $0.key < $1.key }, without: [])
    }
    return Table(segments: segments, after: table)
  }

  /// Whether new values make a heap longer than it may be.
  private func outgrows(_ segment: Segment, _ changes: [Int: [Int: Value]]) -> Bool {
    var lengths: [Int: Int] = [:]
    for values in changes.values {
      for (column, value) in values {
        switch value {
        case .text(let text): lengths[column, default: 0] += text.utf8.count
        case .data(let bytes): lengths[column, default: 0] += bytes.count
        default: break
        }
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
    of segment: Segment, _ changes: [Int: [Int: Value]], without leaving: Set<Int>
  ) -> [InsertedRow] {
    changes.filter { !leaving.contains($0.key) }.map { row, edits in
      InsertedRow(
        hierarchy: 0, key: segment.keys[row], discriminator: segment.entities[row],
        values: segment.columns.indices.map { edits[$0] ?? segment.value(at: row, column: $0) })
    }
  }

  /// New columns where a row changes, the old ones everywhere else.
  private func update(_ segment: Segment, _ changes: [Int: [Int: Value]]) -> Segment {
    var byColumn: [Int: [(row: Int, value: Value)]] = [:]
    for (row, values) in changes {
      for (column, value) in values { byColumn[column, default: []].append((row, value)) }
    }
    var columns: [Int: Column] = [:]
    for (index, edits) in byColumn where segment.columns.indices.contains(index) {
      let column = segment.columns[index]
      let builder = hierarchy.columns[index].makeBuilder(expectedRows: segment.count)
      var copied = 0
      for edit in edits.sorted(by: { $0.row < $1.row }) {
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
    _ segment: Segment?, _ arriving: [InsertedRow], without leaving: Set<Int>
  ) -> [Segment] {
    var segments: [Segment] = []
    var builder = SegmentBuilder(hierarchy)
    func close() {
      segments.append(builder.finish())
      builder = SegmentBuilder(hierarchy)
    }
    var next = 0
    let count = segment?.count ?? 0
    func copy(upTo end: Int) {
      guard let segment else { return }
      while next < end {
        if leaving.contains(next) {
          next += 1
          continue
        }
        var stop = next
        while stop < end, !leaving.contains(stop), stop - next < SegmentBuilder.maximumRows {
          stop += 1
        }
        builder.append(segment, rows: next..<stop)
        next = stop
      }
    }
    for row in arriving {
      if let segment { copy(upTo: segment.keys.firstRow(notBelow: row.key)) }
      if builder.isFull { close() }
      builder.append(key: row.key, discriminator: row.discriminator, values: row.values)
      // Foreign data stays with a row that only changes, and goes with one that is replaced.
      if inserted[row.key] == nil, let segment, let old = segment.keys.row(of: row.key),
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
