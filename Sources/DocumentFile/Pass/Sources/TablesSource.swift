import DocumentTables

/// Tables in memory as a source of rows.
struct TablesSource {
  let header: Header
  let tables: Tables

  /// - Throws: `DocumentError` if there are too many rows, or what is beside them breaks a rule.
  init(_ rows: SourceRows, limits: DocumentLimits) throws(DocumentError) {
    tables = rows.tables
    header = Header(
      documentID: tables.documentID, type: rows.type, schema: tables.schema,
      history: tables.history?.policy)
    guard tables.rowCount <= limits.objects else {
      throw DocumentError(.limitObjects, "more than \(limits.objects) objects")
    }
    try TablesRules(tables).checkBesideSchema(DocumentError.refuse)
  }

  /// Passes all rows to `take` once, and returns the content beside the rows.
  func read(
    _ workers: WorkerCount, _ facts: @escaping SegmentFacts.Gathering, _ take: DocumentSource.Take
  ) throws(DocumentError) -> Tables {
    let segments = tables.tables.enumerated().flatMap { hierarchy, table in
      table.segments.filter { $0.count > 0 }.map { (hierarchy: hierarchy, segment: $0) }
    }
    var rows = 0
    try Workers.run(workers) { (workers: inout Workers) throws(DocumentError) in
      try workers.forEach(of: segments, { facts($0.segment, $0.hierarchy) }) {
        (_, facts) throws(DocumentError) in
        rows += facts.segment.count
        try take(facts, DocumentSource.Place(bytesRead: rows))
      }
    }
    var beside = tables
    beside.tables = Tables(schema: tables.schema, documentID: tables.documentID).tables
    return beside
  }
}
