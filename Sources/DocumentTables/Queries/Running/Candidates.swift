/// Rows outside of which none satisfies a condition, as indexes tell them.
struct Candidates {
  enum Rows {
    case all
    case listed([Int])
  }

  /// By segment.
  private var rows: [Int: Rows] = [:]
  private(set) var count = 0

  init() {}

  init(_ locations: some Sequence<RowLocation>) {
    for location in locations { insert(location) }
  }

  var ascending: [(key: Int, value: Rows)] {
    rows.count < 2 ? Array(rows) : rows.sorted { $0.key < $1.key }
  }

  /// A row that is inserted again is tested again.
  mutating func insert(_ location: RowLocation) {
    count += 1
    switch rows[location.segment] {
    case .all: count -= 1
    case .listed(var list):
      // Out of the dictionary while it grows, so that it is not copied.
      rows[location.segment] = nil
      list.append(location.row)
      rows[location.segment] = .listed(list)
    case nil: rows[location.segment] = .listed([location.row])
    }
  }

  mutating func insertAll(ofSegment segment: Int, rowCount: Int) {
    if case .all = rows[segment] { return }
    rows[segment] = .all
    count += rowCount
  }

  mutating func formUnion(_ other: Candidates) {
    for (segment, added) in other.rows {
      switch (rows[segment], added) {
      case (.all, _): break
      case (.listed(let list), .listed(let more)): rows[segment] = .listed(list + more)
      default: rows[segment] = added
      }
    }
    count += other.count
  }

  func bits(_ segment: Int, rowCount: Int) -> RowBits {
    switch rows[segment] {
    case .all: return RowBits(all: rowCount)
    case .listed(let list):
      var bits = RowBits(none: rowCount)
      for row in list { bits.insert(row) }
      return bits
    case nil: return RowBits(none: rowCount)
    }
  }
}
