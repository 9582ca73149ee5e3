/// The rows that a query selects, ascending: for each segment all, none, or bits.
package struct RowSelection: Sendable {
  enum Part: Sendable {
    case none
    case all
    /// As many words as the segment's rows need; no bit beyond them.
    case some([UInt64], count: Int)
  }

  /// One for each segment.
  let parts: [Part]
  /// The rows of each segment.
  let rowCounts: [Int]
  package let count: Int

  init(parts: [Part], rowCounts: [Int]) {
    self.parts = parts
    self.rowCounts = rowCounts
    count = zip(parts, rowCounts).reduce(0) { $0 + $1.0.count(of: $1.1) }
  }

  /// Whether a row is among those selected.
  package func contains(_ location: RowLocation) -> Bool {
    guard parts.indices.contains(location.segment), location.row >= 0,
      location.row < rowCounts[location.segment]
    else { return false }
    switch parts[location.segment] {
    case .none: return false
    case .all: return true
    case .some(let words, _):
      return words[location.row >> 6] & 1 << UInt64(location.row & 63) != 0
    }
  }
}

extension RowSelection.Part {
  func count(of rows: Int) -> Int {
    switch self {
    case .none: 0
    case .all: rows
    case .some(_, let count): count
    }
  }
}

extension RowSelection: Sequence {
  package var underestimatedCount: Int { count }

  package var isEmpty: Bool { count == 0 }

  package func makeIterator() -> Iterator { Iterator(selection: self) }

  /// Goes from bit to bit.
  package struct Iterator: IteratorProtocol {
    private let selection: RowSelection
    private var segment = -1
    private var word = 0
    private var bits: UInt64 = 0
    private var words: [UInt64]?
    private var rowCount = 0

    init(selection: RowSelection) { self.selection = selection }

    package mutating func next() -> RowLocation? {
      while bits == 0 {
        word += 1
        while word << 6 >= rowCount {
          segment += 1
          guard segment < selection.parts.count else { return nil }
          begin(selection.parts[segment], rows: selection.rowCounts[segment])
        }
        bits = words.map { $0[word] } ?? RowBits.fullWord(word, of: rowCount)
      }
      let row = word << 6 + bits.trailingZeroBitCount
      bits &= bits &- 1
      return RowLocation(segment: segment, row: row)
    }

    private mutating func begin(_ part: RowSelection.Part, rows: Int) {
      word = 0
      rowCount = rows
      switch part {
      case .none: rowCount = 0
      case .all: words = nil
      case .some(let bits, _): words = bits
      }
    }
  }
}
