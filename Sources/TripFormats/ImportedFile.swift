import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables
import TripDocuments

/// A file of another program, read as tables of the trip schema.
package struct ImportedFile: Sendable {
  package let tables: Tables
  package let report: ImportReport
  /// The content that is not in the tables, as a file of the same format; nil if there is none.
  package let rejected: [UInt8]?

  /// Reads a file, an SQLite file with the log that lies beside it.
  ///
  /// - Throws: As ``init(_:_:_:)``, without the name of the file.
  package init(
    of source: ReadSource, _ format: TripFormat, _ options: ImportOptions
  ) throws(DocumentError) {
    guard format == .sqlite else {
      self = try Self(
        try DocumentFile.bytes(of: source, limits: options.limits), format, options)
      return
    }
    (tables, report) = try SQLiteReader.tables(of: source, limits: options.limits)
    rejected = nil
  }

  /// Reads the bytes of a file.
  ///
  /// The same bytes give the same document, with the same identifier.
  ///
  /// - Throws: `DocumentError` if the file cannot be read at all or exceeds the limits.
  package init(
    _ bytes: [UInt8], _ format: TripFormat, _ options: ImportOptions
  ) throws(DocumentError) {
    guard bytes.count <= options.limits.fileBytes else {
      throw DocumentError(.limitFileBytes, "more than \(options.limits.fileBytes) bytes")
    }
    let schema = try TripSchema.released()
    let documentID = ObjectIdentity.document(made: Digest(of: bytes))
    switch format.definition.model {
    case .objects(let read, _):
      let empty = Tables(schema: schema.tables, documentID: documentID, nextKey: 1)
      let made = try read(ItemImport(empty, schema, options), bytes, options)
      (tables, report, rejected) = (made.tables, made.report.importReport, made.rejected)
    case .table:
      var reader = try CSVReader(
        try ForeignBytes(.bytes(bytes), limits: options.limits), schema, options)
      tables = try reader.tables()
      (report, rejected) = (reader.report, reader.rejected)
    case .database: throw DocumentError(.notADocument, "\(format.title) files are read from disk")
    case .files(let open):
      let contained = try open(bytes, options)
      if let table = contained.onlyTable {
        // Rows of one table need no look for the objects of others.
        var options = options
        options.fallbackName = table.identity ?? options.fallbackName
        var reader = try CSVReader(
          try ForeignBytes(.bytes(table.bytes), limits: options.limits), schema, options)
        tables = try reader.tables()
        var report = contained.report
        report.add(reader.report, ofPart: table.name, hasLines: table.hasLines)
        self.report = report
        rejected = reader.rejected
        return
      }
      let empty = Tables(schema: schema.tables, documentID: documentID, nextKey: 1)
      let made = try ContainedImport(
        contained, into: empty, options, removesCancelled: false, side: .ours)
      (tables, report, rejected) = (
        made.outcome.tables, made.report.importReportOfNew, made.rejected
      )
    }
  }

}

/// A file of another program as a document without a name, made in bounded memory.
package struct SpooledImport {
  /// The document, whose rows have not been checked.
  package let document: ReadSource
  package let report: ImportReport
  package let rejected: [UInt8]?

  /// Reads a file of a format that is streamed.
  package init(
    _ source: ReadSource, _ format: TripFormat, _ options: ImportOptions, limits: DocumentLimits
  ) throws(DocumentError) {
    guard format == .csv else {
      throw DocumentError(.notADocument, "\(format.title) files are read at once")
    }
    let file = try ForeignBytes(source, limits: limits)
    var reader = try CSVReader(file, try TripSchema.released(), options)
    document = try DocumentFile.spool(reader.empty, type: .trips, limits: limits) {
      (push) throws(DocumentError) in try reader.read(push)
    }
    if file.hasChanged { throw DocumentError(.fileChanged, file: source.path) }
    (report, rejected) = (reader.report, reader.rejected)
  }
}

/// A document as a file of another program.
package struct ExportedFile: Sendable {
  package let bytes: [UInt8]
  /// What the file does not contain, as sentences.
  package let notes: [String]

  /// Writes tables of ``TripFormat/schemaVersion``.
  package init(_ tables: Tables, _ format: TripFormat) throws(DocumentError) {
    let schema = try TripSchema.released()
    switch format.definition.model {
    case .objects(_, let write): (bytes, notes) = try write(tables, schema)
    case .table(let export): (bytes, notes) = try export.bytes(of: tables)
    case .database:
      throw DocumentError(.outputFailed, "\(format.title) files have no model of their own")
    case .files: throw DocumentError(.outputFailed, "\(format.name) files are only read")
    }
  }
}

/// A document with the changes of a file that was imported into it before.
package struct UpdatedFile: Sendable {
  /// The document, and what both the document and the file changed.
  package let outcome: MergeOutcome
  package let report: UpdateReport
  package let rejected: [UInt8]?

  /// Merges a file into tables of ``TripFormat/schemaVersion``.
  ///
  /// - Parameters:
  ///   - removesCancelled: Whether to delete objects whose events are cancelled or no longer in the file.
  ///   - side: The side to take where both changed a field.
  /// - Throws: `DocumentError` as ``ImportedFile/init(_:_:_:)``, and if the result broke a rule.
  package init(
    _ tables: Tables, with bytes: [UInt8], _ format: TripFormat, _ options: ImportOptions,
    removesCancelled: Bool, side: MergeSide
  ) throws(DocumentError) {
    guard bytes.count <= options.limits.fileBytes else {
      throw DocumentError(.limitFileBytes, "more than \(options.limits.fileBytes) bytes")
    }
    let schema = try TripSchema.released()
    switch format.definition.model {
    case .objects(let read, _):
      let items = ItemImport(
        tables, schema, options, removesCancelled: removesCancelled, takesTheirs: side == .theirs)
      var made = try read(items, bytes, options)
      outcome = made.merged(schemas: [schema.tables], side: side)
      // The report of an update names them among the changes.
      made.objects.report.importReport.removeCancelled()
      (report, rejected) = (made.report, made.rejected)
    case .table:
      let updated = try CSVUpdate.update(
        tables, with: bytes, schema, options, removesCancelled: removesCancelled, side: side)
      (outcome, report, rejected) = (updated.outcome, updated.report, updated.rejected)
    case .database: throw DocumentError(.notADocument, "\(format.title) files are not imported")
    case .files(let open):
      let made = try ContainedImport(
        try open(bytes, options), into: tables, options, removesCancelled: removesCancelled,
        side: side)
      (outcome, report, rejected) = (made.outcome, made.report, made.rejected)
      return
    }
    // A merge checks only what both sides changed.
    try DocumentFile.requireValid(outcome.tables)
  }
}

extension TripSchema {
  /// Returns the schema of ``TripFormat/schemaVersion``.
  ///
  /// - Throws: Never in practice, because the released schemas have been checked.
  static func released() throws(DocumentError) -> TripSchema {
    let migrator = Migrator(TripMigrationPlan.self, schemaName: TripMigrationPlan.schemaName)
    for schema in TripMigrationPlan.schemas
    where schema.versionIdentifier.tableVersion == TripFormat.schemaVersion {
      do {
        return TripSchema(try migrator.tableSchema(of: schema))
      } catch {
        throw DocumentError(.notADocument, "\(error)")
      }
    }
    throw DocumentError(
      .notADocument, "the schema \(TripFormat.schemaVersion.text) is not released")
  }
}
