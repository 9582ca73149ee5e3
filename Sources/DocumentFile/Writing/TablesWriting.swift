import DocumentTables

extension DocumentFile {
  /// Pushes tables, segment by segment, into the writer of a form.
  ///
  /// - Returns: The parts that a later save may copy; nil for the flat form.
  static func write(
    _ tables: Tables, form: DocumentForm, options: DocumentWriteOptions,
    replacing replaced: ReplacedDocument? = nil, into output: @escaping FileReplacement.Output
  ) throws(DocumentError) -> StoredParts? {
    let refuse = { (error: DocumentError) throws(DocumentError) in throw error }
    try TablesRules(tables).checkBesideSchema(refuse)
    switch form {
    case .document:
      return try DocumentWriter(tables, options: options, replacing: replaced).write(to: output)
    case .flat:
      var text = try FlatTextWriter(tables, options: options, output: output)
      try Workers.run(options.workers) { (workers: inout Workers) throws(DocumentError) in
        for (hierarchy, table) in tables.tables.enumerated() {
          for segment in table.segments {
            try text.add(
              segment, 0..<segment.count, hierarchy: hierarchy, members: .tables, &workers)
          }
        }
        try text.finish(tables, rows: tables.rowCounts(), &workers)
      }
      return nil
    }
  }
}
