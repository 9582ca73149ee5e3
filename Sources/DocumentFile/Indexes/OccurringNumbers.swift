import DocumentTables

/// The hashes and keys that occur in the rows of a chunk and form its index part.
struct OccurringNumbers {
  private let slices: [IndexPart.Slice]
  /// The hashes of a first column, by column, for each slice.
  ///
  /// Several sets often begin with the same property, whose bytes are then hashed only once.
  private var begun: [Int: [ComparisonHashes]] = [:]

  init(_ slices: [IndexPart.Slice]) {
    self.slices = slices
  }

  /// Returns the numbers of one set, in ascending order and without duplicates.
  mutating func numbers(_ section: IndexPlan.Section) -> [UInt64] {
    var numbers: [UInt64] = []
    numbers.reserveCapacity(slices.reduce(0) { $0 + $1.rows.count })
    switch section.kind {
    case .values: appendHashes(section, to: &numbers)
    case .references: appendKeys(section, to: &numbers)
    }
    return Self.ascending(numbers)
  }

  private mutating func appendHashes(_ section: IndexPlan.Section, to numbers: inout [UInt64]) {
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

  private func appendKeys(_ section: IndexPlan.Section, to numbers: inout [UInt64]) {
    for (segment, rows) in slices {
      let entities = segment.entities
      let column = segment.columns[section.columns[0]]
      for row in rows where section.concerned[Int(entities[row])] {
        if let key = column.reference(at: row) {
          let number = UInt64(bitPattern: key)
          // Adjacent rows often refer to the same owner.
          if numbers.last != number { numbers.append(number) }
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
