extension Column {
  /// Returns whether a value equals one of another column of the same type as a key
  /// (``ComparisonKey``); a null equals null only.
  func isEqualKey(at row: Int, _ other: Column, at otherRow: Int) -> Bool {
    switch (self, other) {
    case (.text(let texts), .text(let others)):
      let isNull = texts.nulls[row]
      guard !isNull, !others.nulls[otherRow] else { return isNull && others.nulls[otherRow] }
      let (range, otherRange) = (texts.range(of: row), others.range(of: otherRow))
      // Bound: a row's range lies inside its heap. Lifetime: used inside the closures.
      let isSame = texts.bytes.withUnsafeBytes { heap in
        others.bytes.withUnsafeBytes { otherHeap in
          ByteSearch.isEqual(
            UnsafeRawBufferPointer(rebasing: heap[range]),
            UnsafeRawBufferPointer(rebasing: otherHeap[otherRange]))
        }
      }
      if isSame { return true }
      if texts.isASCII, others.isASCII { return false }
    case (.integer(let values), .integer(let others)),
      (.reference(let values), .reference(let others)):
      // A null has the value 0.
      return values.values[row] == others.values[otherRow]
        && values.nulls[row] == others.nulls[otherRow]
    case (.bool(let values), .bool(let others)):
      return values.values[row] == others.values[otherRow]
        && values.nulls[row] == others.nulls[otherRow]
    default: break
    }
    return ComparisonKey(value(at: row)) == ComparisonKey(other.value(at: otherRow))
  }
}
