/// The groups of rows, in the order of their keys.
package struct RowGroups: Sendable {
  /// A part of the key by which rows are grouped.
  package struct Key {
    /// The layout of the values of the key.
    package var layout: ColumnLayout
    /// The order of the values; null comes first.
    package var comparison: ColumnOrder.Comparison
    /// Computes the value from the values of some columns of ``GroupedRows/keys``; nil if the
    /// columns have one value, which is the key's.
    ///
    /// The function is called once for each distinct combination of values, on the thread that
    /// groups.
    package var compute: (([Value]) throws -> Value)?
    /// The columns of ``GroupedRows/keys`` that the key consists of or is computed from.
    package var columns: Range<Int>

    package init(
      _ layout: ColumnLayout, comparison: ColumnOrder.Comparison = .natural, columns: Range<Int>,
      compute: (([Value]) throws -> Value)? = nil
    ) {
      self.layout = layout
      self.comparison = comparison
      self.columns = columns
      self.compute = compute
    }
  }

  private let keys: [GroupedRows]
  private let order: [GroupIndex.Place]
  private let groups: [Int]
  private let results: [[RowAggregate.Result]]

  /// The number of groups.
  package var count: Int { groups.count }

  /// Returns a part of the key of a group: that of its first row.
  package func key(_ key: Int, of group: Int) -> Value {
    let place = order[group]
    return keys[Int(place.block)].keys[key].value(at: Int(place.row))
  }

  /// Returns the result of an aggregate for a group.
  package func result(_ aggregate: Int, of group: Int) -> RowAggregate.Result {
    results[aggregate][groups[group]]
  }
}

extension RowGroups {
  /// The bytes of texts at which a segment of keys ends, far below the limit of 32-bit offsets.
  private static let heapBytes = 64 << 20

  /// Groups rows and computes aggregates of the groups.
  ///
  /// Keys are equal as unique keys are (``ComparisonKey``), and null makes a group of its own.
  /// Groups with keys that have no order are in the order of their first rows. Without keys, all rows
  /// are one group, which exists even without rows.
  ///
  /// - Throws: Errors of the keys' functions.
  package init(
    _ blocks: [GroupedRows], by keys: [Key], _ aggregates: [RowAggregate],
    sharing: ScanSharing = .standard
  ) throws {
    var grouping = Grouping(blocks, keyCount: keys.count, aggregates, sharing: sharing)
    var keyBlocks = blocks
    if keys.contains(where: { $0.compute != nil }) {
      let computed = try Self.columns(of: keys, grouping.index.places, blocks)
      grouping = Grouping(joining: grouping, byKeys: computed, aggregates, of: blocks)
      keyBlocks = [computed]
    }
    let places = grouping.index.places
    let groups =
      keys.isEmpty ? Array(places.indices) : try Self.order(of: places, by: keys, keyBlocks)
    self.keys = keyBlocks
    self.groups = groups
    order = groups.map { places[$0] }
    results = grouping.accumulators.map(\.results)
  }

  /// Returns the keys of groups as columns.
  private static func columns(
    of keys: [Key], _ places: [GroupIndex.Place], _ blocks: [GroupedRows]
  ) throws -> GroupedRows {
    let columns = try keys.map { key in
      let builder = key.layout.makeBuilder(expectedRows: places.count)
      for place in places {
        let values = blocks[Int(place.block)].keys[key.columns]
          .map { $0.value(at: Int(place.row)) }
        builder.append(try key.compute.map { try $0(values) } ?? values.first ?? .null)
      }
      return builder.finish()
    }
    return GroupedRows(keys: columns, values: [], count: places.count)
  }

  /// Returns the numbers of groups in the order of their keys.
  private static func order(
    of places: [GroupIndex.Place], by keys: [Key], _ blocks: [GroupedRows]
  ) throws -> [Int] {
    var segments: [Segment] = []
    var starts: [Int] = []
    var builders: [ColumnBuilder] = []
    var start = 0
    func finish(_ end: Int) {
      guard end > start else { return }
      starts.append(start)
      segments.append(
        Segment(
          keys: .consecutive(first: 1, count: end - start), entities: .constant(0),
          columns: builders.map { $0.finish() }))
      start = end
    }
    for (group, place) in places.enumerated() {
      if group == start { builders = keys.map { $0.layout.makeBuilder() } }
      for (position, builder) in builders.enumerated() {
        let value = blocks[Int(place.block)].keys[position].value(at: Int(place.row))
        builder.append(keys[position].isOrderedAsText ? value.normalized : value)
      }
      if builders.contains(where: { $0.heap.count >= heapBytes }) { finish(group + 1) }
    }
    finish(places.count)
    let layout = HierarchyLayout(name: "", entities: [], columns: keys.map(\.layout))
    let sorter = RowSorter(
      keys.enumerated().map { ColumnOrder(column: $0, comparison: $1.comparison) },
      segments: segments, layouts: QueriedColumns(layout), isNormalized: true)
    let rows = segments.enumerated().flatMap { segment, rows in
      (0..<rows.count).map { RowLocation(segment: segment, row: $0) }
    }
    return sorter.sorted(rows).map { starts[$0.segment] + $0.row }
  }
}

extension RowGroups.Key {
  /// Whether the keys are in the order of texts, which is that of the bytes of their NFC forms.
  fileprivate var isOrderedAsText: Bool {
    guard case .natural = comparison else { return false }
    return layout.storage == .text && layout.spelledOrder == nil
  }
}

extension Value {
  /// A text in NFC, so that rows are sorted by bytes.
  fileprivate var normalized: Value {
    guard case .text(var text) = self else { return self }
    // Lifetime: the bytes are used inside the closures.
    return .text(
      text.withUTF8 { bytes in
        NormalizedText.withBytes(of: UnsafeRawBufferPointer(bytes)) {
          String(decoding: $0, as: UTF8.self)
        }
      })
  }
}
