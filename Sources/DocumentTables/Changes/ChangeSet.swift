/// A change of one property: its column in the hierarchy, the old value and the new value.
package struct PropertyChange: Hashable, Sendable {
  package var column: Int
  package var old: Value
  package var new: Value

  package init(column: Int, old: Value, new: Value) {
    self.column = column
    self.old = old
    self.new = new
  }
}

/// A row that a change set adds, with a value for every column of its hierarchy.
package struct InsertedRow: Hashable, Sendable {
  package var hierarchy: Int
  package var key: ObjectKey
  package var discriminator: UInt16
  package var values: [Value]

  package init(hierarchy: Int, key: ObjectKey, discriminator: UInt16, values: [Value]) {
    self.hierarchy = hierarchy
    self.key = key
    self.discriminator = discriminator
    self.values = values
  }
}

/// A row that a change set updates.
package struct UpdatedRow: Hashable, Sendable {
  package var hierarchy: Int
  package var key: ObjectKey
  package var changes: [PropertyChange]

  package init(hierarchy: Int, key: ObjectKey, changes: [PropertyChange]) {
    self.hierarchy = hierarchy
    self.key = key
    self.changes = changes
  }
}

/// A row that a change set deletes.
package struct DeletedRow: Hashable, Sendable {
  package var hierarchy: Int
  package var key: ObjectKey
  package var discriminator: UInt16
  /// The values of properties that are preserved on deletion, by column.
  package var preserved: [Int: Value]

  package init(
    hierarchy: Int, key: ObjectKey, discriminator: UInt16, preserved: [Int: Value] = [:]
  ) {
    self.hierarchy = hierarchy
    self.key = key
    self.discriminator = discriminator
    self.preserved = preserved
  }
}

/// The changes of one save, as a value: a save applies a change set, a rollback discards it, and
/// reports read it.
package struct ChangeSet: Hashable, Sendable {
  package var author: String?
  package var inserted: [InsertedRow]
  package var updated: [UpdatedRow]
  package var deleted: [DeletedRow]
  /// The document's next key after the change.
  ///
  /// Gaps are allowed; the key must not decrease.
  package var nextKey: ObjectKey

  package init(
    author: String? = nil, inserted: [InsertedRow] = [], updated: [UpdatedRow] = [],
    deleted: [DeletedRow] = [], nextKey: ObjectKey
  ) {
    self.author = author
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.nextKey = nextKey
  }

  package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
