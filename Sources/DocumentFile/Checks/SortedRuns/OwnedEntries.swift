import DocumentTables

/// Numbers of one object, with the object that it belongs to.
package struct OwnedEntry: SortedEntry {
  package var owner: ObjectKey
  package var key: ObjectKey
  package var first: Int64
  package var last: Int64
  /// What the object is, in numbers of the caller's own.
  package var kind: Int64

  package init(owner: ObjectKey, key: ObjectKey, first: Int64, last: Int64, kind: Int64) {
    (self.owner, self.key, self.first, self.last, self.kind) = (owner, key, first, last, kind)
  }

  package static func < (left: OwnedEntry, right: OwnedEntry) -> Bool {
    left.owner == right.owner ? left.key < right.key : left.owner < right.owner
  }
}

/// Numbers of objects that pass by before the objects that they belong to, sorted by these on disk if there
/// are many.
package struct OwnedEntries {
  private static let memory = 4 << 20

  private var runs: SortedRuns<OwnedEntry>
  private var cursor: SortedCursor<OwnedEntry>?

  package init(_ spill: SpillFile) {
    runs = SortedRuns(spill, memory: Self.memory)
  }

  package mutating func append(contentsOf entries: [OwnedEntry]) throws(DocumentError) {
    try runs.append(contentsOf: entries)
  }

  /// Passes on the entries of an owner, by key.
  ///
  /// All entries must have been added; owners must be requested in ascending order.
  package mutating func forEach(
    of owner: ObjectKey, _ body: (OwnedEntry) -> Void
  ) throws(DocumentError) {
    if cursor == nil {
      runs.finish()
      cursor = try runs.cursor()
    }
    while let entry = cursor?.current, entry.owner <= owner {
      if entry.owner == owner { body(entry) }
      try cursor?.advance()
    }
  }
}
