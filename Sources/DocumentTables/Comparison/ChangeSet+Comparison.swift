extension ChangeSet {
  /// Creates the changes that make one version of tables from another.
  ///
  /// Both are of one schema, and a key names the same object in both. An object whose entity
  /// differs is deleted and inserted again under its key. Orders are compared, and stated, in their
  /// written form (spec 5.3), so they come back exactly if the old tables are in that form. Rows are
  /// in the order of hierarchy and key.
  package init(from old: Tables, to new: Tables) {
    var comparison = TablesComparison(old, new)
    var collector = ChangeCollector(old, new, comparison.columns)
    comparison.run(&collector)
    self = collector.finish()
    extensions = Self.changes(old.extensions, new.extensions, by: \.key) { $0 < $1 }
    keptParts = Self.changes(old.keptParts, new.keptParts, by: \.name, utf8Precedes)
    if old.carried != new.carried { carried = Change(old: old.carried, new: new.carried) }
  }

  /// Returns the changes between two lists, in the order of the names of their elements.
  private static func changes<Content: Hashable & Sendable, Name: Hashable>(
    _ old: [Content], _ new: [Content], by name: (Content) -> Name,
    _ precedes: (Name, Name) -> Bool
  ) -> [Change<Content?>] {
    let before = Dictionary(old.map { (name($0), $0) }) { first, _ in first }
    let after = Dictionary(new.map { (name($0), $0) }) { first, _ in first }
    let names = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    return names.sorted(by: precedes).map { Change(old: before[$0], new: after[$0]) }
  }
}

/// A collector of differences that makes a change set of them.
private struct ChangeCollector: DifferenceReceiver {
  private let old: Tables
  private let new: Tables
  private let columns: [[ComparedColumn]]
  private var changes: ChangeSet
  /// The position of each changed row in the list of updated rows, by hierarchy.
  private var positions: [[ObjectKey: Int]]

  init(_ old: Tables, _ new: Tables, _ columns: [[ComparedColumn]]) {
    self.old = old
    self.new = new
    self.columns = columns
    changes = ChangeSet(nextKey: new.nextKey)
    positions = columns.map { _ in [:] }
  }

  consuming func finish() -> ChangeSet {
    var changes = changes
    changes.inserted.sort { ($0.hierarchy, $0.key) < ($1.hierarchy, $1.key) }
    changes.updated.sort { ($0.hierarchy, $0.key) < ($1.hierarchy, $1.key) }
    changes.deleted.sort { ($0.hierarchy, $0.key) < ($1.hierarchy, $1.key) }
    for index in changes.updated.indices {
      changes.updated[index].changes.sort { $0.column < $1.column }
    }
    return changes
  }

  mutating func receiveRemoved(_ hierarchy: Int, _ segment: Segment, _ row: Int) {
    changes.deleted.append(
      DeletedRow(
        hierarchy: hierarchy, key: segment.keys[row], discriminator: segment.entities[row],
        values: columns[hierarchy].map { $0.writtenValue(segment, row, in: old) },
        foreign: segment.foreign[row]))
  }

  mutating func receiveAdded(_ hierarchy: Int, _ segment: Segment, _ row: Int) {
    changes.inserted.append(
      InsertedRow(
        hierarchy: hierarchy, key: segment.keys[row], discriminator: segment.entities[row],
        values: columns[hierarchy].map { $0.writtenValue(segment, row, in: new) },
        foreign: segment.foreign[row]))
  }

  mutating func receiveEntity(_ pair: RowPair) {
    receiveRemoved(pair.hierarchy, pair.left, pair.leftRow)
    receiveAdded(pair.hierarchy, pair.right, pair.rightRow)
  }

  mutating func receiveValue(_ column: ComparedColumn, _ pair: RowPair) {
    update(pair) {
      $0.changes.append(
        PropertyChange(
          column: column.index, old: pair.left.value(at: pair.leftRow, column: column.index),
          new: pair.right.value(at: pair.rightRow, column: column.index)))
    }
  }

  mutating func receiveOrder(
    _ column: ComparedColumn, _ pair: RowPair, left: [ObjectKey]?, right: [ObjectKey]?
  ) {
    update(pair) {
      $0.changes.append(
        PropertyChange(
          column: column.index, old: left.map { .references($0) } ?? .null,
          new: right.map { .references($0) } ?? .null))
    }
  }

  mutating func receiveForeign(_ pair: RowPair) {
    update(pair) {
      $0.foreign = Change(
        old: pair.left.foreign[pair.leftRow], new: pair.right.foreign[pair.rightRow])
    }
  }

  /// Adds to the update of a row.
  ///
  /// Rows whose entity differs are stated whole already.
  private mutating func update(_ pair: RowPair, _ body: (inout UpdatedRow) -> Void) {
    guard pair.leftEntity == pair.rightEntity else { return }
    let key = pair.key
    let position = positions[pair.hierarchy][key] ?? changes.updated.count
    if position == changes.updated.count {
      positions[pair.hierarchy][key] = position
      changes.updated.append(UpdatedRow(hierarchy: pair.hierarchy, key: key, changes: []))
    }
    body(&changes.updated[position])
  }
}
