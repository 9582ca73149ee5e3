/// Tests the texts of one column, by bytes if they decide the result.
struct TextScan {
  let column: HeapColumn
  let traits: TextTraits
  let mask: RowBits

  func rows(passing test: ValueTest) -> RowBits {
    switch test {
    case .text(let text): rows(equalTo: text)
    case .textRange(let range): rows(in: range)
    case .textTest(let textTest, let part): rows(passing: textTest, part)
    case .textSet(let set): rows(in: set)
    case .spelling(let bytes): bytes.withUnsafeBytes { rows(withBytes: $0) }
    default:
      filter { text, _ in test.matches(.text(String(decoding: text, as: UTF8.self))) }
    }
  }

  /// Returns a text to compare by characters, canonically equivalent to the bytes.
  static func string(_ bytes: UnsafeRawBufferPointer) -> String {
    CanonicalOrder.ordered(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the rows of the mask whose values are not null and whose bytes pass.
  @inline(__always)
  func filter(_ passes: (UnsafeRawBufferPointer, Int) -> Bool) -> RowBits {
    // Bound: the ends of rows ascend and are at most the heap's count; the mask has no bit beyond
    // the rows. Lifetime: the buffers are used inside the closures.
    column.bytes.withUnsafeBytes { heap in
      column.ends.withUnsafeBufferPointer { ends in
        mask.filtered(without: column.nulls) { row in
          let start = row == 0 ? 0 : Int(ends[row &- 1])
          let text = UnsafeRawBufferPointer(
            start: heap.baseAddress?.advanced(by: start), count: Int(ends[row]) &- start)
          return passes(text, row)
        }
      }
    }
  }

  private func rows(equalTo expected: PreparedText) -> RowBits {
    expected.bytes.withUnsafeBytes { bytes in
      if expected.isNormalized, traits.normalized.isAll {
        return rows(withBytes: bytes)
      }
      return filter { text, row in
        if ByteSearch.isEqual(text, bytes) { return true }
        if expected.isNormalized, traits.normalized[row] { return false }
        return Self.string(text) == expected.text
      }
    }
  }

  /// Returns the rows with exactly these bytes.
  ///
  /// The length and the first eight bytes are compared as two numbers: the lengths of neighbouring
  /// rows are unpredictable, and a mispredicted branch costs more than the comparison.
  private func rows(withBytes expected: UnsafeRawBufferPointer) -> RowBits {
    let count = expected.count
    let (wanted, mask) = ByteSearch.head(of: expected)
    // Bound: as in `filter`; eight bytes are read only where the heap has as many, and all bytes
    // only where a row has as many as expected. Lifetime: used inside the closures.
    return column.bytes.withUnsafeBytes { heap in
      column.ends.withUnsafeBufferPointer { ends in
        self.mask.filtered(without: column.nulls) { row in
          let start = row == 0 ? 0 : Int(ends[row &- 1])
          let length = Int(ends[row]) &- start
          let head =
            start &+ 8 <= heap.count
            ? heap.loadUnaligned(fromByteOffset: start, as: UInt64.self) & mask
            : ByteSearch.head(of: UnsafeRawBufferPointer(rebasing: heap[start...])).bytes & mask
          guard UInt64(bitPattern: Int64(length ^ count)) | (head ^ wanted) == 0 else {
            return false
          }
          return count <= 8
            || ByteSearch.isEqual(
              UnsafeRawBufferPointer(rebasing: heap[start..<start &+ length]), expected)
        }
      }
    }
  }

  private func rows(in set: PreparedTexts) -> RowBits {
    filter { text, row in
      if set.isNormalized, traits.normalized[row] { return set.contains(text) }
      return set.texts.contains(Self.string(text))
    }
  }

  private func rows(in range: TextRange) -> RowBits {
    guard range.isNormalized else { return filter { text, _ in range.contains(Self.string(text)) } }
    return range.withBytes { lower, upper in
      filter { text, row in
        guard traits.normalized[row] else { return range.contains(Self.string(text)) }
        if let lower, ByteSearch.order(text, lower.bytes) < (lower.isInclusive ? 0 : 1) {
          return false
        }
        if let upper, ByteSearch.order(text, upper.bytes) > (upper.isInclusive ? 0 : -1) {
          return false
        }
        return true
      }
    }
  }

  private func rows(passing test: TextTest, _ part: PreparedText?) -> RowBits {
    switch (test, part) {
    case (.isEmpty, _): return filter { text, _ in text.isEmpty }
    case (.count(let range), _):
      return filter { text, row in
        guard traits.simple[row] else { return range.contains(Self.string(text).count) }
        return range.contains(text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) })
      }
    case (.contains, let part?):
      if mask.isDense, part.isNormalized || !part.anchor.isEmpty { return rows(holding: part) }
      return rows(part, test) { text, bytes in
        ByteSearch.firstOffset(of: bytes, in: text, from: 0) != nil
      }
    case (.hasPrefix, let part?):
      return rows(part, test) { text, bytes in
        text.count >= bytes.count
          && ByteSearch.isEqual(UnsafeRawBufferPointer(rebasing: text[..<bytes.count]), bytes)
      }
    case (.hasSuffix, let part?):
      return rows(part, test) { text, bytes in
        text.count >= bytes.count
          && ByteSearch.isEqual(
            UnsafeRawBufferPointer(rebasing: text[(text.count - bytes.count)...]), bytes)
      }
    default: return filter { text, _ in test.holds(for: Self.string(text)) }
    }
  }

  /// Decides by bytes if row and part allow that; otherwise compares characters, unless the bytes
  /// exclude a match.
  ///
  /// A part of a text in NFC is in NFC too, so a canonically equivalent part in NFC has the same
  /// bytes.
  @inline(__always)
  private func rows(
    _ part: PreparedText, _ test: TextTest,
    byBytes hasBytes: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
  ) -> RowBits {
    part.bytes.withUnsafeBytes { bytes in
      filter { text, row in
        if part.isNormalized, traits.normalized[row] {
          guard hasBytes(text, bytes) else { return false }
          // A part that is not simple is not in a simple text.
          if traits.simple[row] { return part.scalarClass == .simple }
        }
        return Self.holds(test, text, part)
      }
    }
  }

  /// Compares characters, unless the bytes make that unnecessary.
  static func holds(
    _ test: TextTest, _ text: UnsafeRawBufferPointer, _ part: PreparedText
  ) -> Bool {
    let mayHold = part.anchor.withUnsafeBytes {
      ByteSearch.firstOffset(of: $0, in: text, from: 0) != nil
    }
    return mayHold && test.holds(for: string(text))
  }
}

extension TextRange {
  typealias ByteBound = (bytes: UnsafeRawBufferPointer, isInclusive: Bool)

  var isNormalized: Bool {
    (lower?.text.isNormalized ?? true) && (upper?.text.isNormalized ?? true)
  }

  /// Passes the bytes of both bounds to a closure.
  @inline(__always)
  func withBytes<Result>(_ body: (ByteBound?, ByteBound?) -> Result) -> Result {
    (lower?.text.bytes ?? []).withUnsafeBytes { lowerBytes in
      (upper?.text.bytes ?? []).withUnsafeBytes { upperBytes in
        body(
          lower.map { (lowerBytes, $0.isInclusive) }, upper.map { (upperBytes, $0.isInclusive) })
      }
    }
  }
}
