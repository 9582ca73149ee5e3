/// One bit for each row of a segment; those beyond its rows are never set.
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

  /// The bits of one word that stand for rows.
  static func fullWord(_ word: Int, of rowCount: Int) -> UInt64 {
    let rest = rowCount - word << 6
    return rest >= 64 ? ~0 : rest <= 0 ? 0 : 1 << UInt64(rest) &- 1
  }

  subscript(row: Int) -> Bool {
    words[row >> 6] & 1 << UInt64(row & 63) != 0
  }

  mutating func insert(_ row: Int) {
    words[row >> 6] |= 1 << UInt64(row & 63)
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  var part: RowSelection.Part {
    let count = count
    return count == 0 ? .none : count == rowCount ? .all : .some(words, count: count)
  }
}
