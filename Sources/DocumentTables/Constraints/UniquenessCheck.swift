/// Finds objects that share a key which must be unique.
package enum UniquenessCheck {
  package static func findings(_ tables: Tables, limit: Int) -> [TableFinding] {
    Workers.run(.one) { (workers: inout Workers) in
      var findings: [TableFinding] = []
      for entity in tables.schema.entities {
        for properties in entity.uniquenessConstraints {
          guard findings.count < limit else { return findings }
          findings.append(
            contentsOf: self.findings(
              tables, properties, of: entity, limit: limit - findings.count, Table.usualRun,
              &workers))
        }
      }
      return findings
    }
  }

  /// Those of one constraint.
  static func findings(
    _ tables: Tables, _ properties: [String], of entity: TableEntity, limit: Int,
    _ rowsOfRun: Int, _ workers: inout Workers
  ) -> [TableFinding] {
    guard let key = key(properties, of: entity, tables.schema) else { return [] }
    let layout = tables.schema.hierarchies[key.hierarchy]
    let names = properties.joined(separator: ", ")
    let table = tables.tables[key.hierarchy]
    if table.isKnownUnique(byColumns: key.columns, entities: key.entities) { return [] }
    let search = DuplicateSearch(table: table, columns: key.columns)
    return search.rows(limit: limit, of: key.entities, rowsOfRun, &workers).map {
      first, segment, row in
      TableFinding(
        .notUnique, entity: layout.entities[Int(segment.entities[row])].name,
        key: segment.keys[row], property: names, "object \(first) has the same \(names)")
    }
  }

  /// The columns of a constraint, and the entities whose rows it is for, by discriminator.
  ///
  /// Nil for a one-to-one that the other end stores: it is unique by that.
  static func key(
    _ properties: [String], of entity: TableEntity, _ schema: TableSchema
  ) -> (hierarchy: Int, columns: [Int], entities: [Bool])? {
    guard let hierarchy = schema.hierarchyIndex(of: entity.name) else { return nil }
    let layout = schema.hierarchies[hierarchy]
    guard let entityLayout = layout.entity(named: entity.name) else { return nil }
    let columns = properties.compactMap { entityLayout.column(of: $0) }
    guard columns.count == properties.count else { return nil }
    return (
      hierarchy, columns, layout.entities.map { schema.isEntity($0.name, kindOf: entity.name) }
    )
  }

  /// Nil where one of the values is nil.
  package static func comparisonKeys(
    _ segment: Segment, _ row: Int, _ columns: [Int]
  ) -> [ComparisonKey]? {
    var parts: [ComparisonKey] = []
    parts.reserveCapacity(columns.count)
    for column in columns {
      guard let part = ComparisonKey(segment.value(at: row, column: column)) else { return nil }
      parts.append(part)
    }
    return parts
  }

  /// Nil where one of the values is nil.
  package static func comparisonKeys(_ values: [Value]) -> [ComparisonKey]? {
    let parts = values.compactMap { ComparisonKey($0) }
    return parts.count == values.count ? parts : nil
  }
}
