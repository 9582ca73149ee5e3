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
    if case .text(let text) = value {
      guard case .scalar(.text)? = layout.attribute?.type else { return .unknown }
      return onlyRow(column: column, equalTo: text)
    }
    guard let hashed = indexes.madeTable(column: column) else { return .unknown }
    let test = ValueTest(equalTo: value, in: layout)
    guard let values = test.equalValues else { return .unknown }
    guard let key = values.first else { return .none }
    return onlyRow(column, KeyHashes.hash(CollectionOfOne(key)), hashed) { segment, row in
      test.matches(segment.value(at: row, column: column))
    }
  }

  /// The same for a column of texts that stand for themselves.
  package func onlyRow(column: Int, equalTo text: String) -> OnlyRow {
    guard let hashed = indexes.madeTable(column: column) else { return .unknown }
    var text = text
    // Lifetime: the bytes are used inside the closure.
    return text.withUTF8 { text in
      let text = UnsafeRawBufferPointer(text)
      return onlyRow(column, KeyHashes.hash(ofText: text), hashed) { segment, row in
        segment.isText(text, at: row, column: column)
      }
    }
  }

  @inline(__always)
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
