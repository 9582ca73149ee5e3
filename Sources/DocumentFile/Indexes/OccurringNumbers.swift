import DocumentTables

/// The hashes and keys that occur in the rows of a chunk, as the index parts list them.
struct OccurringNumbers {
  private let slices: [IndexRuns.Slice]
  /// The hashes of a first column, by column, for each slice.
  ///
  /// Several sets often begin with the same property, whose bytes are then hashed only once.
  private var begun: [Int: [ComparisonHashes]] = [:]

  init(_ slices: [IndexRuns.Slice]) {
    self.slices = slices
  }

  /// Returns the numbers of one section by slot, in ascending order and without duplicates.
  ///
  /// - Parameter wanted: The slots to fill; the others stay empty.
  mutating func numbers(
    _ section: IndexPlan.Section, in wanted: Range<Int> = 0..<IndexRuns.slots
  ) -> [[UInt64]] {
    var numbers = Slots(kind: section.kind, wanted: wanted)
    switch section.kind {
    case .values: addHashes(section, to: &numbers)
    case .references: addKeys(section, to: &numbers)
    }
    return numbers.slots.map(Self.ascending)
  }

  /// Numbers, each in its slot.
  private struct Slots {
    let kind: IndexPlan.Section.Kind
    let wanted: Range<Int>
    var slots: [[UInt64]] = Array(repeating: [], count: IndexRuns.slots)

    @inline(__always)
    mutating func append(_ number: UInt64) {
      let slot = kind.slot(of: number)
      // Adjacent rows often refer to the same owner.
      if wanted.contains(slot), slots[slot].last != number { slots[slot].append(number) }
    }
  }

  private mutating func addHashes(_ section: IndexPlan.Section, to numbers: inout Slots) {
    guard let first = section.columns.first else { return }
    let begun = hashes(ofColumn: first)
    for ((segment, rows), start) in zip(slices, begun) {
      var hashes = start
      for column in section.columns.dropFirst() { hashes.add(segment.columns[column], rows) }
      let entities = segment.entities
      for (position, row) in rows.enumerated() where section.concerned[Int(entities[row])] {
        if let hash = hashes[position] { numbers.append(hash) }
      }
    }
  }

  private mutating func hashes(ofColumn column: Int) -> [ComparisonHashes] {
    if let known = begun[column] { return known }
    let made = slices.map { segment, rows in
      var hashes = ComparisonHashes(count: rows.count)
      hashes.add(segment.columns[column], rows)
      return hashes
    }
    begun[column] = made
    return made
  }

  private func addKeys(_ section: IndexPlan.Section, to numbers: inout Slots) {
    for (segment, rows) in slices {
      let entities = segment.entities
      let column = segment.columns[section.columns[0]]
      for row in rows where section.concerned[Int(entities[row])] {
        if let key = column.reference(at: row) {
          numbers.append(UInt64(bitPattern: key))
        } else if let keys = column.references(at: row) {
          for key in keys { numbers.append(UInt64(bitPattern: key)) }
        }
      }
    }
  }

  private static func ascending(_ numbers: [UInt64]) -> [UInt64] {
    let isAscending = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    if isAscending { return numbers }
    var result: [UInt64] = []
    result.reserveCapacity(numbers.count)
    for number in numbers.sorted() where result.last != number { result.append(number) }
    return result
  }
}
