extension Tables {
  /// Sorts rows of a hierarchy by columns; equal rows keep their order.
  ///
  /// - Parameter limit: The number of first rows to keep; the others are removed.
  package func sort(
    _ rows: inout [RowLocation], of hierarchy: Int, by orders: [ColumnOrder], limit: Int? = nil
  ) {
    guard schema.hierarchies.indices.contains(hierarchy) else { return }
    let layouts = schema.queriedColumns[hierarchy]
    let sorter = RowSorter(
      orders, segments: segments(of: hierarchy, orderedBy: orders, layouts), layouts: layouts)
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
    let layouts = schema.queriedColumns[hierarchy]
    let segments = segments(of: hierarchy, orderedBy: orders, layouts)
    let sorter = RowSorter(orders, segments: segments, layouts: layouts)
    if let limit, let first = orders.first, case .natural = first.comparison,
      limit < selection.count / 8, schema.indexedColumns[hierarchy].isLeading(first.column),
      let merge = SortedMerge(selection, segments: segments, order: first, layouts: layouts)
    {
      return merge.rows(limit: limit) { sorter.sorted($0, from: 1, limit: $1) }
    }
    return sorter.sorted(Array(selection), limit: limit ?? .max)
  }

  /// Returns the segments of a hierarchy with columns for the members that orders name.
  private func segments(
    of hierarchy: Int, orderedBy orders: [ColumnOrder], _ layouts: QueriedColumns
  ) -> [Segment] {
    let members = orders.map(\.column).filter { layouts.contains($0) && layouts.isMember($0) }
    guard !members.isEmpty else { return tables[hierarchy].segments }
    return withMembers([hierarchy: Set(members)]).tables[hierarchy].segments
  }
}
