// One search through the heap finds all rows that contain a text.
extension TextScan {
  /// Returns the rows that contain a part; searches the whole heap once for its bytes, or for the
  /// bytes that every spelling of it contains.
  func rows(holding part: PreparedText) -> RowBits {
    guard !part.bytes.isEmpty else { return filter { _, _ in true } }
    let test = TextTest.contains(part.text)
    var (certain, open) = occurrences(of: part)
    if part.isNormalized, !part.isFoundByBytes {
      // Rows that may contain another spelling.
      var others = mask
      others.subtract(traits.normalized)
      open.formUnion(others)
    }
    open.subtract(certain)
    guard !open.isEmpty else { return certain }
    certain.formUnion(
      TextScan(column: column, traits: traits, mask: open).filter { text, _ in
        Self.holds(test, text, part)
      })
    return certain
  }

  /// Returns the rows that certainly contain a part, and the rows whose characters must be
  /// compared: for a part that may not be in NFC, all rows with its anchor.
  private func occurrences(of part: PreparedText) -> (certain: RowBits, open: RowBits) {
    var certain = RowBits(none: mask.rowCount)
    var open = certain
    // Bound: as in `filter`; the row of an occurrence is one whose range ends beyond it, and there
    // is one since the last row ends with the heap. Lifetime: used inside the closures.
    column.bytes.withUnsafeBytes { heap in
      (part.isNormalized ? part.bytes : part.anchor).withUnsafeBytes { bytes in
        column.ends.withUnsafeBufferPointer { ends in
          var row = 0
          var next = 0
          while let offset = ByteSearch.firstOffset(of: bytes, in: heap, from: next) {
            row = Self.row(holding: offset, from: row, ends)
            guard row < ends.count else { return }
            let text = (row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])
            let found = offset..<offset + bytes.count
            next = text.upperBound
            if found.upperBound > text.upperBound {
              next = offset + 1
            } else if !mask[row] || column.nulls[row] {
              continue
            } else if part.scalarClass == .simple && traits.simple[row]
              || part.isNormalized && part.hasSimpleEdges
                && Self.isApart(found, in: text, of: heap)
            {
              certain.insert(row)
            } else {
              open.insert(row)
              // A later occurrence may be certain.
              if part.isNormalized { next = offset + 1 }
            }
          }
        }
      }
    }
    return (certain, open)
  }

  /// Returns whether a part of a text is preceded and followed by simple scalars or the text's
  /// ends; then its characters, if they begin and end with simple scalars, are characters of the
  /// text.
  private static func isApart(
    _ part: Range<Int>, in text: Range<Int>, of heap: UnsafeRawBufferPointer
  ) -> Bool {
    // Bound: both ranges lie inside the heap, the part's inside the text's.
    if part.lowerBound > text.lowerBound {
      var start = part.lowerBound - 1
      while start > text.lowerBound, heap[start] & 0xC0 == 0x80 { start -= 1 }
      let before = UnsafeRawBufferPointer(rebasing: heap[start..<part.lowerBound])
      guard ScalarClass.least(in: before) == .simple else { return false }
    }
    if part.upperBound < text.upperBound {
      var end = part.upperBound + 1
      while end < text.upperBound, heap[end] & 0xC0 == 0x80 { end += 1 }
      let after = UnsafeRawBufferPointer(rebasing: heap[part.upperBound..<end])
      guard ScalarClass.least(in: after) == .simple else { return false }
    }
    return true
  }

  /// Returns the first row from a position on that ends behind an offset; doubles its steps, then
  /// searches the last step by bisection.
  private static func row(
    holding offset: Int, from first: Int, _ ends: UnsafeBufferPointer<UInt32>
  ) -> Int {
    var low = first
    var step = 1
    while low + step < ends.count, Int(ends[low + step]) <= offset {
      low += step
      step *= 2
    }
    var high = min(low + step, ends.count)
    while low < high {
      let middle = low + (high - low) / 2
      if Int(ends[middle]) <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
