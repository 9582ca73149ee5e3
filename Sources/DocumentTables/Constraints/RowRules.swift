extension TablesCheck {
  /// What is wrong with single rows of a segment, whatever the other rows are: entities that can have
  /// no objects, values that must not be nil.
  package static func rowFindings(
    _ segment: Segment, hierarchy: Int, _ schema: TableSchema, limit: Int
  ) -> [TableFinding] {
    var check = TablesCheck(tables: tables(of: segment, hierarchy, schema), limit: limit)
    check.checkRows(hierarchy, check.tables.tables[hierarchy].segments.indices)
    return check.findings
  }

  /// The keys of a segment's rows that have no reference in a column, though they must.
  package static func rowsWithoutReference(
    _ segment: Segment, hierarchy: Int, column: Int, _ schema: TableSchema
  ) -> [ObjectKey] {
    guard segment.columns[column].mayHoldNull else { return [] }
    var check = TablesCheck(
      tables: tables(of: segment, hierarchy, schema), limit: segment.count)
    check.checkPresence(hierarchy, segment, column, "", .missingReference)
    return check.findings.map(\.key)
  }

  private static func tables(
    of segment: Segment, _ hierarchy: Int, _ schema: TableSchema
  ) -> Tables {
    var tables = Tables(schema: schema, documentID: 0)
    tables.tables[hierarchy] = Table(segments: [segment])
    return tables
  }
}
