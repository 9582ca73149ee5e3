/// The rows of a table whose values in some columns are equal as keys, group by group.
///
/// Rows of other entities and rows that hold a nil belong to none.
package struct DuplicateGroups: Sendable {
  /// The rows of one group after those of another: each group ascending, the groups in the order of
  /// their first rows.
  package let rows: [RowLocation]
  /// Where the rows of each group end.
  private let ends: [Int]
  private let columns: [Int]
  private let entities: [Bool]

  /// - Parameter entities: Whether rows of an entity are looked at, by discriminator.
  package init(of table: Table, byColumns columns: [Int], entities: [Bool]) {
    self.columns = columns
    self.entities = entities
    var rows: [RowLocation] = []
    var ends: [Int] = []
    if !table.isKnownUnique(byColumns: columns, entities: entities) {
      let search = DuplicateSearch(table: table, columns: columns)
      var first = -1
      for repetition in search.repetitions(entities: entities) {
        if repetition.first != first {
          first = repetition.first
          if !rows.isEmpty { ends.append(rows.count) }
          rows.append(search.location(of: first))
        }
        rows.append(search.location(of: repetition.row))
      }
      if !rows.isEmpty { ends.append(rows.count) }
    }
    self.rows = rows
    self.ends = ends
  }

  package var count: Int { ends.count }
  package var isEmpty: Bool { ends.isEmpty }

  /// The positions of a group's rows in ``rows``.
  package subscript(group: Int) -> Range<Int> { (group == 0 ? 0 : ends[group - 1])..<ends[group] }

  /// What is known of the table without some of these rows, whose other rows stay as they are in the
  /// columns: nil where two rows of a group stay.
  func uniqueness(without isGone: [Bool]) -> KnownUniqueness? {
    for group in 0..<count where self[group].count(where: { !isGone[$0] }) > 1 { return nil }
    return KnownUniqueness(columns: Set(columns), entities: entities)
  }
}

extension Table {
  /// The keys of rows whose values in some columns are equal as keys: each group ascending, the
  /// groups in the order of their first keys.
  ///
  /// Rows of other entities and rows that hold a nil belong to none. Reads the columns only; memory
  /// follows the number of rows, not the length of their values.
  package func duplicateGroups(byColumns columns: [Int], entities: [Bool]) -> [[ObjectKey]] {
    let groups = DuplicateGroups(of: self, byColumns: columns, entities: entities)
    return (0..<groups.count).map { group in
      groups.rows[groups[group]].map { segments[$0.segment].keys[$0.row] }
    }
  }
}
