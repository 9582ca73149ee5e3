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
    var edits = result.schema.hierarchies.indices.map { TableEdit($0, of: result.schema) }
    for row in changes.inserted where edits.indices.contains(row.hierarchy) {
      edits[row.hierarchy].insert(row)
      if let foreign = row.foreign { edits[row.hierarchy].setForeign(row.key, foreign) }
      // If a key were assigned twice, the document could not be opened again.
      if row.key >= result.nextKey { result.nextKey = row.key &+ 1 }
    }
    for row in changes.updated where edits.indices.contains(row.hierarchy) {
      for change in row.changes {
        edits[row.hierarchy].set(row.key, column: change.column, change.new)
      }
      if let foreign = row.foreign { edits[row.hierarchy].setForeign(row.key, foreign.new) }
    }
    for row in changes.deleted where edits.indices.contains(row.hierarchy) {
      edits[row.hierarchy].remove(row.key, successor: row.successor)
    }
    var applied = (consume result).applying(edits, largestHeap: largestHeap)
    applied.extensions.apply(changes.extensions, by: \.key)
    applied.keptParts.apply(changes.keptParts, by: \.name)
    for record in changes.extensions.compactMap(\.new) where record.key >= applied.nextKey {
      applied.nextKey = record.key &+ 1
    }
    if let carried = changes.carried { applied.carried = carried.new }
    return applied
  }
}

extension Array where Element: Hashable & Sendable {
  /// Replaces, removes and appends elements, which are found by their names.
  fileprivate mutating func apply<Name: Hashable>(
    _ changes: [Change<Element?>], by name: (Element) -> Name
  ) {
    guard !changes.isEmpty else { return }
    var later: [Name: Element?] = [:]
    for change in changes {
      if let subject = change.new ?? change.old { later[name(subject)] = .some(change.new) }
    }
    self = compactMap { element in
      guard let new = later.removeValue(forKey: name(element)) else { return element }
      return new
    }
    for case let new? in changes.lazy.map(\.new) where later.removeValue(forKey: name(new)) != nil {
      append(new)
    }
  }
}
