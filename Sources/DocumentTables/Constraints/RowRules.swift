extension TablesCheck {
  /// Returns the violations in single rows of a segment, independent of other rows: objects of
  /// abstract entities, and required values that are nil.
  package static func rowFindings(
    _ segment: Segment, hierarchy: Int, _ schema: TableSchema, limit: Int
  ) -> [TableFinding] {
    var check = TablesCheck(tables: tables(of: segment, hierarchy, schema), limit: limit)
    check.checkRows(hierarchy, check.tables.tables[hierarchy].segments.indices)
    return check.findings
  }

  /// Returns the keys of a segment's rows whose required reference in a column is nil.
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
