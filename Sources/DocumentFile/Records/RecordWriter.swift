import DocumentTables

/// Writes the records of one hierarchy in either encoding.
///
/// It asks the tables for the orders of to-many relationships, whose members stand in other rows;
/// everything else it takes from the segment.
package struct RecordWriter {
  let source: RecordSource
  let encoding: DocumentEncoding

  /// - Parameter externals: where large values go; nil in the flat form, which holds them itself.
  package init(
    tables: Tables, hierarchy: Int, encoding: DocumentEncoding,
    externals: ExternalValueSink? = nil
  ) {
    self.init(
      tables: tables, hierarchy: hierarchy,
      plan: RecordPlan(tables.schema.hierarchies[hierarchy]), encoding: encoding,
      externals: externals)
  }

  /// The same with a plan that others use too.
  init(
    tables: Tables, hierarchy: Int, plan: RecordPlan, encoding: DocumentEncoding,
    externals: ExternalValueSink?
  ) {
    source = RecordSource(
      tables: tables, hierarchy: hierarchy, plan: plan, externals: externals)
    self.encoding = encoding
  }

  /// Appends the record of a row, without the separator or line end that follows it.
  package func append(_ segment: Segment, row: Int, to bytes: inout [UInt8]) {
    switch encoding {
    case .json: JSONRecordWriter.append(source, segment, row: row, to: &bytes)
    case .xml: XMLRecordWriter.append(source, segment, row: row, to: &bytes)
    }
  }
}

/// What a writer of records needs to know apart from the row.
struct RecordSource {
  let tables: Tables
  let hierarchy: Int
  let plan: RecordPlan
  let externals: ExternalValueSink?

  /// What the record of a row states of a to-many whose members stand at the other end.
  func order(_ property: PropertyPlan, _ segment: Segment, row: Int) -> [ObjectKey]? {
    // Most rows have none, and then nothing has to be looked up.
    if segment.columns[property.column].isNull(at: row) { return nil }
    return tables.storedOrder(
      hierarchy: hierarchy, key: segment.keys[row], segment: segment, row: row,
      column: property.column)
  }

  /// The digest under which a value has been put aside; nil for one that stands in the record.
  func externalDigest(_ property: PropertyPlan, _ value: ArraySlice<UInt8>) -> Digest? {
    guard let externals,
      ExternalValue.isExternal(size: value.count, ofExternalAttribute: property.isExternal)
    else { return nil }
    return externals.store(value)
  }
}
