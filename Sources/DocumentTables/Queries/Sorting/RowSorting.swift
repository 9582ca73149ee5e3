extension Tables {
  /// Sorts rows of a hierarchy by columns; rows that are alike stay in the order they have.
  ///
  /// - Parameter limit: How many of the first rows are wanted; the others are removed.
  package func sort(
    _ rows: inout [RowLocation], of hierarchy: Int, by orders: [ColumnOrder], limit: Int? = nil
  ) {
    guard schema.hierarchies.indices.contains(hierarchy) else { return }
    let sorter = RowSorter(
      orders, segments: tables[hierarchy].segments, layouts: schema.hierarchies[hierarchy].columns)
    rows = sorter.sorted(rows, limit: limit ?? .max)
  }

  /// Selected rows sorted by columns; rows that are alike ascend by their keys.
  ///
  /// Where few rows are wanted of many, and the first column begins one of the schema's indexes,
  /// only as many are looked at as it takes to find them.
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
