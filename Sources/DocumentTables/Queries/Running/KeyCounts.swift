/// Counts by key: an array if the keys of a table are dense, as the keys of one counter usually
/// are.
struct KeyCounts {
  private let first: ObjectKey
  private var dense: [UInt32]
  private var sparse: [ObjectKey: Int] = [:]

  init(of table: Table) {
    first = table.segments.first?.keys.first ?? 0
    let (range, overflow) = (table.lastKey ?? 0).subtractingReportingOverflow(first)
    let isDense = !overflow && range >= 0 && range / 16 <= table.rowCount
    dense = [UInt32](repeating: 0, count: isDense ? Int(range) + 1 : 0)
  }

  subscript(key: ObjectKey) -> Int {
    position(of: key).map { Int(dense[$0]) } ?? sparse[key] ?? 0
  }

  mutating func add(_ key: ObjectKey) {
    if let position = position(of: key) {
      dense[position] &+= 1
    } else {
      sparse[key, default: 0] += 1
    }
  }

  private func position(of key: ObjectKey) -> Int? {
    let (offset, overflow) = key.subtractingReportingOverflow(first)
    return !overflow && offset >= 0 && offset < dense.count ? Int(offset) : nil
  }
}
