/// What making one row of several does to tables: to those rows, and to the rows that refer to them.
///
/// A ``ChangeSet`` could say the same. Where rows of every segment are merged it would take more room
/// and time than the rows themselves.
package struct MergeEdit: Sendable {
  /// A reference that leads to another row than before, or to none.
  package struct Reference: Sendable {
    package var location: RowLocation
    package var key: ObjectKey
    package var old: ObjectKey
    package var new: ObjectKey?
    package var discriminator: UInt16

    package init(
      location: RowLocation, key: ObjectKey, discriminator: UInt16, old: ObjectKey, new: ObjectKey?
    ) {
      self.location = location
      self.key = key
      self.discriminator = discriminator
      self.old = old
      self.new = new
    }
  }

  /// The references through one column that change, in the order of their rows.
  package struct References: Sendable {
    package var hierarchy: Int
    package var column: Int
    package var changed: [Reference]

    package init(hierarchy: Int, column: Int, changed: [Reference]) {
      self.hierarchy = hierarchy
      self.column = column
      self.changed = changed
    }
  }

  /// A row that stays and gets other values.
  package struct Survivor: Sendable {
    package var location: RowLocation
    package var key: ObjectKey
    package var discriminator: UInt16
    package var changes: [PropertyChange]

    package init(
      location: RowLocation, key: ObjectKey, discriminator: UInt16, changes: [PropertyChange]
    ) {
      self.location = location
      self.key = key
      self.discriminator = discriminator
      self.changes = changes
    }
  }

  /// The table whose rows are merged.
  package let hierarchy: Int
  /// The rows that go, ascending.
  package let removed: [RowLocation]
  /// Ascending by row.
  package var survivors: [Survivor] = []
  package var references: [References] = []
  /// What is known of the rows that stay, as long as their values stay too.
  fileprivate let known: KnownUniqueness?

  /// An edit by which some rows of groups go, told by their positions in the groups' rows.
  package init(hierarchy: Int, _ groups: DuplicateGroups, without isGone: [Bool]) {
    self.hierarchy = hierarchy
    removed = groups.rows.indices.filter { isGone[$0] }.map { groups.rows[$0] }
      .sorted { ($0.segment, $0.row) < ($1.segment, $1.row) }
    known = groups.uniqueness(without: isGone)
  }

  package var isEmpty: Bool {
    removed.isEmpty && survivors.isEmpty && references.allSatisfy(\.changed.isEmpty)
  }
}

extension Tables {
  /// The tables after rows were merged, sharing every segment and column that this does not touch.
  ///
  /// The edit's places are those of these tables. One that is empty still says what its search has
  /// proven. Where nobody else holds them, each segment is freed
  /// as soon as its successor is made.
  package consuming func applying(
    _ edit: MergeEdit, largestHeap: Int = SegmentBuilder.largestHeapBytes
  ) -> Tables {
    var result = self
    let goneKeys =
      result.extensions.isEmpty && result.keptParts.isEmpty
      ? []
      : Set(
        edit.removed.map {
          result.tables[edit.hierarchy].segments[$0.segment].keys[$0.row]
        })
    for references in edit.references where !references.changed.isEmpty {
      result.editSegments(of: references.hierarchy, changing: [references.column]) { segments in
        references.changed.forEachSegment(\.location) { index, changed in
          let segment = segments[index]
          let column = segment.columns[references.column].referring(changed)
          segments[index] = Segment(segment, replacing: [references.column: column])
        }
      }
    }
    result.merge(edit, largestHeap: largestHeap)
    result.removeContent(anchoredTo: goneKeys)
    return result
  }

  private mutating func merge(_ edit: MergeEdit, largestHeap: Int) {
    let editing = SegmentEditing(
      hierarchy: schema.hierarchies[edit.hierarchy], largestHeap: largestHeap)
    let changed = Set(edit.survivors.lazy.flatMap { $0.changes.map(\.column) })
    editSegments(of: edit.hierarchy, changing: changed, edit.known) { segments in
      var removed = edit.removed[...]
      var survivors = edit.survivors[...]
      var result: [Segment] = []
      result.reserveCapacity(segments.count)
      // From the back, so that each segment leaves the list that is edited.
      for index in segments.indices.reversed() {
        let segment = segments.removeLast()
        let leaving = removed.takeLast { $0.segment == index }.map(\.row)
        let cells = survivors.takeLast { $0.location.segment == index }.flatMap { survivor in
          survivor.changes.map {
            SegmentEditing.Cell(row: survivor.location.row, column: $0.column, value: $0.new)
          }
        }
        result +=
          leaving.isEmpty && cells.isEmpty
          ? [segment] : editing.edited(segment, [], cells, without: leaving).reversed()
      }
      segments = result.reversed()
    }
  }

  /// Replaces the segments of a table, which holds none of them meanwhile.
  ///
  /// - Parameters:
  ///   - changed: The columns in which rows change; other than that, rows only go.
  ///   - known: What the rows that stay are known for, as long as their columns do not change.
  private mutating func editSegments(
    of hierarchy: Int, changing changed: Set<Int>, _ known: KnownUniqueness? = nil,
    _ edit: (inout [Segment]) -> Void
  ) {
    let indexes = tables[hierarchy].indexes
    var stillKnown = tables[hierarchy].known
    if let known, !stillKnown.contains(known) { stillKnown.append(known) }
    stillKnown.removeAll { !$0.columns.isDisjoint(with: changed) }
    var segments = tables[hierarchy].segments
    tables[hierarchy] = Table()
    edit(&segments)
    tables[hierarchy] = Table(segments: segments, after: indexes, known: stillKnown)
  }
}

extension Column {
  /// The same with references that lead elsewhere.
  fileprivate func referring(_ changed: ArraySlice<MergeEdit.Reference>) -> Column {
    guard case .reference(let column) = self else {
      let builder = ColumnBuilder(.reference, expectedRows: count)
      var copied = 0
      for reference in changed {
        builder.append(self, rows: copied..<reference.location.row)
        builder.append(reference.new.map { .reference($0) } ?? .null)
        copied = reference.location.row + 1
      }
      builder.append(self, rows: copied..<count)
      return builder.finish()
    }
    var values = column.values
    var nulls = column.nulls
    for reference in changed {
      values[reference.location.row] = reference.new ?? 0
      if reference.new == nil { nulls.insert(reference.location.row) }
    }
    // As builders finish columns.
    if nulls.nullCount == values.count { return .constant(.null, count: values.count) }
    return .reference(FixedColumn(values: values, nulls: nulls))
  }
}

extension Array {
  /// Hands elements over segment by segment, where they stand in the order of their rows.
  fileprivate func forEachSegment(
    _ location: KeyPath<Element, RowLocation>, _ body: (Int, ArraySlice<Element>) -> Void
  ) {
    var start = startIndex
    while start < endIndex {
      let segment = self[start][keyPath: location].segment
      let end = self[start...].firstIndex { $0[keyPath: location].segment != segment } ?? endIndex
      body(segment, self[start..<end])
      start = end
    }
  }
}

extension ArraySlice {
  /// Removes the last elements that have something in common.
  fileprivate mutating func takeLast(while isWanted: (Element) -> Bool) -> ArraySlice<Element> {
    var start = endIndex
    while start > startIndex, isWanted(self[start - 1]) { start -= 1 }
    let taken = self[start...]
    self = self[..<start]
    return taken
  }
}
