import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables
import TripFormats

/// The way to migrate a document, chosen before its first row is read.
enum InputPlan {
  /// Streams the document with bounded memory: it has the wanted version, or is migrated segment by
  /// segment.
  case passing(VersionedPass)
  /// Loads all rows into memory: for any other migration, for dropping losses, for keeping a
  /// history, and for documents that will be rejected.
  case loading(InputArgument)

  init(
    _ input: InputArgument, version: WantedVersion, losses: LossPolicy = .carry,
    history: HistoryTransfer = .omit, _ display: ProgressDisplay
  ) throws {
    if losses == .drop {
      self = .loading(input)
      return
    }
    let document: DocumentPass
    do {
      var options = display.passing
      options.limits = input.streamingLimits
      document = try DocumentPass(input.source, options: options)
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    let version = try TripMigration.resolved(version, for: document.header, of: input)
    if !history.needsAllRows(document.header),
      let pass = VersionedPass(document, version, input)
    {
      self = .passing(pass)
    } else {
      self = .loading(input.reopened(document.opened))
    }
  }

  /// Runs the plan; if a pass reports at its end that it needs all rows in memory, starts again
  /// with all rows.
  ///
  /// - Parameter passing: Returns nil for ``PassOutcome/needsAllRows``.
  func run<Result>(
    passing: (VersionedPass) throws -> Result?, loading: (InputArgument) throws -> Result
  ) throws -> Result {
    switch self {
    case .loading(let input): return try loading(input)
    case .passing(let pass):
      if let result = try passing(pass) { return result }
      return try loading(pass.input.reopened(pass.document.opened))
    }
  }
}

/// A document that is streamed with bounded memory and migrated if necessary.
struct VersionedPass {
  let document: DocumentPass
  /// The schema of the output: the document's own if its version is kept, or else the released
  /// schema of the wanted version.
  let schema: TableSchema
  let input: InputArgument
  /// The document's version before the migration; nil if it is not migrated.
  let migratedFrom: SchemaVersion?

  /// Returns nil if the document is read-only, the migration needs all rows in memory, or there is
  /// no migration to the version.
  fileprivate init?(
    _ document: DocumentPass, _ version: WantedVersion, _ input: InputArgument
  ) {
    guard !document.header.isReadOnly else { return nil }
    self.document = document
    self.input = input
    let own = document.header.schema
    if case .own = version {
      schema = own
      migratedFrom = nil
      return
    }
    guard let versions = try? TripMigration.versions(from: own), let first = versions.first
    else { return nil }
    let wanted: SchemaVersion? = if case .released(let wanted) = version { wanted } else { nil }
    if wanted ?? versions.last == first {
      guard let released = try? TripMigration.tableSchema(first) else { return nil }
      schema = released
      migratedFrom = nil
    } else {
      guard let migration = TripMigration.segmentMigration(from: own, to: wanted) else {
        return nil
      }
      document.migration = migration
      schema = migration.schema
      migratedFrom = first
    }
  }

  /// Whether the document has a history, or asks programs to record one.
  var hasHistory: Bool { document.header.history.map { $0.detail != .none } ?? false }

  /// The message to print after writing; nil if the document is not migrated.
  var note: Message? {
    migratedFrom.map {
      MigrationNotes.migrated(
        input.name, from: $0.text, to: schema.version?.text ?? "", MigrationNotes.noChanges)
    }
  }

  /// Writes the whole document.
  ///
  /// - Parameter announce: Called after all checks, before the output becomes visible.
  func write(
    to target: WriteTarget, as form: DocumentForm, _ options: DocumentWriteOptions,
    announce: () throws -> Void
  ) throws -> PassOutcome {
    var options = options
    options.limits = input.streamingLimits
    return try writing(to: target, announce) { (announce) throws(DocumentError) in
      let outcome = try document.write(
        to: target, form: form, options: options, schema: schema, announce: announce)
      return (outcome, outcome)
    }
  }

  /// Writes the whole document in a format without a model of its own.
  ///
  /// - Parameter announce: Called after all checks, before the output becomes visible.
  /// - Returns: The outcome, and what the file does not contain.
  func write(
    to target: WriteTarget, as format: TripFormat, announce: () throws -> Void
  ) throws -> (outcome: PassOutcome, notes: [String]) {
    try writing(to: target, announce) { (announce) throws(DocumentError) in
      let written =
        format == .csv
        ? try CSVExport.write(document, to: target, schema: schema, announce: announce)
        : try SQLiteExport.write(document, to: target, schema: schema, announce: announce)
      return (written, written.outcome)
    }
  }

  /// Runs a writer; reports the rights that a replaced file had and the new one could not get.
  ///
  /// - Parameter write: Returns a result, and the outcome that it contains.
  private func writing<Result>(
    to target: WriteTarget, _ announce: () throws -> Void,
    _ write: (() throws(DocumentError) -> Void) throws(DocumentError) -> (Result, PassOutcome)
  ) throws -> Result {
    var failure: (any Error)?
    do throws(DocumentError) {
      let (result, outcome) = try withoutActuallyEscaping(announce) {
        (announce) throws(DocumentError) in
        try write { () throws(DocumentError) in
          do {
            try announce()
          } catch {
            failure = error
            throw DocumentError(.outputFailed)
          }
        }
      }
      if case .done(let unkept) = outcome { StandardError.say(unkept, of: target.name) }
      return result
    } catch {
      if let failure { throw failure }
      // An error in standard input has no path, so it gets the name of the input.
      throw error.isOfSource ? error.inFile(input.name) : error
    }
  }

  func dump(all: Bool) throws -> PassOutcome {
    do {
      return try document.dump(all: all, schema: schema) { (bytes) throws(StandardOutputFailure) in
        try StandardOutput.write(bytes)
      }
    } catch {
      throw CommandFailure(error, file: error is DocumentError ? input.name : nil)
    }
  }
}
