/// Tests the values of one column with a loop for each layout.
struct ValueScan {
  let segment: Segment
  let column: Int
  let mask: RowBits

  func rows(passing test: ValueTest) -> RowBits {
    switch (segment.columns[column], test) {
    case (_, .never): RowBits(none: mask.rowCount)
    case (.constant(let value, _), _): test.matches(value) ? mask : RowBits(none: mask.rowCount)
    case (.text(let texts), _):
      TextScan(
        column: texts, traits: segment.columnIndexes[column].textTraits(of: texts), mask: mask
      ).rows(passing: test)
    case (.bool(let values), .bool(let expected)): filter(values) { $0 == expected }
    case (.integer(let values), .integers(let range)),
      (.reference(let values), .integers(let range)):
      filter(values) { range.contains($0) }
    case (.integer(let values), .integerSet(let set)),
      (.reference(let values), .integerSet(let set)):
      filter(values) { set.contains($0) }
    case (.unsigned(let values), .unsigned(let range)): filter(values) { range.contains($0) }
    case (.double(let values), .doubles(let lower, let upper)),
      (.date(let values), .doubles(let lower, let upper)):
      filter(values) { lower <= $0 && $0 <= upper }
    case (.double(let values), .doubleSet(let set)), (.date(let values), .doubleSet(let set)):
      filter(values) { set.contains($0) }
    case (.uuid(let values), .uuids(let range)): filter(values) { range.contains($0) }
    case (.data(let bytes), .data(let expected)): rows(of: bytes, equalTo: expected)
    case (let values, _):
      mask.filtered(without: NullBitmap()) { test.matches(values.value(at: $0)) }
    }
  }

  /// Returns the rows with a null.
  func nullRows() -> RowBits {
    switch segment.columns[column] {
    case .constant(let value, _): value.isNull ? mask : RowBits(none: mask.rowCount)
    case .bool(let values): mask.intersection(values.nulls)
    case .integer(let values), .reference(let values): mask.intersection(values.nulls)
    case .unsigned(let values): mask.intersection(values.nulls)
    case .double(let values), .date(let values): mask.intersection(values.nulls)
    case .uuid(let values): mask.intersection(values.nulls)
    case .text(let values), .data(let values): mask.intersection(values.nulls)
    case .nested(let values): mask.intersection(values.texts.nulls)
    case .references(let values): mask.intersection(values.nulls)
    }
  }

  @inline(__always)
  private func filter<Element>(
    _ column: FixedColumn<Element>, _ passes: (Element) -> Bool
  ) -> RowBits {
    // Bound: a column has a value for each row, and the mask no bit beyond the rows. Lifetime: the
    // buffer is used inside the closure.
    column.values.withUnsafeBufferPointer { values in
      mask.filtered(without: column.nulls) { passes(values[$0]) }
    }
  }

  private func rows(of column: HeapColumn, equalTo expected: [UInt8]) -> RowBits {
    // Bound: a row's range lies inside its heap. Lifetime: used inside the closures.
    column.bytes.withUnsafeBytes { heap in
      expected.withUnsafeBytes { expected in
        mask.filtered(without: column.nulls) { row in
          ByteSearch.isEqual(
            UnsafeRawBufferPointer(rebasing: heap[column.range(of: row)]), expected)
        }
      }
    }
  }
}

extension RowBits {
  fileprivate func intersection(_ nulls: NullBitmap) -> RowBits {
    var result = self
    for word in words.indices { result.words[word] &= nulls.word(word) }
    return result
  }
}
