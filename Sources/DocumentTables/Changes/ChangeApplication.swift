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
  private let editing: SegmentEditing
  var inserted: [InsertedRow] = []
  var updated: [UpdatedRow] = []
  var deleted: [ObjectKey] = []

  init(hierarchy: HierarchyLayout, largestHeap: Int) {
    editing = SegmentEditing(hierarchy: hierarchy, largestHeap: largestHeap)
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
      return Table(segments: editing.segments(of: inserted), after: table)
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
        segments += editing.edited(original, Array(here), cells, without: leaving)
      }
    }
    return Table(segments: segments, after: table)
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
  private func cells(
    of segment: Segment, _ updated: ArraySlice<UpdatedRow>
  ) -> [SegmentEditing.Cell] {
    var cells: [SegmentEditing.Cell] = []
    cells.reserveCapacity(updated.count)
    for row in updated {
      guard let position = segment.keys.row(of: row.key) else { continue }
      for change in row.changes {
        cells.append(SegmentEditing.Cell(row: position, column: change.column, value: change.new))
      }
    }
    return cells
  }
}
