extension SortedRows {
  init(of segment: Segment, column: Int, layouts: QueriedColumns) {
    let sorter = RowSorter([ColumnOrder(column: column)], segments: [segment], layouts: layouts)
    let all = (0..<segment.count).map { RowLocation(segment: 0, row: $0) }
    let rows = sorter.sorted(all).map { UInt32(truncatingIfNeeded: $0.row) }
    self.init(
      rows: rows,
      nullCount: rows.prefix { segment.columns[column].isNull(at: Int($0)) }.count)
  }

  /// Returns the positions in ``rows`` whose values pass; nil if they are not contiguous.
  func positions(passing test: ValueTest, in column: Column, _ traits: TextTraits?) -> Range<Int>? {
    switch (column, test) {
    case (.integer(let column), .integers(let range)):
      positions(
        { column.values[$0] >= range.lowerBound }, { column.values[$0] <= range.upperBound })
    case (.unsigned(let column), .unsigned(let range)):
      positions(
        { column.values[$0] >= range.lowerBound }, { column.values[$0] <= range.upperBound })
    case (.uuid(let column), .uuids(let range)):
      positions(
        { column.values[$0] >= range.lowerBound }, { column.values[$0] <= range.upperBound })
    case (.double(let column), .doubles(let lower, let upper)),
      (.date(let column), .doubles(let lower, let upper)):
      // NaN is sorted first, and is not above any number.
      positions({ column.values[$0] >= lower }, { column.values[$0] <= upper })
    case (.text(let texts), .spelled(let range)):
      positions(
        { range.isAboveLower(texts.text(at: $0)) }, { range.isBelowUpper(texts.text(at: $0)) })
    case (.text(let texts), .textRange(let range))
    where range.isNormalized && traits?.normalized.isAll == true:
      range.withBytes { lower, upper in
        positions(
          { row in
            lower.map { Self.order(texts, row, $0.bytes) >= ($0.isInclusive ? 0 : 1) } ?? true
          },
          { row in
            upper.map { Self.order(texts, row, $0.bytes) <= ($0.isInclusive ? 0 : -1) } ?? true
          })
      }
    case (.text(let texts), .textTest(.hasPrefix, let prefix?))
    where prefix.scalarClass == .simple && traits?.simple.isAll == true:
      prefix.bytes.withUnsafeBytes { bytes in
        positions(
          { Self.order(texts, $0, bytes) >= 0 },
          { texts.bytes[texts.range(of: $0)].starts(with: bytes) })
      }
    default: nil
    }
  }

  private static func order(
    _ texts: HeapColumn, _ row: Int, _ bytes: UnsafeRawBufferPointer
  ) -> Int {
    // Bound: a row's range lies inside its heap. Lifetime: used inside the closure.
    texts.bytes.withUnsafeBytes {
      ByteSearch.order(UnsafeRawBufferPointer(rebasing: $0[texts.range(of: row)]), bytes)
    }
  }
}
