/// A check for objects that violate uniqueness constraints.
package enum UniquenessCheck {
  package static func findings(_ tables: Tables, limit: Int) -> [TableFinding] {
    Workers.run(.one) { (workers: inout Workers) in
      var findings: [TableFinding] = []
      for unique in CheckPlan(tables.schema).uniques where findings.count < limit {
        findings += self.findings(
          tables, unique, limit: limit - findings.count, Table.usualRun, &workers)
      }
      return findings
    }
  }

  /// Returns the violations of one constraint.
  static func findings(
    _ tables: Tables, _ unique: CheckPlan.Unique, limit: Int, _ rowsOfRun: Int,
    _ workers: inout Workers
  ) -> [TableFinding] {
    let layout = tables.schema.hierarchies[unique.hierarchy]
    let table = tables.tables[unique.hierarchy]
    if table.isKnownUnique(byColumns: unique.columns, entities: unique.concerned) { return [] }
    let search = DuplicateSearch(table: table, columns: unique.columns)
    return search.rows(limit: limit, of: unique.concerned, rowsOfRun, &workers).map {
      first, segment, row in
      TableFinding(
        .notUnique(first, names: unique.names),
        entity: layout.entities[Int(segment.entities[row])].name, key: segment.keys[row],
        property: unique.names)
    }
  }
}

extension Tables {
  /// Records that no uniqueness constraint of the schema is violated, which the caller must have
  /// checked.
  package mutating func noteUniqueness() {
    for unique in CheckPlan(schema).uniques
    where !tables[unique.hierarchy].isKnownUnique(
      byColumns: unique.columns, entities: unique.concerned)
    {
      let known = KnownUniqueness(columns: Set(unique.columns), entities: unique.concerned)
      tables[unique.hierarchy] = tables[unique.hierarchy].knowing(known)
    }
  }
}
