/// Rows by the hashes of their values: as many bins as rows by fours, told apart by the highest bits.
///
/// Hashes being uniform, a bin holds few rows that do not share their values; a number of 32 bits
/// keeps most of those apart too. Eight bytes for a row and one for its share of the bins.
struct HashIndex: Sendable {
  private struct Entry {
    let tag: UInt32
    let row: UInt32
  }

  private let binBits: UInt64
  /// Where each bin ends.
  private let ends: [UInt32]
  /// Ascending by row within one bin.
  private let entries: [Entry]

  /// Numbers the rows of the segments one after the other, no more than 2³² − 1 of them.
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
      // Bound: each entry takes the next place of its bin, of which there are as many as counted
      // above; so every place below the count is written exactly once.
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

  /// The rows that may have a hash, ascending: those that have it, and hardly ever another.
  func rows(of hash: UInt64) -> [Int] {
    var rows: [Int] = []
    forEachRow(of: hash) { row in
      rows.append(row)
      return true
    }
    return rows
  }

  /// The same without a list of them, until the function returns false.
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
