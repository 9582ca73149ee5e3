extension Tables {
  /// Returns the tables after a change set, sharing all segments and columns that the change set
  /// does not touch.
  ///
  /// Ignores updates and deletions of rows that do not exist, because the caller has already
  /// compared its base with these tables. A row inserted under a key in use replaces the existing
  /// row; of two changes of one property, the later one wins. The cost is proportional to the size
  /// of the touched segments.
  package consuming func applying(
    _ changes: ChangeSet, largestHeap: Int = SegmentBuilder.largestHeapBytes
  ) -> Tables {
    var result = self
    result.nextKey = max(result.nextKey, changes.nextKey)
    let schema = result.schema
    var edits = [TableEdit?](repeating: nil, count: schema.hierarchies.count)
    func edit(_ hierarchy: Int, _ change: (inout TableEdit) -> Void) {
      guard edits.indices.contains(hierarchy) else { return }
      // Taken out of the list, so that the change copies nothing.
      var edit = edits[hierarchy].take() ?? TableEdit(hierarchy, of: schema)
      change(&edit)
      edits[hierarchy] = edit
    }
    for row in changes.inserted where edits.indices.contains(row.hierarchy) {
      edit(row.hierarchy) { $0.insert(row) }
      // If a key were assigned twice, the document could not be opened again.
      if row.key >= result.nextKey { result.nextKey = row.key &+ 1 }
    }
    for row in changes.updated {
      edit(row.hierarchy) { edit in
        for change in row.changes { edit.set(row.key, column: change.column, change.new) }
      }
    }
    for row in changes.deleted { edit(row.hierarchy) { $0.remove(row.key) } }
    return (consume result).applying(edits.compactMap { $0 }, largestHeap: largestHeap)
  }
}
