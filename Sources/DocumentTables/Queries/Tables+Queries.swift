extension Tables {
  /// The rows of a hierarchy, of whatever entity, that satisfy a query; ascending by their keys.
  ///
  /// - Parameter limit: How many rows are enough; the first ones are selected.
  /// - Throws: ``QueryProblem``, and what an opaque condition throws.
  package func rows(
    of hierarchy: Int, where query: Query, limit: Int? = nil
  ) throws -> RowSelection {
    let plan = try QueryPlan(query, hierarchy: hierarchy, schema: schema)
    let test = RowTest(tables: self)
    var parts: [RowSelection.Part] = []
    var rest = limit ?? Int.max
    for (position, segment) in tables[hierarchy].segments.enumerated() {
      var bits = RowBits(none: segment.count)
      for row in 0..<segment.count where rest > 0 {
        guard try test.holds(plan.root, hierarchy, RowLocation(segment: position, row: row)) else {
          continue
        }
        bits.insert(row)
        rest -= 1
      }
      parts.append(bits.part)
    }
    return RowSelection(parts: parts, rowCounts: tables[hierarchy].segments.map(\.count))
  }

  /// How many rows of a hierarchy satisfy a query; no list of them is made.
  ///
  /// - Throws: ``QueryProblem``, and what an opaque condition throws.
  package func count(of hierarchy: Int, where query: Query) throws -> Int {
    try rows(of: hierarchy, where: query).count
  }
}
