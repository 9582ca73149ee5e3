/// A bit set with one bit per row of a segment; bits beyond the last row are never set.
struct RowBits: Sendable {
  var words: [UInt64]
  let rowCount: Int

  init(none rowCount: Int) {
    self.rowCount = rowCount
    words = [UInt64](repeating: 0, count: (rowCount + 63) >> 6)
  }

  init(all rowCount: Int) {
    self.rowCount = rowCount
    words = [UInt64](repeating: ~0, count: (rowCount + 63) >> 6)
    if let last = words.indices.last { words[last] = Self.fullWord(last, of: rowCount) }
  }

  /// Returns a mask of the bits of a word that represent rows.
  static func fullWord(_ word: Int, of rowCount: Int) -> UInt64 {
    let rest = rowCount - word << 6
    return rest >= 64 ? ~0 : rest <= 0 ? 0 : 1 << UInt64(rest) &- 1
  }

  @inline(__always)
  subscript(row: Int) -> Bool {
    words[row >> 6] & 1 << UInt64(row & 63) != 0
  }

  @inline(__always)
  mutating func insert(_ row: Int) {
    words[row >> 6] |= 1 << UInt64(row & 63)
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Whether so many bits are set that a loop over all rows costs no more than one over the set
  /// bits.
  var isDense: Bool { count * 4 >= rowCount }

  mutating func formUnion(_ other: RowBits) {
    for word in words.indices { words[word] |= other.words[word] }
  }

  mutating func subtract(_ other: RowBits) {
    for word in words.indices { words[word] &= ~other.words[word] }
  }

  /// Calls `body` with each row whose bit is set, in ascending order.
  @inline(__always)
  func forEach(_ body: (Int) throws -> Void) rethrows {
    for word in words.indices {
      var bits = words[word]
      while bits != 0 {
        try body(word << 6 + bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
    }
  }

  /// Keeps only the first `limit` set bits.
  mutating func keepFirst(_ limit: Int) {
    var rest = max(0, limit)
    for word in words.indices {
      while words[word].nonzeroBitCount > rest {
        words[word] &= ~(1 << UInt64(63 - words[word].leadingZeroBitCount))
      }
      rest -= words[word].nonzeroBitCount
    }
  }

  /// Returns the rows in this set that are not nil and pass a test.
  ///
  /// Calls the test only for rows in this set that are not nil, in ascending order.
  @inline(__always)
  func filtered(without nulls: NullBitmap, _ passes: (Int) -> Bool) -> RowBits {
    var result = RowBits(none: rowCount)
    // Bound: both arrays have a word for each 64 rows. Lifetime: both buffers are used only inside
    // the closures.
    words.withUnsafeBufferPointer { words in
      result.words.withUnsafeMutableBufferPointer { result in
        for word in words.indices {
          let asked = words[word] & ~nulls.word(word)
          guard asked != 0 else { continue }
          let first = word << 6
          var found: UInt64 = 0
          if asked == ~0 {
            for bit in 0..<64 { found |= (passes(first &+ bit) ? 1 : 0) &<< UInt64(bit) }
          } else {
            var rest = asked
            while rest != 0 {
              let bit = rest.trailingZeroBitCount
              found |= (passes(first &+ bit) ? 1 : 0) &<< UInt64(bit)
              rest &= rest &- 1
            }
          }
          result[word] = found
        }
      }
    }
    return result
  }
}

extension NullBitmap {
  /// Returns the null bits of 64 rows.
  @inline(__always)
  func word(_ word: Int) -> UInt64 { word < words.count ? words[word] : 0 }
}
