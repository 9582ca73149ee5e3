import DocumentTables

/// A search for losses, which compares original and restored tables.
struct LossSearch {
  /// The maximum nesting depth of a carried value; four more arrays and objects surround it in a
  /// carried part.
  static let largestDepth = 56

  private let original: Tables
  private let restored: Tables
  private let columns: [[LossColumn]]
  private var writer: LossWriter
  /// The objects whose members differ, by order column.
  private var affected: [LossColumn.Place: [ObjectKey]] = [:]

  init(
    _ original: Tables, _ restored: Tables, downgraded: Tables, counterparts: StageCounterparts
  ) {
    self.original = original
    self.restored = restored
    columns = original.schema.lossColumns()
    writer = LossWriter(original.schema, downgraded, counterparts)
  }

  mutating func run() -> Losses {
    let alignments = original.schema.hierarchies.indices.map {
      RowAlignment(original.tables[$0], restored.tables[$0])
    }
    for (hierarchy, alignment) in alignments.enumerated() { compare(alignment, hierarchy) }
    for (hierarchy, alignment) in alignments.enumerated() {
      for column in columns[hierarchy] where column.isOrder { compareOrders(column, alignment) }
    }
    findAnchors()
    return writer.finish()
  }

  private mutating func compare(_ alignment: RowAlignment, _ hierarchy: Int) {
    for location in alignment.leftOnly {
      let segment = original.tables[hierarchy].segments[location.segment]
      noteTargets(hierarchy, segment, location.row)
      writer.addObject(hierarchy, columns[hierarchy], original, segment, location.row)
      if let tree = segment.foreign[location.row] {
        writer.addForeign(tree, hierarchy, segment, location.row)
      }
    }
    for location in alignment.rightOnly {
      let segment = restored.tables[hierarchy].segments[location.segment]
      noteTargets(hierarchy, segment, location.row)
      writer.addAdded(hierarchy, segment, location.row)
    }
    for run in alignment.runs where !run.isIdentical { compare(run, hierarchy) }
  }

  private mutating func compare(_ run: RowAlignment.Run, _ hierarchy: Int) {
    let (left, right) = (run.left, run.right)
    let changed = run.changedEntities()
    let isChanged = Set(changed)
    for column in columns[hierarchy] where !column.isOrder {
      let (one, other) = (left.columns[column.index], right.columns[column.index])
      if run.leftStart == run.rightStart, one.sharesStorage(with: other) { continue }
      if case .constant(let entity) = left.entities, !column.owners[Int(entity)] { continue }
      one.forEachDifference(from: run.leftStart, to: other, from: run.rightStart, count: run.count)
      { offset in
        let row = run.leftStart + offset
        guard column.owners[Int(left.entities[row])], !isChanged.contains(offset) else { return }
        add(column, left, row, before: other.value(at: run.rightStart + offset))
      }
    }
    for offset in changed {
      let row = run.leftStart + offset
      writer.addEntity(hierarchy, left, row)
      for column in columns[hierarchy]
      where !column.isOrder && column.owners[Int(left.entities[row])] {
        let isOwned = column.owners[Int(right.entities[run.rightStart + offset])]
        let value =
          isOwned
          ? right.value(at: run.rightStart + offset, column: column.index) : column.initialValue
        if left.value(at: row, column: column.index) != value {
          add(column, left, row, before: value)
        }
      }
      // The references of the other entity's columns are lost with that entity.
      noteTargets(hierarchy, right, run.rightStart + offset)
    }
    compareForeign(run, hierarchy)
  }

  private mutating func add(
    _ column: LossColumn, _ segment: Segment, _ row: Int, before: Value
  ) {
    let value = segment.value(at: row, column: column.index)
    if let place = column.orderColumn {
      affected[place, default: []].append(contentsOf: column.targets(of: value))
      affected[place, default: []].append(contentsOf: column.targets(of: before))
    }
    if case .list = column.end?.storage, column.targets(of: value) == column.targets(of: before),
      column.end?.relationship.isNullable == false
    {
      return
    }
    writer.addValue(column, original, segment, row)
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

  private mutating func compareForeign(_ run: RowAlignment.Run, _ hierarchy: Int) {
    guard !run.left.foreign.isEmpty || !run.right.foreign.isEmpty else { return }
    for offset in 0..<run.count {
      let tree = run.left.foreign[run.leftStart + offset]
      if tree != run.right.foreign[run.rightStart + offset] {
        writer.addForeign(tree ?? .null, hierarchy, run.left, run.leftStart + offset)
      }
    }
  }

  /// Compares orders in their written form, because stored orders change by themselves when members
  /// are added or removed.
  private mutating func compareOrders(_ column: LossColumn, _ alignment: RowAlignment) {
    let place = LossColumn.Place(hierarchy: column.hierarchy, column: column.index)
    var keys = affected[place] ?? []
    for run in alignment.runs where !run.isIdentical {
      let (one, other) = (run.left.columns[column.index], run.right.columns[column.index])
      for offset in run.changedEntities() { keys.append(run.left.keys[run.leftStart + offset]) }
      if run.leftStart == run.rightStart, one.sharesStorage(with: other) { continue }
      one.forEachDifference(from: run.leftStart, to: other, from: run.rightStart, count: run.count)
      { keys.append(run.left.keys[run.leftStart + $0]) }
    }
    keys.sort()
    var last: ObjectKey?
    for key in keys where key != last {
      last = key
      guard let here = original.tables[column.hierarchy].location(of: key),
        let there = restored.tables[column.hierarchy].location(of: key)
      else { continue }
      let left = original.tables[column.hierarchy].segments[here.segment]
      let right = restored.tables[column.hierarchy].segments[there.segment]
      guard column.owners[Int(left.entities[here.row])] else { continue }
      let isOwned = column.owners[Int(right.entities[there.row])]
      let before = isOwned ? right.columns[column.index].references(at: there.row) : nil
      let value = left.columns[column.index].references(at: here.row)
      if column.storedOrder(value, members: column.members(of: key, in: original))
        != column.storedOrder(before, members: column.members(of: key, in: restored))
      {
        writer.addValue(column, original, left, here.row)
      }
    }
  }

  /// Adds the extension records and kept parts that lost their objects.
  private mutating func findAnchors() {
    let records = Dictionary(restored.extensions.map { ($0.key, $0.anchor) }) { first, _ in first }
    for record in original.extensions {
      guard let anchor = record.anchor, records[record.key] != .some(anchor) else { continue }
      writer.addAnchored(.extension, .integer(record.key), to: anchor, original)
    }
    let parts = Dictionary(restored.keptParts.map { ($0.name, $0.anchor) }) { first, _ in first }
    for part in original.keptParts {
      guard let anchor = part.anchor, parts[part.name] != .some(anchor) else { continue }
      writer.addAnchored(.part, .text(part.name), to: anchor, original)
    }
  }
}

extension Losses {
  /// Returns the data of `original` that `restored` lacks or changes, and the objects that only
  /// `restored` has.
  ///
  /// Both are of the newer schema; `restored` is the result of migrating `downgraded` up.
  ///
  /// Columns that share their storage are skipped.
  package static func between(
    _ original: Tables, _ restored: Tables, downgraded: Tables, counterparts: StageCounterparts
  ) -> Losses {
    var search = LossSearch(
      original, restored, downgraded: downgraded, counterparts: counterparts)
    return search.run()
  }
}
