/// Rows to group: columns of equal length, of which all or some rows count.
package struct GroupedRows: Sendable {
  /// The columns whose values make up the key of a row.
  package let keys: [Column]
  /// The values that aggregates read.
  package let values: [GroupedValues]
  let rows: RowSelection.Rows

  /// Creates rows of which all count.
  package init(keys: [Column], values: [GroupedValues], count: Int) {
    self.init(keys: keys, values: values, rows: .all(count: count))
  }

  init(keys: [Column], values: [GroupedValues], rows: RowSelection.Rows) {
    self.keys = keys
    self.values = values
    self.rows = rows
  }
}

/// The values of one aggregate in each row.
package enum GroupedValues: Sendable {
  case column(Column)
  /// Values that were computed for each row. They share the memory of equal texts, which a column
  /// would copy for each row.
  case list([Value])

  func value(at row: Int) -> Value {
    switch self {
    case .column(let column): column.value(at: row)
    case .list(let values): values[row]
    }
  }
}

extension RowSelection.Rows {
  /// Calls a function with each selected row, in ascending order.
  @inline(__always)
  func forEach(_ body: (Int) throws -> Void) rethrows {
    switch self {
    case .all(let count): for row in 0..<count { try body(row) }
    case .bits(let bits, _): try bits.forEach(body)
    case .few(let rows): for row in rows { try body(row) }
    }
  }
}
