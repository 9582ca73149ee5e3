/// The groups of a table's rows whose values in some columns are equal as keys.
///
/// Rows of other entities and rows with a nil in these columns belong to no group.
package struct DuplicateGroups: Sendable {
  /// The rows of all groups, group by group.
  ///
  /// The rows of a group are in ascending order, the groups in the order of their first rows.
  package let rows: [RowLocation]
  /// The end of each group in ``rows``.
  private let ends: [Int]
  private let columns: [Int]
  private let entities: [Bool]

  /// - Parameter entities: Whether to include the rows of an entity, by discriminator.
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

  /// Returns the uniqueness that is known after some of these rows are removed, if the other rows
  /// keep their values in the columns; nil if two rows of a group remain.
  func uniqueness(without isGone: [Bool]) -> KnownUniqueness? {
    for group in 0..<count where self[group].count(where: { !isGone[$0] }) > 1 { return nil }
    return KnownUniqueness(columns: Set(columns), entities: entities)
  }
}

extension Table {
  /// Returns the groups of keys of rows whose values in some columns are equal as keys.
  ///
  /// The keys of a group are in ascending order, the groups in the order of their first keys. Rows
  /// of other entities and rows with a nil in these columns belong to no group.
  ///
  /// Reads only these columns. Memory is proportional to the number of rows, not to the length of
  /// their values.
  package func duplicateGroups(byColumns columns: [Int], entities: [Bool]) -> [[ObjectKey]] {
    let groups = DuplicateGroups(of: self, byColumns: columns, entities: entities)
    return (0..<groups.count).map { group in
      groups.rows[groups[group]].map { segments[$0.segment].keys[$0.row] }
    }
  }
}
