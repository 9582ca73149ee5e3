import DocumentTables

extension DocumentFile {
  /// Writes tables, segment by segment, with the writer of a form.
  ///
  /// - Returns: The parts that a later save may copy; nil for the flat form.
  static func write(
    _ tables: Tables, form: DocumentForm, options: DocumentWriteOptions,
    replacing replaced: ReplacedDocument? = nil, into output: @escaping FileReplacement.Output
  ) throws(DocumentError) -> StoredParts? {
    try TablesRules(tables).checkBesideSchema(DocumentError.refuse)
    return try Workers.run(options.workers) { (workers: inout Workers) throws(DocumentError) in
      switch form {
      case .document:
        var archive = try ArchiveWriter(
          tables, options: options, replacing: replaced, remembersParts: true, output: output)
        let unchanged = UnchangedChunks(tables, archive.replaced?.parts)
        for hierarchy in tables.tables.indices {
          for run in unchanged.runs(of: hierarchy) {
            try options.checkCancellation()
            switch run {
            case .changed(let segment, let rows):
              try archive.add(segment, rows, hierarchy: hierarchy, members: .tables, &workers)
            case .unchanged(let chunk, let slices):
              try archive.add(chunk, slices, hierarchy: hierarchy, &workers)
            }
          }
        }
        try archive.finish(tables, rows: tables.rowCounts(), &workers)
        return archive.storedParts
      case .flat:
        var text = try FlatTextWriter(tables, options: options, output: output)
        for (hierarchy, table) in tables.tables.enumerated() {
          for segment in table.segments {
            try options.checkCancellation()
            try text.add(
              segment, 0..<segment.count, hierarchy: hierarchy, members: .tables, &workers)
          }
        }
        try text.finish(tables, rows: tables.rowCounts(), &workers)
        return nil
      }
    }
  }
}

extension ReadSource {
  /// Returns a document of tables as a source.
  ///
  /// - Parameter tables: Tables with values that records of their schema can have.
  package static func rows(of tables: Tables, _ type: DocumentType) -> ReadSource {
    .rows(
      SourceRows(tables: tables, type: type) { () throws(DocumentError) in
        try DocumentFile.bytes(
          of: tables, form: .document,
          options: DocumentWriteOptions(
            encoding: .json, compression: CompressionLevel.autosave.method, type: type))
      })
  }
}

extension DocumentFile {
  /// Pushes tables, segment by segment, into a writer of a foreign format.
  package static func write(
    _ tables: Tables, workers: WorkerCount, into sink: any DocumentSink
  ) throws(DocumentError) {
    try TablesRules(tables).checkBesideSchema(DocumentError.refuse)
    var sink = sink
    try Workers.run(workers) { (workers: inout Workers) throws(DocumentError) in
      for (hierarchy, table) in tables.tables.enumerated() {
        for segment in table.segments {
          try sink.add(
            segment, 0..<segment.count, hierarchy: hierarchy, members: .tables, &workers)
        }
      }
      try sink.finish(tables, rows: tables.rowCounts(), &workers)
    }
  }
}

extension DocumentWriteOptions {
  fileprivate func checkCancellation() throws(DocumentError) {
    if isCancelled?() == true { throw DocumentError(.outputFailed, "it was cancelled") }
  }
}
