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
  /// proven. Where nobody else holds them, each segment is freed as soon as its successor is made.
  package consuming func applying(
    _ edit: MergeEdit, largestHeap: Int = SegmentBuilder.largestHeapBytes,
    workers: WorkerCount = .standard
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
      let column = references.column
      result.edit(
        references.hierarchy, changing: [column], nil, workers,
        SegmentQueue(references: references.changed)
      ) { piece in
        let changed = piece.segment.columns[column].referring(piece.references)
        return [Segment(piece.segment, replacing: [column: changed])]
      }
    }
    let editing = SegmentEditing(
      hierarchy: result.schema.hierarchies[edit.hierarchy], largestHeap: largestHeap)
    result.edit(
      edit.hierarchy, changing: Set(edit.survivors.lazy.flatMap { $0.changes.map(\.column) }),
      edit.known, workers, SegmentQueue(removed: edit.removed, survivors: edit.survivors)
    ) { piece in
      let cells = piece.survivors.flatMap { survivor in
        survivor.changes.map {
          SegmentEditing.Cell(row: survivor.location.row, column: $0.column, value: $0.new)
        }
      }
      return editing.edited(piece.segment, [], cells, without: piece.removed.map(\.row))
    }
    result.removeContent(anchoredTo: goneKeys)
    return result
  }

  /// Replaces the segments of a table, side by side; it holds none of them meanwhile.
  ///
  /// - Parameters:
  ///   - changed: The columns in which rows change; other than that, rows only go.
  ///   - known: What the rows that stay are known for, as long as their columns do not change.
  private mutating func edit(
    _ hierarchy: Int, changing changed: Set<Int>, _ known: KnownUniqueness?,
    _ workers: WorkerCount, _ queue: SegmentQueue,
    _ edited: @escaping @Sendable (SegmentQueue.Piece) -> [Segment]
  ) {
    let indexes = tables[hierarchy].indexes
    var stillKnown = tables[hierarchy].known
    if let known, !stillKnown.contains(known) { stillKnown.append(known) }
    stillKnown.removeAll { !$0.columns.isDisjoint(with: changed) }
    queue.segments = tables[hierarchy].segments
    tables[hierarchy] = Table()
    var segments: [Segment] = []
    segments.reserveCapacity(queue.segments.count)
    Workers.run(workers) { (workers: inout Workers) in
      workers.forEach(of: queue) { piece in
        piece.isUntouched ? [piece.segment] : edited(piece)
      } _: { _, new in
        segments += new.reversed()
      }
    }
    segments.reverse()
    tables[hierarchy] = Table(segments: segments, after: indexes, known: stillKnown)
  }
}

/// Segments with what changes in each, from the last to the first: taken off their list, so that
/// nobody holds one who does not work on it.
private final class SegmentQueue: Sequence, IteratorProtocol {
  struct Piece: Sendable {
    let segment: Segment
    let references: ArraySlice<MergeEdit.Reference>
    let removed: ArraySlice<RowLocation>
    let survivors: ArraySlice<MergeEdit.Survivor>

    var isUntouched: Bool { references.isEmpty && removed.isEmpty && survivors.isEmpty }
  }

  var segments: [Segment] = []
  private var references: ArraySlice<MergeEdit.Reference>
  private var removed: ArraySlice<RowLocation>
  private var survivors: ArraySlice<MergeEdit.Survivor>

  init(
    references: [MergeEdit.Reference] = [], removed: [RowLocation] = [],
    survivors: [MergeEdit.Survivor] = []
  ) {
    self.references = references[...]
    self.removed = removed[...]
    self.survivors = survivors[...]
  }

  func next() -> Piece? {
    guard let segment = segments.popLast() else { return nil }
    let index = segments.count
    return Piece(
      segment: segment,
      references: references.takeLast { $0.location.segment == index },
      removed: removed.takeLast { $0.segment == index },
      survivors: survivors.takeLast { $0.location.segment == index })
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
