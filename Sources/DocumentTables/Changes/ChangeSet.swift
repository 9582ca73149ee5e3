/// An old and a new value.
package struct Change<Content: Hashable & Sendable>: Hashable, Sendable {
  package var old: Content
  package var new: Content

  package init(old: Content, new: Content) {
    self.old = old
    self.new = new
  }

  package var inverted: Change { Change(old: new, new: old) }
}

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
  /// The data of other programs in the row.
  package var foreign: Tree?
  /// The values, if no segment has them.
  private var list: [Value] = []
  /// The segment and the row with the values.
  private var source: (segment: Segment, row: Int)?

  package init(
    hierarchy: Int, key: ObjectKey, discriminator: UInt16, values: [Value], foreign: Tree? = nil
  ) {
    self.hierarchy = hierarchy
    self.key = key
    self.discriminator = discriminator
    self.foreign = foreign
    list = values
  }

  /// Creates a row with the values of a row of a segment, which a save of many objects fills without a
  /// list for each.
  package init(hierarchy: Int, row: Int, of segment: Segment) {
    self.hierarchy = hierarchy
    key = segment.keys[row]
    discriminator = segment.entities[row]
    foreign = segment.foreign[row]
    source = (segment, row)
  }

  package var values: [Value] {
    get { source.map { $0.segment.values(at: $0.row) } ?? list }
    set {
      source = nil
      list = newValue
    }
  }

  /// Returns the value of one column, or null if the row lacks the column.
  package func value(ofColumn column: Int) -> Value {
    if let source { return source.segment.value(at: source.row, column: column) }
    return list.indices.contains(column) ? list[column] : .null
  }

  /// The segment and the row with the values; nil if no segment has them.
  var place: (segment: Segment, row: Int)? { source }

  /// Whether the values are those of a row of a segment.
  func isRow(_ row: Int, of segment: Segment) -> Bool {
    source.map { $0.row == row && $0.segment === segment } ?? false
  }

  package static func == (left: InsertedRow, right: InsertedRow) -> Bool {
    left.hierarchy == right.hierarchy && left.key == right.key
      && left.discriminator == right.discriminator && left.foreign == right.foreign
      && left.values == right.values
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(values)
  }
}

/// A row that a change set updates.
package struct UpdatedRow: Hashable, Sendable {
  package var hierarchy: Int
  package var key: ObjectKey
  package var changes: [PropertyChange]
  /// The change of the data of other programs in the row; nil if it does not change.
  package var foreign: Change<Tree?>?

  package init(
    hierarchy: Int, key: ObjectKey, changes: [PropertyChange], foreign: Change<Tree?>? = nil
  ) {
    self.hierarchy = hierarchy
    self.key = key
    self.changes = changes
    self.foreign = foreign
  }
}

/// A row that a change set deletes, with the values that it had.
package struct DeletedRow: Hashable, Sendable {
  package var hierarchy: Int
  package var key: ObjectKey
  package var discriminator: UInt16
  /// The value of every column of the hierarchy; empty if they are unknown.
  package var values: [Value]
  /// The data of other programs in the row.
  package var foreign: Tree?
  /// As in ``TableEdit/remove(_:successor:)``.
  package var successor: ObjectKey?

  package init(
    hierarchy: Int, key: ObjectKey, discriminator: UInt16, values: [Value] = [],
    foreign: Tree? = nil, successor: ObjectKey? = nil
  ) {
    self.hierarchy = hierarchy
    self.key = key
    self.discriminator = discriminator
    self.values = values
    self.foreign = foreign
    self.successor = successor
  }

  /// Returns the known values of properties that are preserved on deletion, by column.
  package func preservedValues(_ schema: TableSchema) -> [Int: Value] {
    let columns = schema.hierarchies[hierarchy].columns
    var preserved: [Int: Value] = [:]
    for property in schema.hierarchies[hierarchy].entities[Int(discriminator)].properties {
      guard let column = property.column, values.indices.contains(column),
        columns[column].attribute?.isPreservedOnDeletion == true
      else { continue }
      preserved[column] = values[column]
    }
    return preserved
  }
}

/// The changes from one version of a document to another, as a value: a save applies a change set, a
/// rollback discards it, reports read it, and comparisons make it.
///
/// An object whose entity changes is among the deleted and the inserted rows, under one key.
package struct ChangeSet: Hashable, Sendable {
  package var author: String?
  package var inserted: [InsertedRow]
  package var updated: [UpdatedRow]
  package var deleted: [DeletedRow]
  /// The extension records that are added (`old` is nil), changed and removed (`new` is nil).
  package var extensions: [Change<ExtensionRecord?>] = []
  /// The kept parts that are added, changed and removed.
  package var keptParts: [Change<KeptPart?>] = []
  /// All carried entries before and after; nil if they do not change.
  package var carried: Change<[Tree]>?
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

  /// Whether no content changes; the next key may.
  package var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && extensions.isEmpty
      && keptParts.isEmpty && carried == nil
  }
}

extension ChangeSet {
  /// The changes that undo these.
  ///
  /// The next key stays, because a key is never assigned twice. Deleted rows without values come
  /// back without values.
  package var inverted: ChangeSet {
    var result = ChangeSet(
      author: author,
      inserted: deleted.map {
        InsertedRow(
          hierarchy: $0.hierarchy, key: $0.key, discriminator: $0.discriminator,
          values: $0.values, foreign: $0.foreign)
      },
      updated: updated.map { row in
        UpdatedRow(
          hierarchy: row.hierarchy, key: row.key,
          changes: row.changes.map {
            PropertyChange(column: $0.column, old: $0.new, new: $0.old)
          }, foreign: row.foreign?.inverted)
      },
      deleted: inserted.map {
        DeletedRow(
          hierarchy: $0.hierarchy, key: $0.key, discriminator: $0.discriminator,
          values: $0.values, foreign: $0.foreign)
      }, nextKey: nextKey)
    result.extensions = extensions.map(\.inverted)
    result.keptParts = keptParts.map(\.inverted)
    result.carried = carried?.inverted
    return result
  }
}
