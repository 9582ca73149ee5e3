import DocumentTables

/// A search for losses, which compares original and restored tables.
struct LossSearch: DifferenceReceiver {
  /// The maximum nesting depth of a carried value; four more arrays and objects surround it in a
  /// carried part.
  static let largestDepth = 56

  private let original: Tables
  private let restored: Tables
  private let columns: [[ComparedColumn]]
  private var writer: LossWriter

  private init(
    _ original: Tables, _ restored: Tables, _ columns: [[ComparedColumn]], _ writer: LossWriter
  ) {
    self.original = original
    self.restored = restored
    self.columns = columns
    self.writer = writer
  }

  static func run(_ original: Tables, _ restored: Tables, _ writer: LossWriter) -> Losses {
    var comparison = TablesComparison(original, restored)
    var search = LossSearch(original, restored, comparison.columns, writer)
    comparison.run(&search)
    search.findAnchors()
    return search.writer.finish()
  }

  mutating func receiveRemoved(_ hierarchy: Int, _ segment: Segment, _ row: Int) {
    writer.addObject(hierarchy, columns[hierarchy], original, segment, row)
    if let tree = segment.foreign[row] { writer.addForeign(tree, hierarchy, segment, row) }
  }

  mutating func receiveAdded(_ hierarchy: Int, _ segment: Segment, _ row: Int) {
    writer.addAdded(hierarchy, segment, row)
  }

  mutating func receiveEntity(_ pair: RowPair) {
    writer.addEntity(pair.hierarchy, pair.left, pair.leftRow)
    for column in columns[pair.hierarchy]
    where !column.isOrder && column.owners[Int(pair.leftEntity)] {
      let before =
        column.owners[Int(pair.rightEntity)]
        ? pair.right.value(at: pair.rightRow, column: column.index) : column.initialValue
      let value = pair.left.value(at: pair.leftRow, column: column.index)
      if !column.areWrittenAlike(value, before) { receiveValue(column, pair) }
    }
  }

  mutating func receiveValue(_ column: ComparedColumn, _ pair: RowPair) {
    writer.addValue(column, original, pair.left, pair.leftRow)
  }

  mutating func receiveOrder(
    _ column: ComparedColumn, _ pair: RowPair, left: [ObjectKey]?, right: [ObjectKey]?
  ) {
    receiveValue(column, pair)
  }

  mutating func receiveForeign(_ pair: RowPair) {
    let tree = pair.left.foreign[pair.leftRow] ?? .null
    writer.addForeign(tree, pair.hierarchy, pair.left, pair.leftRow)
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
    LossSearch.run(
      original, restored, LossWriter(original.schema, downgraded, counterparts))
  }
}
