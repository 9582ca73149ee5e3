extension Tables {
  /// Returns the tables after edits, sharing all segments and columns that the edits do not touch.
  ///
  /// Ignores values and removals of rows that do not exist. Does not change `nextKey`, which the
  /// caller maintains. An edit without changes may still record that rows are proven unique. If
  /// these tables are not referenced elsewhere, each segment is freed as soon as its replacement
  /// exists.
  ///
  /// - Parameter largestHeap: The upper limit for the heap bytes of a text or data column. If
  ///   updated values would exceed this limit, the rows of the segment are divided among several
  ///   segments, because offsets into a heap have 32 bits.
  package consuming func applying(
    _ edits: [TableEdit], largestHeap: Int = SegmentBuilder.largestHeapBytes,
    workers: WorkerCount = .standard
  ) -> Tables {
    var result = self
    for edit in edits where !edit.isWithoutEffect { result.apply(edit, largestHeap, workers) }
    if !result.extensions.isEmpty || !result.keptParts.isEmpty {
      // An object that is inserted again under its key keeps what is anchored to it.
      var successors: [ObjectKey: ObjectKey?] = [:]
      for edit in edits {
        for (key, successor) in zip(edit.removed.keys, edit.removed.contents) {
          successors[key] = .some(successor)
        }
      }
      for key in edits.flatMap(\.inserted.keys) { successors[key] = nil }
      result.moveContent(anchoredTo: successors)
    }
    return result
  }

  /// Replaces the segments of a table.
  ///
  /// The table is empty meanwhile, so that old segments can be freed.
  private mutating func apply(_ edit: TableEdit, _ largestHeap: Int, _ workers: WorkerCount) {
    let hierarchy = edit.hierarchy
    let known = edit.known(of: tables[hierarchy])
    let indexes = tables[hierarchy].indexes
    let editing = SegmentEditing(edit, schema.hierarchies[hierarchy], largestHeap: largestHeap)
    let queue = SegmentQueue(tables[hierarchy].segments)
    tables[hierarchy] = Self.emptied
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

  private static let emptied = Table()

  /// The number of edits below which starting threads does not pay off.
  private static let fewEdits = 1000

  /// Removes extension records and kept parts that are anchored to deleted objects.
  package mutating func removeContent(anchoredTo gone: Set<ObjectKey>) {
    moveContent(anchoredTo: Dictionary(uniqueKeysWithValues: gone.lazy.map { ($0, nil) }))
  }

  /// Anchors extension records and kept parts of deleted objects to their successors, which are not
  /// deleted, and removes what has none.
  private mutating func moveContent(anchoredTo gone: [ObjectKey: ObjectKey?]) {
    guard !gone.isEmpty else { return }
    func move(_ anchor: inout ObjectKey?) -> Bool {
      guard let key = anchor, let successor = gone[key] else { return true }
      anchor = successor
      return anchor != nil
    }
    extensions = extensions.compactMap {
      var record = $0
      return move(&record.anchor) ? record : nil
    }
    keptParts = keptParts.compactMap {
      var part = $0
      return move(&part.anchor) ? part : nil
    }
  }
}

/// A queue of segments and their key ranges, from the last to the first.
///
/// Each segment is removed from the list when it is taken, so that only the code that edits a
/// segment references it.
private final class SegmentQueue: Sequence, IteratorProtocol {
  struct Piece: Sendable {
    let segment: Segment
    /// The keys that belong to the segment.
    ///
    /// A new row between two segments goes to the first of them.
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
