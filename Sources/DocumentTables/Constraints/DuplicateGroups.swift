extension Table {
  /// The keys of rows whose values in some columns are equal as keys: each group ascending, the
  /// groups in the order of their first keys.
  ///
  /// Rows of other entities and rows that hold a nil belong to none. Reads the columns only; memory
  /// follows the number of rows, not the length of their values.
  package func duplicateGroups(
    byColumns columns: [Int], where isConcerned: (UInt16) -> Bool
  ) -> [[ObjectKey]] {
    var members: [ObjectKey: [ObjectKey]] = [:]
    let search = DuplicateSearch(table: self, columns: columns)
    for (first, segment, row) in search.rows(limit: rowCount, where: isConcerned) {
      members[first, default: [first]].append(segment.keys[row])
    }
    return members.sorted { $0.key < $1.key }.map { $0.value.sorted() }
  }
}
