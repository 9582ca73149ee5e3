/// An index of rows by the hashes of their values.
///
/// The index has about one bin for every four rows; the highest bits of a hash select the bin.
///
/// Because hashes are uniform, a bin holds few rows with other values, and a tag of 32 bits rules
/// out most of those. The index takes eight bytes per row for the entry and about one for the row's
/// share of the bins.
struct HashIndex: Sendable {
  private struct Entry {
    let tag: UInt32
    let row: UInt32
  }

  private let binBits: UInt64
  /// The end of each bin in ``entries``.
  private let ends: [UInt32]
  /// The entries bin by bin, in ascending order of rows within each bin.
  private let entries: [Entry]

  /// Indexes the rows of the segments, numbered consecutively across segments.
  ///
  /// Indexes at most 2³² − 1 rows.
  init(of segments: [Segment], columns: [Int]) {
    var hashes: [(hash: UInt64, row: UInt32)] = []
    hashes.reserveCapacity(segments.reduce(0) { $0 + $1.count })
    var first = 0
    for segment in segments {
      KeyHashes(of: segment.columns(at: columns)).forEach { hash, row in
        if let row = UInt32(exactly: first + row), hashes.count < Int(UInt32.max) {
          hashes.append((hash, row))
        }
      }
      first += segment.count
    }
    var bits: UInt64 = 0
    while bits < 30, hashes.count >> (bits + 2) > 0 { bits += 1 }
    var ends = [UInt32](repeating: 0, count: 1 << bits)
    for (hash, _) in hashes { ends[Self.bin(of: hash, bits)] += 1 }
    var total: UInt32 = 0
    for bin in ends.indices {
      total += ends[bin]
      ends[bin] = total - ends[bin]
    }
    binBits = bits
    entries = [Entry](unsafeUninitializedCapacity: hashes.count) { buffer, count in
      // Bound: each entry takes the next place of its bin, and each bin has as many places as
      // counted above, so every place below the count is written exactly once.
      for (hash, row) in hashes {
        let bin = Self.bin(of: hash, bits)
        buffer.initializeElement(
          at: Int(ends[bin]), to: Entry(tag: UInt32(truncatingIfNeeded: hash), row: row))
        ends[bin] += 1
      }
      count = hashes.count
    }
    self.ends = ends
  }

  private static func bin(of hash: UInt64, _ bits: UInt64) -> Int { Int(hash >> (64 - bits)) }

  /// Returns the rows that may have a hash, in ascending order: all rows that have it, and rarely
  /// others.
  func rows(of hash: UInt64) -> [Int] {
    var rows: [Int] = []
    forEachRow(of: hash) { row in
      rows.append(row)
      return true
    }
    return rows
  }

  /// Calls `body` with each row that may have a hash, in ascending order, until `body` returns
  /// false.
  @inline(__always)
  func forEachRow(of hash: UInt64, _ body: (Int) -> Bool) {
    let bin = Self.bin(of: hash, binBits)
    let tag = UInt32(truncatingIfNeeded: hash)
    for position in (bin == 0 ? 0 : Int(ends[bin - 1]))..<Int(ends[bin])
    where entries[position].tag == tag {
      guard body(Int(entries[position].row)) else { return }
    }
  }
}
