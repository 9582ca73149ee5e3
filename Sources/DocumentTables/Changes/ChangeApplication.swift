extension Tables {
  /// The tables after a change set, sharing every segment and column that it does not touch.
  ///
  /// Updates and deletions of rows that do not exist are ignored: the caller has compared its base
  /// with these tables. A row inserted under a key in use replaces the row there, and of two
  /// changes of one property the later counts. Cost follows the touched segments.
  package consuming func applying(
    _ changes: ChangeSet, largestHeap: Int = SegmentBuilder.largestHeapBytes
  ) -> Tables {
    var result = self
    result.nextKey = max(result.nextKey, changes.nextKey)
    var edits = result.schema.hierarchies.indices.map { TableEdit($0, of: result.schema) }
    for row in changes.inserted where edits.indices.contains(row.hierarchy) {
      edits[row.hierarchy].insert(row)
      // A key that is handed out twice would make a document that cannot be opened again.
      if row.key >= result.nextKey { result.nextKey = row.key &+ 1 }
    }
    for row in changes.updated where edits.indices.contains(row.hierarchy) {
      for change in row.changes {
        edits[row.hierarchy].set(row.key, column: change.column, change.new)
      }
    }
    for row in changes.deleted where edits.indices.contains(row.hierarchy) {
      edits[row.hierarchy].remove(row.key)
    }
    return (consume result).applying(edits, largestHeap: largestHeap)
  }
}
