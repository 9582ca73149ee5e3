import Synchronization

/// The cached indexes and traits of one column of one segment.
///
/// Each is created on first demand, kept with the segment, and shared with the segment's next
/// version if the column does not change.
final class ColumnIndexes: Sendable {
  private struct Indexes {
    var inverse: InverseIndex?
    var textTraits: TextTraits?
    var sorted: SortedRows?
    var hashed: HashIndex?
    /// The columns of a structure's members, by position.
    var members: [Int: MemberColumn] = [:]
    var sortedUses = 0
    var hashedUses = 0
  }

  private static let count = Atomic<UInt64>(0)

  /// A number that is unique while the program runs: columns with equal numbers have the same
  /// values in the same rows.
  let number = ColumnIndexes.count.add(1, ordering: .relaxed).newValue
  private let indexes = Mutex(Indexes())

  func inverseIndex(of column: Column, keys: KeyColumn) -> InverseIndex {
    index(\.inverse) { InverseIndex(of: column, keys: keys) }
  }

  func textTraits(of column: HeapColumn) -> TextTraits {
    index(\.textTraits) { TextTraits(of: column) }
  }

  /// Returns the rows in the order of their values; nil for the first `uses` calls, when other
  /// methods cost less than sorting.
  func sortedRows(worthwhileAfter uses: Int, sort: () -> SortedRows) -> SortedRows? {
    guard isWorthwhile(\.sorted, uses: \.sortedUses, after: uses) else { return nil }
    return index(\.sorted, make: sort)
  }

  /// Returns the rows by the hashes of their values; nil for the first call.
  func hashIndex(of segment: Segment, column: Int) -> HashIndex? {
    guard isWorthwhile(\.hashed, uses: \.hashedUses, after: 1) else { return nil }
    return index(\.hashed) { HashIndex(of: [segment], columns: [column]) }
  }

  /// Returns the column of a member of the structures in a column.
  func member(_ position: Int, of structure: TableStructure, in column: Column) -> MemberColumn {
    if let known = indexes.withLock({ $0.members[position] }) { return known }
    let made = MemberColumn(position, of: structure, in: column)
    return indexes.withLock { indexes in
      // Of two that two threads made, one is kept: its number identifies the values.
      if let known = indexes.members[position] { return known }
      indexes.members[position] = made
      return made
    }
  }

  private func isWorthwhile<Index: Sendable>(
    _ index: any KeyPath<Indexes, Index?> & Sendable,
    uses: any WritableKeyPath<Indexes, Int> & Sendable,
    after first: Int
  ) -> Bool {
    indexes.withLock { indexes in
      if indexes[keyPath: index] != nil { return true }
      indexes[keyPath: uses] += 1
      return indexes[keyPath: uses] > first
    }
  }

  /// Two threads may create the same index; only one of the two is kept.
  private func index<Index: Sendable>(
    _ path: any WritableKeyPath<Indexes, Index?> & Sendable, make: () -> Index
  ) -> Index {
    if let index = indexes.withLock({ $0[keyPath: path] }) { return index }
    let made = make()
    indexes.withLock { $0[keyPath: path] = made }
    return made
  }
}
