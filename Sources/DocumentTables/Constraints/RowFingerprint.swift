/// 128 bits that stand for a row's values in some columns: equal where the values are equal as keys
/// (``ComparisonKey``), and in practice only there.
///
/// Two keyed hashes of each value (SipHash, whose key is a secret of the process), and two of all those
/// hashes: what no document can be made to collide on purpose, and in ten million rows collides by
/// chance once in 2⁸⁰ documents. So rows need not be looked at again.
package struct RowFingerprint: BitwiseCopyable, Hashable, Comparable, Sendable {
  private let high: UInt64
  private let low: UInt64

  package static func < (left: RowFingerprint, right: RowFingerprint) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  /// What the two hashes of one process begin with; also where its hashes are not seeded.
  private static let beginnings = (
    high: beginning(UInt64.random(in: .min ... .max)),
    low: beginning(UInt64.random(in: .min ... .max))
  )

  private static func beginning(_ salt: UInt64) -> Hasher {
    var hasher = Hasher()
    hasher.combine(salt)
    return hasher
  }

  /// Calls a function with the fingerprint of each row that holds no nil in these columns, ascending.
  package static func forEach(
    in segment: Segment, columns: [Int], where isConcerned: (Int) -> Bool,
    _ body: (RowFingerprint, Int) -> Void
  ) {
    // Each column by itself: values one after the other could be others cut elsewhere.
    let parts = columns.map { hashes(segment, column: $0, where: isConcerned) }
    guard let first = parts.first else { return }
    for (index, part) in first.enumerated() {
      guard columns.count > 1 else {
        body(part.fingerprint, part.row)
        continue
      }
      var high = beginnings.high
      var low = beginnings.low
      var isComplete = true
      for other in parts {
        // Lists that lack the same rows are the usual case.
        let found =
          index < other.count && other[index].row == part.row
          ? other[index] : Self.find(part.row, in: other)
        guard let found else {
          isComplete = false
          break
        }
        high.combine(found.fingerprint)
        low.combine(found.fingerprint)
      }
      if isComplete { body(RowFingerprint(high, low), part.row) }
    }
  }

  private init(_ high: Hasher, _ low: Hasher) {
    self.high = UInt64(truncatingIfNeeded: high.finalize())
    self.low = UInt64(truncatingIfNeeded: low.finalize())
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  private static func hashes(
    _ segment: Segment, column: Int, where isConcerned: (Int) -> Bool
  ) -> [(row: Int, fingerprint: RowFingerprint)] {
    var result: [(row: Int, fingerprint: RowFingerprint)] = []
    result.reserveCapacity(segment.count)
    var highs: [UInt64] = []
    highs.reserveCapacity(segment.count)
    RowHash.forEach(
      in: segment, columns: [column], from: beginnings.high, where: isConcerned
    ) { hash, _ in highs.append(hash) }
    RowHash.forEach(
      in: segment, columns: [column], from: beginnings.low, where: isConcerned
    ) { hash, row in
      result.append((row, RowFingerprint(high: highs[result.count], low: hash)))
    }
    return result
  }

  private static func find(
    _ row: Int, in list: [(row: Int, fingerprint: RowFingerprint)]
  ) -> (row: Int, fingerprint: RowFingerprint)? {
    var low = 0
    var high = list.count
    while low < high {
      let middle = low + (high - low) / 2
      if list[middle].row < row { low = middle + 1 } else { high = middle }
    }
    return low < list.count && list[low].row == row ? list[low] : nil
  }
}
