/// What a key or an aggregate reads from the rows of a table.
package enum GroupedSource {
  /// A column, or a member of a structure (``QueriedColumns``).
  case column(Int)
  /// The key of the row's own object, as a reference.
  case key
  /// The same value for every row.
  case constant(Value)
  /// A value that a function returns for each selected row, on the thread that groups.
  case computed(ColumnLayout, (RowLocation) throws -> Value)
}

extension Tables {
  /// Returns selected rows of a hierarchy as rows to group.
  ///
  /// - Parameters:
  ///   - keys: The columns of the keys.
  ///   - values: The values that aggregates read.
  /// - Throws: Errors of computed sources.
  package func groupedRows(
    _ selection: RowSelection, of hierarchy: Int, keys: [GroupedSource], values: [GroupedSource]
  ) throws -> [GroupedRows] {
    let layouts = schema.queriedColumns[hierarchy]
    let members = (keys + values).compactMap { source -> Int? in
      if case .column(let number) = source, layouts.isMember(number) { number } else { nil }
    }
    let tables = members.isEmpty ? self : withMembers([hierarchy: Set(members)])
    let segments = tables.tables[hierarchy].segments
    return try selection.parts.map { part in
      let segment = segments[part.segment]
      return GroupedRows(
        keys: try keys.map { try segment.column($0, part) },
        values: try values.map { source in
          guard case .computed(_, let value) = source else {
            return .column(try segment.column(source, part))
          }
          var values = [Value](repeating: .null, count: segment.count)
          try part.rows.forEach {
            values[$0] = try value(RowLocation(segment: part.segment, row: $0))
          }
          return .list(values)
        }, rows: part.rows)
    }
  }
}

extension Segment {
  /// Returns the values of a source by row; null for rows that are not selected, where the source is
  /// computed.
  fileprivate func column(_ source: GroupedSource, _ part: RowSelection.Part) throws -> Column {
    switch source {
    case .column(let number):
      return columns.indices.contains(number) ? columns[number] : .constant(.null, count: count)
    case .key:
      return .reference(FixedColumn(values: (0..<count).map { keys[$0] }, nulls: NullBitmap()))
    case .constant(let value): return .constant(value, count: count)
    case .computed(let layout, let value):
      let builder = layout.makeBuilder(expectedRows: count)
      try part.rows.forEach { row in
        while builder.rowCount < row { builder.appendNull() }
        builder.append(try value(RowLocation(segment: part.segment, row: row)))
      }
      while builder.rowCount < count { builder.appendNull() }
      return builder.finish()
    }
  }
}

extension RowSelection {
  /// Selects rows, each of which is listed once, in any order.
  package init(_ locations: some Sequence<RowLocation>) {
    let rows = Dictionary(grouping: locations, by: \.segment)
    self.init(
      rows.keys.sorted().map { segment in
        Part(segment: segment, rows: .few((rows[segment] ?? []).map(\.row).sorted()))
      })
  }
}
