extension Tables {
  /// Sorts rows of a hierarchy by columns; equal rows keep their order.
  ///
  /// - Parameter limit: The number of first rows to keep; the others are removed.
  package func sort(
    _ rows: inout [RowLocation], of hierarchy: Int, by orders: [ColumnOrder], limit: Int? = nil
  ) {
    guard schema.hierarchies.indices.contains(hierarchy) else { return }
    let sorter = RowSorter(
      orders, segments: tables[hierarchy].segments, layouts: schema.hierarchies[hierarchy].columns)
    rows = sorter.sorted(rows, limit: limit ?? .max)
  }

  /// Returns selected rows, sorted by columns; equal rows are in ascending order of keys.
  ///
  /// If few of many rows are wanted and the first column leads an index of the schema, only the
  /// rows are read that are necessary to find them.
  package func sorted(
    _ selection: RowSelection, of hierarchy: Int, by orders: [ColumnOrder], limit: Int? = nil
  ) -> [RowLocation] {
    guard schema.hierarchies.indices.contains(hierarchy) else { return [] }
    let layouts = schema.hierarchies[hierarchy].columns
    let segments = tables[hierarchy].segments
    let sorter = RowSorter(orders, segments: segments, layouts: layouts)
    if let limit, let first = orders.first, case .natural = first.comparison,
      limit < selection.count / 8, schema.indexedColumns[hierarchy].isLeading(first.column),
      let merge = SortedMerge(selection, segments: segments, order: first, layouts: layouts)
    {
      return merge.rows(limit: limit) { sorter.sorted($0, from: 1, limit: $1) }
    }
    return sorter.sorted(Array(selection), limit: limit ?? .max)
  }
}
