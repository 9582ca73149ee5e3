/// Rows among which are all that satisfy a condition, as found by indexes.
struct Candidates {
  enum Rows {
    case all
    case listed([Int])
  }

  /// Whole segments; the single rows are in any order and may repeat.
  private var whole: Set<Int> = []
  private var locations: [RowLocation] = []
  private var wholeCount = 0

  init() {}

  init(_ locations: some Sequence<RowLocation>) { self.locations = Array(locations) }

  /// An upper bound of the number of rows.
  var count: Int { wholeCount + locations.count }

  mutating func insert(_ location: RowLocation) { locations.append(location) }

  mutating func insertAll(ofSegment segment: Int, rowCount: Int) {
    if whole.insert(segment).inserted { wholeCount += rowCount }
  }

  mutating func formUnion(_ other: Candidates) {
    locations += other.locations
    for segment in other.whole { whole.insert(segment) }
    wholeCount += other.wholeCount
  }

  /// The segments in ascending order, and the rows of each.
  var ascending: [(segment: Int, rows: Rows)] {
    var result: [(segment: Int, rows: Rows)] = whole.map { ($0, .all) }
    let sorted = locations.count < 2 ? locations : locations.sorted { $0.segment < $1.segment }
    var start = 0
    while start < sorted.count {
      let segment = sorted[start].segment
      var end = start + 1
      while end < sorted.count, sorted[end].segment == segment { end += 1 }
      if !whole.contains(segment) {
        result.append((segment, .listed(sorted[start..<end].map(\.row))))
      }
      start = end
    }
    if !whole.isEmpty { result.sort { $0.segment < $1.segment } }
    return result
  }
}

extension Candidates.Rows {
  func bits(rowCount: Int) -> RowBits {
    switch self {
    case .all: return RowBits(all: rowCount)
    case .listed(let list):
      var bits = RowBits(none: rowCount)
      for row in list { bits.insert(row) }
      return bits
    }
  }
}
