/// The plan of a condition that is a single equality: one probe of the index of a column.
///
/// A plan is prepared once for a column and runs with any value. It is much faster than a query,
/// provided that the rows are hashed by that column. It never starts to hash all rows; a query does
/// if that pays.
package struct PointLookup: Sendable {
  /// The result of a probe.
  package enum Outcome: Hashable, Sendable {
    case none
    case one(RowLocation)
    /// No index covers all rows, or several rows have the value.
    case unknown
  }

  private let column: Int
  private let layout: ColumnLayout
  /// Whether the column's texts are compared as they are stored.
  private let isPlainText: Bool

  package init(column: Int, _ layout: ColumnLayout) {
    self.column = column
    self.layout = layout
    isPlainText = layout.attribute?.type == .scalar(.text)
  }

  /// Returns the only row of a table whose value equals another, as ``Query/equals(column:_:)``
  /// compares.
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
  /// Returns whether the text of a row is canonically equivalent to another.
  fileprivate func isText(_ text: UnsafeRawBufferPointer, at row: Int, column: Int) -> Bool {
    guard let own = bytesOfText(at: row, column: column) else {
      // The column is constant, or the row has no text in the heap.
      guard case .text(let value) = value(at: row, column: column) else { return false }
      return ComparisonText(value).text == TextScan.string(text)
    }
    // Lifetime: this segment keeps the array that contains the bytes, and never changes it.
    return withExtendedLifetime(self) {
      ByteSearch.isEqual(own, text)
        || TextScan.string(own) == TextScan.string(text)
    }
  }

  /// Returns the bytes of a text in this segment's memory; nil if the row has none there.
  ///
  /// The pointer leaves the closures, because with calls inside them the compiler would retain
  /// every part of the column, which would cost more than the comparison.
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
