extension QueryRun {
  /// Returns the rows of a mask that satisfy a condition.
  func evaluate(
    _ condition: QueryPlan.Condition, _ place: Place, _ mask: RowBits
  ) throws -> RowBits {
    let segment = place.segment
    func none() -> RowBits { RowBits(none: segment.count) }
    switch condition.test {
    case .constant(let outcome): return outcome ? mask : none()
    case .not(let condition):
      var rows = mask
      rows.subtract(try evaluate(condition, place, mask))
      return rows
    case .all(let conditions):
      var rows = mask
      for condition in conditions where !rows.isEmpty {
        rows = try evaluate(condition, place, rows)
      }
      return rows
    case .any(let conditions):
      var open = mask
      for condition in conditions where !open.isEmpty {
        open.subtract(try evaluate(condition, place, open))
      }
      var rows = mask
      rows.subtract(open)
      return rows
    case .kind(let kinds):
      func isKind(_ discriminator: UInt16) -> Bool {
        Int(discriminator) < kinds.count && kinds[Int(discriminator)]
      }
      switch segment.entities {
      case .constant(let discriminator): return isKind(discriminator) ? mask : none()
      case .list(let list):
        return mask.filtered(without: NullBitmap()) { isKind(list[$0]) }
      }
    case .keys(let keys):
      var rows = none()
      guard let first = segment.keys.first, let last = segment.keys.last else { return rows }
      var position = keys.firstPosition(notBelow: first)
      while position < keys.count, keys[position] <= last {
        if let row = segment.keys.row(of: keys[position]), mask[row] { rows.insert(row) }
        position += 1
      }
      return rows
    case .isNull(let column):
      return ValueScan(segment: segment, column: column, mask: mask).nullRows()
    case .value(let column, let test): return evaluate(column, test, place, mask)
    case .opaque(let column, let function):
      note(.scan(column: column))
      let values = segment.columns[column]
      var rows = none()
      try mask.forEach { row in
        if try function(values.value(at: row)) { rows.insert(row) }
      }
      return rows
    case .reference, .someMember, .everyMember, .memberCount:
      guard condition.isOpaque else { return try evaluateRelated(condition, place, mask) }
      var rows = none()
      try mask.forEach { row in
        let location = RowLocation(segment: place.position, row: row)
        if try rowTest.holds(condition, place.hierarchy, location) { rows.insert(row) }
      }
      return rows
    }
  }

  private func evaluate(
    _ column: Int, _ test: ValueTest, _ place: Place, _ mask: RowBits
  ) -> RowBits {
    let segment = place.segment
    if test.isOrdered, tables.schema.indexedColumns[place.hierarchy].isLeading(column),
      let rows = sortedRows(column, test, place)
    {
      note(.sortedRows(column: column))
      var result = RowBits(none: segment.count)
      for row in rows where mask[Int(row)] { result.insert(Int(row)) }
      return result
    }
    note(.scan(column: column))
    return ValueScan(segment: segment, column: column, mask: mask).rows(passing: test)
  }

  /// Returns the rows that pass, if sorted rows exist or are worth building.
  private func sortedRows(
    _ column: Int, _ test: ValueTest, _ place: Place
  ) -> ArraySlice<UInt32>? {
    let segment = place.segment
    let indexes = segment.columnIndexes[column]
    let values = segment.columns[column]
    if case .constant = values { return nil }
    guard
      let sorted = indexes.sortedRows(
        worthwhileAfter: 8,
        sort: {
          SortedRows(
            of: segment, column: column,
            layouts: tables.schema.queriedColumns[place.hierarchy])
        })
    else { return nil }
    var traits: TextTraits?
    if case .text(let texts) = values { traits = indexes.textTraits(of: texts) }
    return sorted.positions(passing: test, in: values, traits).map { sorted.rows[$0] }
  }
}

extension ValueTest {
  /// Whether the values that pass may be contiguous in the order of values.
  fileprivate var isOrdered: Bool {
    switch self {
    case .integers, .unsigned, .doubles, .uuids, .textRange, .spelled, .textTest(.hasPrefix, _):
      true
    default: false
    }
  }
}
