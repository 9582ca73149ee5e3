extension ColumnBuilder {
  /// Appends rows of a column of the same storage, without making a ``Value`` of each where the
  /// layouts agree.
  package func append(_ column: Column, rows: Range<Int>) {
    switch column {
    case .text(let source), .data(let source):
      for row in rows {
        if source.nulls[row] {
          appendNull()
        } else {
          heap.append(contentsOf: source.bytes[source.range(of: row)])
          finishHeapValue(isASCII: source.isASCII)
        }
      }
    case .integer(let source): copy(source, rows, appendInteger)
    case .reference(let source): copy(source, rows, appendReference)
    case .double(let source), .date(let source): copy(source, rows, appendDouble)
    case .bool(let source): copy(source, rows, appendBool)
    default:
      for row in rows { append(column.value(at: row)) }
    }
  }

  private func copy<Element>(
    _ source: FixedColumn<Element>, _ rows: Range<Int>, _ append: (Element) -> Void
  ) {
    for row in rows {
      if source.nulls[row] { appendNull() } else { append(source.values[row]) }
    }
  }
}
