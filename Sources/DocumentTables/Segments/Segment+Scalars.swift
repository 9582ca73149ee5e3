// Typed reads of one value, for the getters of objects. The general `value(at:column:)` retains the
// column and makes a `Value` of its content, which takes longer than reading a number.
extension Segment? {
  /// Returns the integer of a row; nil if the row is null, or the column has another type.
  package func integer(at row: Int, column: Int) -> Int64? {
    scalar(row, column) { column in
      if case .integer(let column) = column { column } else { nil }
    }
  }

  /// Returns the floating-point number of a row; nil if the row is null, or the column has another
  /// type.
  package func double(at row: Int, column: Int) -> Double? {
    scalar(row, column) { column in
      if case .double(let column) = column { column } else { nil }
    }
  }

  /// Returns the date of a row as seconds since the reference date; nil if the row is null, or the
  /// column has another type.
  package func date(at row: Int, column: Int) -> Double? {
    scalar(row, column) { column in
      if case .date(let column) = column { column } else { nil }
    }
  }

  /// Returns the truth value of a row; nil if the row is null, or the column has another type.
  package func bool(at row: Int, column: Int) -> Bool? {
    scalar(row, column) { column in
      if case .bool(let column) = column { column } else { nil }
    }
  }

  /// Returns the UUID of a row as a number; nil if the row is null, or the column has another type.
  package func uuid(at row: Int, column: Int) -> UInt128? {
    scalar(row, column) { column in
      if case .uuid(let column) = column { column } else { nil }
    }
  }

  /// Returns the text of a row; nil if the row is null, or the column has another type.
  package func text(at row: Int, column: Int) -> String? {
    // Bound: checked here. Lifetime: the buffer is used only inside the closure.
    self?.columns.withUnsafeBufferPointer { columns in
      guard columns.indices.contains(column), case .text(let column) = columns[column],
        !column.nulls[row]
      else { return nil }
      return column.text(at: row)
    }
  }

  @inline(__always)
  private func scalar<Element>(
    _ row: Int, _ column: Int, _ layout: (Column) -> FixedColumn<Element>?
  ) -> Element? {
    // Bound: checked here. Lifetime: the buffer is used only inside the closure.
    self?.columns.withUnsafeBufferPointer { columns in
      guard columns.indices.contains(column), let column = layout(columns[column]),
        !column.nulls[row]
      else { return nil }
      return column.values[row]
    }
  }
}
