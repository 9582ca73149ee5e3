/// The plan of a condition that is one equality: one probe of the index of a column.
///
/// It is prepared once for a column and runs with any value. It takes much less time than a query,
/// as long as the rows are hashed by that column. It does not begin to hash all rows: a query does
/// where that is worth it.
package struct PointLookup: Sendable {
  /// What the index tells of the rows that hold a value.
  package enum Outcome: Hashable, Sendable {
    case none
    case one(RowLocation)
    /// No index is made that covers all rows, or several rows hold the value.
    case unknown
  }

  private let column: Int
  private let layout: ColumnLayout
  /// Whether the column holds texts that stand for themselves.
  private let isPlainText: Bool

  package init(column: Int, _ layout: ColumnLayout) {
    self.column = column
    self.layout = layout
    isPlainText = layout.attribute?.type == .scalar(.text)
  }

  /// The one row of a table whose value equals another, as ``Query/equals(column:_:)`` means it.
  package func row(in table: Table, equalTo value: Value) -> Outcome {
    switch value {
    case .text(let text):
      return isPlainText ? row(in: table, equalTo: text) : .unknown
    default:
      guard let hashed = table.indexes.madeTable(column: column) else { return .unknown }
      let test = ValueTest(equalTo: value, in: layout)
      guard let values = test.equalValues else { return .unknown }
      guard let key = values.first else { return .none }
      return row(in: table, KeyHashes.hash(CollectionOfOne(key)), hashed) { segment, row in
        test.matches(segment.value(at: row, column: column))
      }
    }
  }

  private func row(in table: Table, equalTo text: String) -> Outcome {
    guard let hashed = table.indexes.madeTable(column: column) else { return .unknown }
    var text = text
    // Lifetime: the bytes are used inside the closure.
    return text.withUTF8 { text in
      let text = UnsafeRawBufferPointer(text)
      return row(in: table, KeyHashes.hash(ofText: text), hashed) { segment, row in
        segment.isText(text, at: row, column: column)
      }
    }
  }

  @inline(__always)
  private func row(
    in table: Table, _ hash: UInt64?, _ hashed: HashedTable, _ matches: (Segment, Int) -> Bool
  ) -> Outcome {
    guard let hash else { return .unknown }
    var found = Outcome.none
    func add(_ location: RowLocation) -> Bool {
      guard matches(table.segments[location.segment], location.row) else { return true }
      found = found == .none ? .one(location) : .unknown
      return found != .unknown
    }
    hashed.forEachLocation(of: hash, add)
    for position in hashed.apart {
      let segment = table.segments[position]
      guard found != .unknown,
        let index = segment.columnIndexes[column].hashIndex(of: segment, column: column)
      else { return .unknown }
      index.forEachRow(of: hash) { add(RowLocation(segment: position, row: $0)) }
    }
    return found
  }
}

extension Segment {
  /// Whether a row holds a text, by canonical equivalence.
  fileprivate func isText(_ text: UnsafeRawBufferPointer, at row: Int, column: Int) -> Bool {
    guard let own = bytesOfText(at: row, column: column) else {
      // A constant column's, or that of a row without one.
      guard case .text(let value) = value(at: row, column: column) else { return false }
      return ComparisonText(value).text == TextScan.string(text)
    }
    // Lifetime: this segment holds the array that the bytes stand in, and never changes it.
    return withExtendedLifetime(self) {
      ByteSearch.isEqual(own, text)
        || TextScan.string(own) == TextScan.string(text)
    }
  }

  /// The bytes of a text, in this segment's own memory; nil where the row has none of its own.
  ///
  /// They leave the closures, because calls inside of them would make the compiler take references
  /// to all that the column is made of, which would cost more than the comparison.
  @inline(__always)
  private func bytesOfText(at row: Int, column: Int) -> UnsafeRawBufferPointer? {
    // Bound: the column is checked here, and a row's range lies inside its heap. Lifetime: the
    // caller holds the segment for as long as it uses the bytes.
    columns.withUnsafeBufferPointer { columns in
      guard columns.indices.contains(column), case .text(let texts) = columns[column],
        !texts.nulls[row]
      else { return nil }
      let range = texts.range(of: row)
      return texts.bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[range]) }
    }
  }
}
