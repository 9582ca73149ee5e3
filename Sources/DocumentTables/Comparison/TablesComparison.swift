/// One object in two versions of its table.
package struct RowPair {
  package let hierarchy: Int
  package let left: Segment
  package let leftRow: Int
  package let right: Segment
  package let rightRow: Int

  package var key: ObjectKey { left.keys[leftRow] }
  package var leftEntity: UInt16 { left.entities[leftRow] }
  package var rightEntity: UInt16 { right.entities[rightRow] }
}

/// A receiver of the differences that a comparison finds.
package protocol DifferenceReceiver {
  /// Receives a row that only the left version has.
  mutating func receiveRemoved(_ hierarchy: Int, _ segment: Segment, _ row: Int)
  /// Receives a row that only the right version has.
  mutating func receiveAdded(_ hierarchy: Int, _ segment: Segment, _ row: Int)
  /// Receives a row whose entity differs.
  ///
  /// Of its values, only orders that the left entity has are received, too.
  mutating func receiveEntity(_ pair: RowPair)
  /// Receives a value that differs, of a property that is no order.
  mutating func receiveValue(_ column: ComparedColumn, _ pair: RowPair)
  /// Receives an order whose written form differs (spec 5.3).
  mutating func receiveOrder(
    _ column: ComparedColumn, _ pair: RowPair, left: [ObjectKey]?, right: [ObjectKey]?)
  /// Receives a row whose foreign data differs.
  mutating func receiveForeign(_ pair: RowPair)
}

/// A comparison of the rows of two tables of one schema, whose keys name the same objects.
///
/// Skips segments and columns that both versions share, so comparing a document with its state
/// before a save costs little.
package struct TablesComparison {
  private let left: Tables
  private let right: Tables
  package let columns: [[ComparedColumn]]
  /// The objects whose members differ, by order column.
  private var affected: [ComparedColumn.Place: [ObjectKey]] = [:]

  package init(_ left: Tables, _ right: Tables) {
    self.left = left
    self.right = right
    columns = left.schema.comparedColumns()
  }

  /// Compares all rows: hierarchy by hierarchy, then all orders.
  package mutating func run(_ receiver: inout some DifferenceReceiver) {
    let alignments = zip(left.tables, right.tables).map { RowAlignment($0, $1) }
    for (hierarchy, alignment) in alignments.enumerated() {
      for location in alignment.leftOnly {
        let segment = left.tables[hierarchy].segments[location.segment]
        noteTargets(hierarchy, segment, location.row)
        receiver.receiveRemoved(hierarchy, segment, location.row)
      }
      for location in alignment.rightOnly {
        let segment = right.tables[hierarchy].segments[location.segment]
        noteTargets(hierarchy, segment, location.row)
        receiver.receiveAdded(hierarchy, segment, location.row)
      }
      for run in alignment.runs where !run.isIdentical { compare(run, hierarchy, &receiver) }
    }
    for (hierarchy, alignment) in alignments.enumerated() {
      for column in columns[hierarchy] where column.isOrder {
        compareOrders(column, alignment, &receiver)
      }
    }
  }

  private mutating func compare(
    _ run: RowAlignment.Run, _ hierarchy: Int, _ receiver: inout some DifferenceReceiver
  ) {
    let (one, other) = (run.left, run.right)
    let changed = run.changedEntities()
    let isChanged = Set(changed)
    for column in columns[hierarchy] where !column.isOrder {
      let (values, others) = (one.columns[column.index], other.columns[column.index])
      if run.leftStart == run.rightStart, values.sharesStorage(with: others) { continue }
      if case .constant(let entity) = one.entities, !column.owners[Int(entity)] { continue }
      values.forEachDifference(
        from: run.leftStart, to: others, from: run.rightStart, count: run.count
      ) { offset in
        let pair = run.pair(at: offset, hierarchy)
        guard column.owners[Int(pair.leftEntity)], !isChanged.contains(offset) else { return }
        let value = values.value(at: pair.leftRow)
        let other = others.value(at: pair.rightRow)
        if let place = column.orderColumn {
          affected[place, default: []].append(contentsOf: column.targets(of: value))
          affected[place, default: []].append(contentsOf: column.targets(of: other))
        }
        if !column.areWrittenAlike(value, other) { receiver.receiveValue(column, pair) }
      }
    }
    for offset in changed {
      let pair = run.pair(at: offset, hierarchy)
      noteTargets(hierarchy, one, pair.leftRow)
      noteTargets(hierarchy, other, pair.rightRow)
      receiver.receiveEntity(pair)
    }
    guard !one.foreign.isEmpty || !other.foreign.isEmpty else { return }
    for offset in 0..<run.count {
      let pair = run.pair(at: offset, hierarchy)
      if one.foreign[pair.leftRow] != other.foreign[pair.rightRow] { receiver.receiveForeign(pair) }
    }
  }

  private mutating func noteTargets(_ hierarchy: Int, _ segment: Segment, _ row: Int) {
    for column in columns[hierarchy] {
      guard let place = column.orderColumn, column.owners[Int(segment.entities[row])] else {
        continue
      }
      affected[place, default: []].append(
        contentsOf: column.targets(of: segment.value(at: row, column: column.index)))
    }
  }

  /// Compares orders in their written form, because stored orders change by themselves when members
  /// are added or removed.
  private func compareOrders(
    _ column: ComparedColumn, _ alignment: RowAlignment, _ receiver: inout some DifferenceReceiver
  ) {
    var keys = affected[column.place] ?? []
    for run in alignment.runs where !run.isIdentical {
      let (one, other) = (run.left.columns[column.index], run.right.columns[column.index])
      for offset in run.changedEntities() { keys.append(run.left.keys[run.leftStart + offset]) }
      if run.leftStart == run.rightStart, one.sharesStorage(with: other) { continue }
      one.forEachDifference(from: run.leftStart, to: other, from: run.rightStart, count: run.count)
      { keys.append(run.left.keys[run.leftStart + $0]) }
    }
    guard !keys.isEmpty else { return }
    keys.sort()
    var rows = RowSearch(left.tables[column.hierarchy])
    var others = RowSearch(right.tables[column.hierarchy])
    var last: ObjectKey?
    for key in keys where key != last {
      last = key
      guard let here = rows.location(of: key), let there = others.location(of: key) else {
        continue
      }
      let pair = RowPair(
        hierarchy: column.hierarchy, left: rows.table.segments[here.segment], leftRow: here.row,
        right: others.table.segments[there.segment], rightRow: there.row)
      guard column.owners[Int(pair.leftEntity)] else { continue }
      let before = order(of: column, pair.left, pair.leftRow, in: left)
      let after = order(of: column, pair.right, pair.rightRow, in: right)
      if before != after { receiver.receiveOrder(column, pair, left: before, right: after) }
    }
  }

  private func order(
    of column: ComparedColumn, _ segment: Segment, _ row: Int, in tables: Tables
  ) -> [ObjectKey]? {
    if case .references(let keys) = column.writtenValue(segment, row, in: tables) {
      keys
    } else {
      nil
    }
  }
}

extension RowAlignment.Run {
  /// Returns the row at an offset from the run's first in both versions.
  fileprivate func pair(at offset: Int, _ hierarchy: Int) -> RowPair {
    RowPair(
      hierarchy: hierarchy, left: left, leftRow: leftStart + offset, right: right,
      rightRow: rightStart + offset)
  }
}
