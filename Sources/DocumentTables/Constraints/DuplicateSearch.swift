/// A search for rows of a table whose values in some columns are equal as keys.
///
/// The search stores a hash and a row number per row instead of the values, which it compares only
/// if two hashes are equal. It first sorts rows into bins by their hashes: one table of a million
/// hashes would miss the cache at each row, but the table of a bin does not.
///
///     runs of segments ─► hashes, by bins     on any thread
///     bins, of all runs ─► repetitions        on any thread
struct DuplicateSearch: Sendable {
  /// A row that repeats an earlier one, which is the first with these values; both are row numbers
  /// in the whole table.
  struct Repetition {
    let first: Int
    let row: Int
  }

  private struct Entry {
    let hash: UInt
    let row: Int
  }

  /// Entries by the highest bits of their hashes; in row order within each bin.
  private struct Bins {
    let entries: [Entry]
    let ends: [Int]

    subscript(bin: Int) -> ArraySlice<Entry> { entries[(bin == 0 ? 0 : ends[bin - 1])..<ends[bin]] }
  }

  private static let rowsOfBin = 4096

  private let table: Table
  private let columns: [Int]
  /// The number of the table's rows before each segment.
  private let starts: [Int]
  /// The number of highest bits of a hash that select its bin.
  private let bits: Int

  init(table: Table, columns: [Int]) {
    self.table = table
    self.columns = columns
    var starts: [Int] = []
    var count = 0
    for segment in table.segments {
      starts.append(count)
      count += segment.count
    }
    self.starts = starts
    var bits = 0
    while bits < 16, count >> bits > Self.rowsOfBin { bits += 1 }
    self.bits = bits
  }

  /// A row that repeats an earlier one, and the key of the earlier one.
  typealias Found = (first: ObjectKey, segment: Segment, row: Int)

  /// Returns the first rows that repeat an earlier one, at most `limit`.
  ///
  /// Skips rows of other entities, by discriminator, and rows with a nil in these columns.
  func rows(
    limit: Int, of entities: [Bool], _ rowsOfRun: Int, _ workers: inout Workers
  ) -> [Found] {
    var bins: [Bins] = []
    workers.forEach(of: table.segmentRuns(ofRows: rowsOfRun)) { run in
      self.bins(run, of: entities)
    } _: {
      bins.append($1)
    }
    var repetitions: [Repetition] = []
    let share = max(1, (1 << bits) / 32)
    workers.forEach(of: stride(from: 0, to: 1 << bits, by: share)) { [bins] first in
      self.repetitions(first..<first + share, of: bins, limit: limit)
    } _: {
      repetitions += $1
    }
    return rows(of: repetitions, limit: limit)
  }

  private func rows(of repetitions: [Repetition], limit: Int) -> [Found] {
    var repetitions = repetitions
    Self.sort(&repetitions, limit: limit)
    return repetitions.map { repetition in
      let first = location(of: repetition.first)
      let location = location(of: repetition.row)
      return (
        table.segments[first.segment].keys[first.row], table.segments[location.segment],
        location.row
      )
    }
  }

  /// Returns all rows that repeat an earlier one, in the order of the earlier rows, then in their
  /// own order.
  func repetitions(entities: [Bool]) -> [Repetition] {
    let bins = [self.bins(table.segments.indices, of: entities)]
    var repetitions = self.repetitions(0..<1 << bits, of: bins, limit: nil)
    repetitions.sort { ($0.first, $0.row) < ($1.first, $1.row) }
    return repetitions
  }

  /// Returns repetitions in a range of bins: at least the first `limit`, or all if `limit` is nil.
  private func repetitions(_ range: Range<Int>, of bins: [Bins], limit: Int?) -> [Repetition] {
    var repetitions: [Repetition] = []
    for bin in range {
      findRepetitions(bins.count == 1 ? bins[0][bin] : ArraySlice(bins.flatMap { $0[bin] })) {
        repetitions.append($0)
        // Bins are not in row order, so the first rows are known only at the end.
        if let limit, repetitions.count >= 2 * limit + 1000 {
          Self.sort(&repetitions, limit: limit)
        }
      }
    }
    return repetitions
  }

  private static func sort(_ repetitions: inout [Repetition], limit: Int) {
    repetitions.sort { $0.row < $1.row }
    repetitions.removeSubrange(min(max(0, limit), repetitions.count)...)
  }

  private func bins(_ run: Range<Int>, of concerned: [Bool]) -> Bins {
    func isConcerned(_ discriminator: UInt16) -> Bool {
      Int(discriminator) < concerned.count && concerned[Int(discriminator)]
    }
    var entries: [Entry] = []
    entries.reserveCapacity(run.reduce(0) { $0 + table.segments[$1].count })
    for index in run {
      let segment = table.segments[index]
      let start = starts[index]
      let entities = segment.entities
      if case .constant(let discriminator) = entities, !isConcerned(discriminator) { continue }
      KeyHashes(of: segment.columns(at: columns)).forEach { hash, row in
        guard isConcerned(entities[row]) else { return }
        entries.append(Entry(hash: UInt(truncatingIfNeeded: hash), row: start + row))
      }
    }
    return bins(of: entries)
  }

  private func bins(of entries: [Entry]) -> Bins {
    guard bits > 0 else { return Bins(entries: entries, ends: [entries.count]) }
    let shift = UInt(UInt.bitWidth - bits)
    var ends = [Int](repeating: 0, count: 1 << bits)
    for entry in entries { ends[Int(entry.hash >> shift)] += 1 }
    var total = 0
    for bin in ends.indices {
      total += ends[bin]
      ends[bin] = total - ends[bin]
    }
    let sorted = [Entry](unsafeUninitializedCapacity: entries.count) { buffer, count in
      // Bound: each entry takes the next place of its bin, and each bin has as many places as
      // counted above, so every place below the count is written exactly once.
      for entry in entries {
        let bin = Int(entry.hash >> shift)
        buffer.initializeElement(at: ends[bin], to: entry)
        ends[bin] += 1
      }
      count = entries.count
    }
    return Bins(entries: sorted, ends: ends)
  }

  private func findRepetitions(_ bin: ArraySlice<Entry>, found: (Repetition) -> Void) {
    var capacity = 16
    while capacity < 2 * bin.count { capacity *= 2 }
    // A hash table of positions in the bin. Its size is a power of two above their number, so a
    // free slot always exists.
    var slots = [Int](repeating: -1, count: capacity)
    let mask = UInt(capacity - 1)
    next: for position in bin.indices {
      let entry = bin[position]
      var slot = Int(entry.hash & mask)
      while slots[slot] >= 0 {
        let other = bin[slots[slot]]
        if other.hash == entry.hash, isEqual(other.row, entry.row) {
          found(Repetition(first: other.row, row: entry.row))
          continue next
        }
        slot = (slot + 1) & Int(mask)
      }
      slots[slot] = position
    }
  }

  func location(of number: Int) -> RowLocation {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = low + (high - low) / 2
      if starts[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return RowLocation(segment: low - 1, row: number - starts[low - 1])
  }

  private func isEqual(_ left: Int, _ right: Int) -> Bool {
    let left = location(of: left)
    let right = location(of: right)
    return columns.allSatisfy { column in
      table.segments[left.segment].columns[column].isEqualKey(
        at: left.row, table.segments[right.segment].columns[column], at: right.row)
    }
  }
}
