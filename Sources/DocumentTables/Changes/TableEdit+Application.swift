extension Tables {
  /// The tables after edits, sharing every segment and column that these do not touch.
  ///
  /// Values and removals of rows that do not exist are ignored; `nextKey` is the caller's. An edit
  /// that is empty still says what its search has proven. Where the caller alone holds these tables,
  /// each segment is freed as soon as its successor is made.
  ///
  /// - Parameter largestHeap: Where the bytes of a text or data column would become more, the rows of
  ///   the segment are dealt out to several; offsets into a heap have 32 bits.
  package consuming func applying(
    _ edits: [TableEdit], largestHeap: Int = SegmentBuilder.largestHeapBytes,
    workers: WorkerCount = .standard
  ) -> Tables {
    var result = self
    for edit in edits where !edit.isWithoutEffect { result.apply(edit, largestHeap, workers) }
    if !result.extensions.isEmpty || !result.keptParts.isEmpty {
      result.removeContent(anchoredTo: Set(edits.flatMap(\.removed.keys)))
    }
    return result
  }

  /// Replaces the segments of a table; the table holds none of them meanwhile.
  private mutating func apply(_ edit: TableEdit, _ largestHeap: Int, _ workers: WorkerCount) {
    let hierarchy = edit.hierarchy
    let known = edit.known(of: tables[hierarchy])
    let indexes = tables[hierarchy].indexes
    let editing = SegmentEditing(edit, schema.hierarchies[hierarchy], largestHeap: largestHeap)
    let queue = SegmentQueue(tables[hierarchy].segments)
    tables[hierarchy] = Table()
    var segments: [Segment] = []
    if queue.segments.isEmpty {
      segments = editing.insertedSegments()
    } else if edit.count < Self.fewEdits {
      for piece in queue {
        if editing.touches(piece.keys) {
          segments += editing.edited(piece.segment, piece.keys).reversed()
        } else {
          segments.append(piece.segment)
        }
      }
      segments.reverse()
    } else {
      Workers.run(workers) { (workers: inout Workers) in
        workers.forEach(of: queue) { piece in
          editing.edited(piece.segment, piece.keys)
        } _: { _, new in
          segments += new.reversed()
        }
      }
      segments.reverse()
    }
    tables[hierarchy] = Table(segments: segments, after: indexes, known: known)
  }

  /// For fewer a thread is not worth its beginning.
  private static let fewEdits = 1000

  /// Foreign content goes with the object that it belongs to.
  mutating func removeContent(anchoredTo gone: Set<ObjectKey>) {
    guard !gone.isEmpty else { return }
    extensions.removeAll { $0.anchor.map(gone.contains) ?? false }
    keptParts.removeAll { $0.anchor.map(gone.contains) ?? false }
  }
}

/// Segments with the keys that belong to each, from the last to the first: taken off their list, so
/// that only those hold one who work on it.
private final class SegmentQueue: Sequence, IteratorProtocol {
  struct Piece: Sendable {
    let segment: Segment
    /// Rows that are new go to the segment before the place where they would begin another.
    let keys: ClosedRange<ObjectKey>
  }

  private(set) var segments: [Segment]
  private var end = ObjectKey.max

  init(_ segments: [Segment]) { self.segments = segments }

  func next() -> Piece? {
    guard let segment = segments.popLast() else { return nil }
    let start = segments.isEmpty ? ObjectKey.min : segment.keys[0]
    defer { if !segments.isEmpty { end = start - 1 } }
    return Piece(segment: segment, keys: start...end)
  }
}
