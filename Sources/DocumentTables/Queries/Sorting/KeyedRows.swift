/// Rows with keys that order them, one chunk of their values at a time.
struct KeyedRows {
  struct Entry {
    var key: UInt64
    var row: RowLocation
  }

  private let level: RowSorter.Level
  private let limit: Int
  private var entries: [Entry]
  /// The positions at which a value differs from the value before.
  private var starts: RowBits

  /// Takes the rows without nulls, except rows that cannot be among the first.
  init(_ rows: [RowLocation], _ level: RowSorter.Level, limit: Int) {
    self.level = level
    self.limit = limit
    var entries: [Entry] = []
    entries.reserveCapacity(rows.count)
    let flip: UInt64 = level.order.isDescending ? ~0 : 0
    var start = 0
    while start < rows.count {
      let segment = rows[start].segment
      var end = start + 1
      while end < rows.count, rows[end].segment == segment { end += 1 }
      if let ordering = level.orderings[segment] {
        for row in rows[start..<end] {
          entries.append(Entry(key: ordering.key(at: row.row, chunk: 0) ^ flip, row: row))
        }
      }
      start = end
    }
    self.entries = entries
    starts = RowBits(none: 0)
    if limit < entries.count / 4 { leaveOutLast() }
    starts = RowBits(none: self.entries.count)
  }

  /// Removes rows that cannot be among the first.
  ///
  /// Among rows that share the last relevant chunk, the next chunk decides; among rows that are
  /// equal in all chunks, later columns decide.
  private mutating func leaveOutLast() {
    let flip: UInt64 = level.order.isDescending ? ~0 : 0
    var isLeftOut = RowBits(none: entries.count)
    var positions = Array(entries.indices)
    var keys = entries.map(\.key)
    var wanted = limit
    var chunk = 0
    while true {
      let last = KeySelection.smallest(wanted, of: keys)
      var alike: [Int] = []
      for (position, key) in zip(positions, keys) {
        if key < last {
          wanted -= 1
        } else if key == last {
          alike.append(position)
        } else {
          isLeftOut.insert(position)
        }
      }
      guard wanted < alike.count / 4,
        ColumnOrdering.isContinued(last ^ flip, chunk: chunk, in: level.storage)
      else { break }
      chunk += 1
      positions = alike
      keys = alike.map { position in
        let row = entries[position].row
        return (level.orderings[row.segment]?.key(at: row.row, chunk: chunk) ?? 0) ^ flip
      }
    }
    var left: [Entry] = []
    for (position, entry) in entries.enumerated() where !isLeftOut[position] { left.append(entry) }
    entries = left
  }

  var rows: [RowLocation] { entries.map(\.row) }

  func beginsRun(_ position: Int) -> Bool { starts[position] }

  /// Sorts by the first chunk of each value, then sorts each run of equal chunks by the next chunk.
  mutating func sort() {
    let flip: UInt64 = level.order.isDescending ? ~0 : 0
    var open = [(range: 0..<entries.count, chunk: 0)]
    while let (range, chunk) = open.popLast() {
      if chunk > 0 {
        for position in range {
          let row = entries[position].row
          guard let ordering = level.orderings[row.segment] else { continue }
          entries[position].key = ordering.key(at: row.row, chunk: chunk) ^ flip
        }
      }
      RadixSort.sort(&entries, range)
      var start = range.lowerBound
      while start < range.upperBound {
        let key = entries[start].key
        var end = start + 1
        while end < range.upperBound, entries[end].key == key { end += 1 }
        starts.insert(start)
        if end > start + 1, start < limit,
          ColumnOrdering.isContinued(key ^ flip, chunk: chunk, in: level.storage)
        {
          open.append((start..<end, chunk + 1))
        }
        start = end
      }
    }
  }
}

/// A stable sort of entries by their keys in linear time.
enum RadixSort {
  static func sort(_ entries: inout [KeyedRows.Entry], _ range: Range<Int>) {
    guard range.count > 512 else { return sortFew(&entries, range) }
    var varying: UInt64 = 0
    let first = entries[range.lowerBound].key
    for entry in entries[range] { varying |= entry.key ^ first }
    guard varying != 0 else { return }
    var current = Array(entries[range])
    var other = current
    for shift in stride(from: 0, to: 64, by: 8) as StrideTo<UInt64>
    where varying >> shift & 0xFF != 0 {
      var places = [Int](repeating: 0, count: 256)
      for entry in current { places[Int(entry.key >> shift & 0xFF)] += 1 }
      var total = 0
      for digit in places.indices {
        total += places[digit]
        places[digit] = total - places[digit]
      }
      for entry in current {
        let digit = Int(entry.key >> shift & 0xFF)
        other[places[digit]] = entry
        places[digit] += 1
      }
      swap(&current, &other)
    }
    entries.replaceSubrange(range, with: current)
  }

  private static func sortFew(_ entries: inout [KeyedRows.Entry], _ range: Range<Int>) {
    if range.count <= 16 {
      for position in range.dropFirst() {
        let entry = entries[position]
        var place = position
        while place > range.lowerBound, entries[place - 1].key > entry.key {
          entries[place] = entries[place - 1]
          place -= 1
        }
        entries[place] = entry
      }
      return
    }
    var keyed = range.map { (key: entries[$0].key, position: $0) }
    keyed.sort { $0.key == $1.key ? $0.position < $1.position : $0.key < $1.key }
    let sorted = keyed.map { entries[$0.position] }
    entries.replaceSubrange(range, with: sorted)
  }
}
