/// The keys of each table as sets, collected only for tables with dense keys, for which bits take
/// little memory.
struct TableKeys: Sendable {
  private struct Known: Sendable {
    var keys: KeySet
    var areDistinct = true
  }

  /// The keys of each table, by hierarchy; nil if not collected.
  private let known: [Known?]

  /// Creates a value without any keys.
  init() { known = [] }

  init(_ tables: Tables, _ workers: inout Workers) {
    var known: [Known?] = []
    workers.forEach(of: tables.tables) {
      Self.keys(of: $0)
    } _: {
      known.append($1)
    }
    self.known = known
  }

  subscript(hierarchy: Int) -> KeySet? { hierarchy < known.count ? known[hierarchy]?.keys : nil }

  /// Whether all rows are known to have different keys; false if the keys of a table were not
  /// collected.
  var areDistinct: Bool {
    for (index, table) in known.enumerated() {
      guard let table, table.areDistinct else { return false }
      for other in known[..<index] {
        if let other, !other.keys.isDisjoint(with: table.keys) { return false }
      }
    }
    return !known.isEmpty
  }

  private static func keys(of table: Table) -> Known? {
    let last = table.lastKey ?? 0
    guard last / 64 <= table.rowCount else { return nil }
    var known = Known(keys: KeySet(expectedCount: Int(max(last, 0) / 8 + 1)))
    for segment in table.segments where !known.keys.insert(all: segment.keys) {
      known.areDistinct = false
    }
    return known
  }
}
