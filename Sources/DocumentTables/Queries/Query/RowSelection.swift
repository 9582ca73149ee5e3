/// Selected rows of one table, in ascending order.
///
/// A segment's selection is a bit for each row, or a list of row numbers if few are selected.
/// Segments with all or no rows selected need no memory.
package struct RowSelection: Sendable {
  enum Rows: Sendable {
    /// The first rows of the segment, usually all.
    case all(count: Int)
    case bits(RowBits, count: Int)
    /// Row numbers, in ascending order.
    case few([Int])
  }

  struct Part: Sendable {
    let segment: Int
    let rows: Rows
  }

  /// The segments with selected rows, in ascending order.
  let parts: [Part]
  package let count: Int

  init(_ parts: [Part]) {
    self.parts = parts
    count = parts.reduce(0) { $0 + $1.rows.count }
  }

  package var isEmpty: Bool { count == 0 }

  /// Returns whether a row is selected.
  package func contains(_ location: RowLocation) -> Bool {
    var low = 0
    var high = parts.count
    while low < high {
      let middle = low + (high - low) / 2
      if parts[middle].segment < location.segment { low = middle + 1 } else { high = middle }
    }
    guard low < parts.count, parts[low].segment == location.segment, location.row >= 0 else {
      return false
    }
    return switch parts[low].rows {
    case .all(let count): location.row < count
    case .bits(let bits, _): location.row < bits.rowCount && bits[location.row]
    case .few(let rows): rows.contains(location.row)
    }
  }
}

extension RowSelection.Rows {
  /// Creates a selection; nil for no rows.
  init?(_ bits: RowBits) {
    let count = bits.count
    guard count > 0 else { return nil }
    if count == bits.rowCount {
      self = .all(count: count)
    } else if count <= 8 {
      var rows: [Int] = []
      bits.forEach { rows.append($0) }
      self = .few(rows)
    } else {
      self = .bits(bits, count: count)
    }
  }

  var count: Int {
    switch self {
    case .all(let count), .bits(_, let count): count
    case .few(let rows): rows.count
    }
  }

  /// Returns the first rows, up to a limit; nil for none.
  func first(_ limit: Int) -> Self? {
    guard limit > 0 else { return nil }
    guard count > limit else { return self }
    switch self {
    case .all: return .all(count: limit)
    case .few(let rows): return .few(Array(rows.prefix(limit)))
    case .bits(var bits, _):
      bits.keepFirst(limit)
      return Self(bits)
    }
  }
}

extension RowSelection: Sequence {
  package var underestimatedCount: Int { count }

  package func makeIterator() -> Iterator { Iterator(parts: parts) }

  /// An iterator over the rows, which makes no list of them.
  package struct Iterator: IteratorProtocol {
    private let parts: [Part]
    private var part = -1
    /// The next position; in bits, the index of the word that `rest` is part of.
    private var position = 0
    private var rest: UInt64 = 0

    init(parts: [Part]) { self.parts = parts }

    package mutating func next() -> RowLocation? {
      while true {
        if part >= 0, let row = nextRow(of: parts[part].rows) {
          return RowLocation(segment: parts[part].segment, row: row)
        }
        guard part + 1 < parts.count else { return nil }
        part += 1
        position = 0
        rest = 0
        if case .bits(let bits, _) = parts[part].rows { rest = bits.words.first ?? 0 }
      }
    }

    private mutating func nextRow(of rows: Rows) -> Int? {
      switch rows {
      case .all(let count):
        guard position < count else { return nil }
        position += 1
        return position - 1
      case .few(let rows):
        guard position < rows.count else { return nil }
        position += 1
        return rows[position - 1]
      case .bits(let bits, _):
        while rest == 0 {
          guard position + 1 < bits.words.count else { return nil }
          position += 1
          rest = bits.words[position]
        }
        let row = position << 6 + rest.trailingZeroBitCount
        rest &= rest &- 1
        return row
      }
    }
  }
}
