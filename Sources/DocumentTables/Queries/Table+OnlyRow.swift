/// What an index tells of the rows that hold a value.
package enum OnlyRow: Hashable, Sendable {
  case none
  case one(RowLocation)
  /// No index is made that covers all rows, or several rows hold the value.
  case unknown
}

extension Table {
  /// The one row whose value in a column equals another, as ``Query/equals(column:_:)`` means it.
  ///
  /// It takes much less time than a query, as long as the rows are hashed by that column: that is
  /// what a look-up by a unique key comes to. It does not begin to hash all rows: a query does where
  /// that is worth it.
  package func onlyRow(
    column: Int, _ layout: ColumnLayout, equalTo value: Value
  ) -> OnlyRow {
    guard let hashed = indexes.madeTable(column: column) else { return .unknown }
    if case .text(var text) = value {
      guard case .scalar(.text)? = layout.attribute?.type else { return .unknown }
      return onlyRow(column, RowHash.hash(of: value), hashed) { segment, row in
        guard segment.columns.indices.contains(column) else { return false }
        // Bound: checked above. Lifetime: the buffer is used inside the closure.
        return segment.columns.withUnsafeBufferPointer {
          $0[column].isEqual(at: row, to: &text)
        }
      }
    }
    let test = ValueTest(equalTo: value, in: layout)
    guard let values = test.equalValues else { return .unknown }
    guard let key = values.first else { return .none }
    return onlyRow(column, RowHash.hash(of: key), hashed) { segment, row in
      test.matches(segment.value(at: row, column: column))
    }
  }

  private func onlyRow(
    _ column: Int, _ hash: UInt64?, _ hashed: HashedTable, _ matches: (Segment, Int) -> Bool
  ) -> OnlyRow {
    guard let hash else { return .unknown }
    var found = OnlyRow.none
    func add(_ location: RowLocation) -> Bool {
      guard matches(segments[location.segment], location.row) else { return true }
      found = found == .none ? .one(location) : .unknown
      return found != .unknown
    }
    hashed.forEachLocation(of: hash, add)
    for position in hashed.apart {
      let segment = segments[position]
      guard found != .unknown,
        let index = segment.columnIndexes[column].hashIndex(of: segment, column: column)
      else { return .unknown }
      index.forEachRow(of: hash) { add(RowLocation(segment: position, row: $0)) }
    }
    return found
  }
}

extension Column {
  /// Whether a row of texts holds one, by canonical equivalence.
  fileprivate borrowing func isEqual(at row: Int, to text: inout String) -> Bool {
    switch self {
    case .text(let texts):
      if texts.nulls[row] { return false }
      let range = texts.range(of: row)
      // Bound: a row's range lies inside its heap. Lifetime: the buffers are used inside the
      // closures.
      let isSame = texts.bytes.withUnsafeBytes { heap in
        text.withUTF8 {
          ByteSearch.isEqual(
            UnsafeRawBufferPointer(rebasing: heap[range]), UnsafeRawBufferPointer($0))
        }
      }
      return isSame || String(decoding: texts.bytes[range], as: UTF8.self) == text
    default:
      if case .text(let value) = value(at: row) { return value == text }
      return false
    }
  }
}
