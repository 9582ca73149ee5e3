// One search through the heap finds the rows that contain a text, whatever row it is in.
extension TextScan {
  /// The rows that contain a part, by one search through the whole heap for its bytes, or for those
  /// that stand in every spelling of it.
  func rows(holding part: PreparedText) -> RowBits {
    guard !part.bytes.isEmpty else { return filter { _, _ in true } }
    let test = TextTest.contains(part.text)
    var (certain, open) = occurrences(of: part)
    if part.isNormalized, !part.isFoundByBytes {
      // Those that may spell it otherwise.
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

  /// The rows in which the bytes of a part stand as its characters, and those in which characters
  /// have to be compared: of a part that may not be in NFC, all that have its anchor.
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
              // Another occurrence may be certain.
              if part.isNormalized { next = offset + 1 }
            }
          }
        }
      }
    }
    return (certain, open)
  }

  /// Whether simple scalars, or none, stand before and after a part of a text: then characters that
  /// begin and end with simple scalars are none but its own.
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

  /// The first row at or after another that ends beyond an offset: near it by steps that double,
  /// then by a binary search.
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
