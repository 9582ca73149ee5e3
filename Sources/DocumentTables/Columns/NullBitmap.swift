/// One bit for each row of a column, set if the row is null.
@usableFromInline
package struct NullBitmap: Hashable, Sendable {
  /// The words of bits; shorter than the column if no later row is null.
  @usableFromInline var words: [UInt64] = []
  @usableFromInline package private(set) var nullCount = 0

  @inlinable package init() {}

  @inlinable @inline(__always) package subscript(row: Int) -> Bool {
    let word = row >> 6
    return word < words.count && words[word] & (1 << UInt64(row & 63)) != 0
  }

  /// Calls a function with the marked rows in ascending order until it returns false.
  func forEach(_ body: (_ row: Int) -> Bool) {
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        guard body(64 * index + rest.trailingZeroBitCount) else { return }
        rest &= rest - 1
      }
    }
  }

  /// Marks a row that is not marked yet.
  @usableFromInline package mutating func insert(_ row: Int) {
    let word = row >> 6
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(row & 63)
    nullCount += 1
  }

  /// Marks rows that are not marked yet, one for each bit, starting with `row`.
  mutating func insert(_ bits: [UInt64], count: Int, from row: Int) {
    if count == 0 { return }
    nullCount += count
    let shift = UInt64(row & 63)
    for (index, bits) in bits.enumerated() where bits != 0 {
      let word = row >> 6 + index
      merge(bits << shift, into: word)
      if shift > 0 { merge(bits >> (64 - shift), into: word + 1) }
    }
  }

  private mutating func merge(_ bits: UInt64, into word: Int) {
    if bits == 0 { return }
    while words.count <= word { words.append(0) }
    words[word] |= bits
  }
}
