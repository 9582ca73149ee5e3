extension ColumnBuilder {
  /// Appends rows of a column with the same storage, without a ``Value`` for each row if the
  /// layouts are equal.
  package func append(_ column: Column, rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    switch column {
    case .text(let source), .data(let source): appendHeap(source, rows)
    case .nested(let source) where source.form == storage.nestedForm:
      appendHeap(source.texts, rows)
    case .references(let source):
      let start = rows.lowerBound == 0 ? 0 : Int(source.ends[rows.lowerBound - 1])
      let shift = keyHeap.count - start
      keyHeap.append(contentsOf: source.keys[start..<Int(source.ends[rows.upperBound - 1])])
      for end in source.ends[rows] { ends.append(UInt32(truncatingIfNeeded: Int(end) + shift)) }
      noteCopied(rows, source.nulls)
    case .integer(let source), .reference(let source):
      integers.append(contentsOf: source.values[rows])
      noteCopied(rows, source.nulls)
    case .double(let source), .date(let source):
      doubles.append(contentsOf: source.values[rows])
      noteCopied(rows, source.nulls)
    case .bool(let source):
      bools.append(contentsOf: source.values[rows])
      noteCopied(rows, source.nulls)
    case .constant(.null, _):
      for _ in rows { appendNull() }
    default:
      for row in rows { append(column.value(at: row)) }
    }
  }

  private func appendHeap(_ source: HeapColumn, _ rows: Range<Int>) {
    let start = source.range(of: rows.lowerBound).lowerBound
    let shift = heap.count - start
    heap.append(contentsOf: source.bytes[start..<Int(source.ends[rows.upperBound - 1])])
    // The segment builder closes a segment long before a heap reaches 4 GiB.
    for end in source.ends[rows] { ends.append(UInt32(truncatingIfNeeded: Int(end) + shift)) }
    if !source.isASCII { isASCII = false }
    noteCopied(rows, source.nulls)
  }

  /// Counts rows whose values have been appended; null rows already have empty or zero values.
  private func noteCopied(_ rows: Range<Int>, _ source: NullBitmap) {
    if source.nullCount > 0 {
      for row in rows where source[row] { nulls.insert(rowCount + row - rows.lowerBound) }
    }
    rowCount += rows.count
  }
}
