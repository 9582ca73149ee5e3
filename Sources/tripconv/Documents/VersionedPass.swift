import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables
import TripFormats

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
  init?(
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

  /// Writes the whole document.
  ///
  /// - Parameter announce: Called after all checks, before the output becomes visible.
  /// - Returns: False if the document needs all rows in memory; then nothing was written.
  func write(
    to target: WriteTarget, as form: DocumentForm, _ options: DocumentWriteOptions,
    announce: () throws -> Void
  ) throws -> Bool {
    var options = options
    options.limits = input.streamingLimits
    return try writing(to: target, announce) { (announce) throws(DocumentError) in
      let outcome = try document.write(
        to: target, form: form, options: options, schema: schema, announce: announce)
      return ((), outcome)
    } != nil
  }

  /// Writes the whole document in a format without a model of its own.
  ///
  /// - Parameter announce: Called after all checks, before the output becomes visible.
  /// - Returns: What the file does not contain; nil as false above.
  func write(
    to target: WriteTarget, by export: SinkExport, announce: () throws -> Void
  ) throws -> [String]? {
    try writing(to: target, announce) { (announce) throws(DocumentError) in
      let written = try export.write(document, to: target, schema: schema, announce: announce)
      return (written.notes, written.outcome)
    }
  }

  /// Runs a writer; reports the rights that a replaced file had and the new one could not get.
  ///
  /// - Parameter write: Returns a result and the outcome.
  /// - Returns: The result; nil if the document needs all rows.
  private func writing<Result>(
    to target: WriteTarget, _ announce: () throws -> Void,
    _ write: (() throws(DocumentError) -> Void) throws(DocumentError) -> (Result, PassOutcome)
  ) throws -> Result? {
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
      guard case .done(let unkept) = outcome else { return nil }
      StandardError.say(unkept, of: target.name)
      return result
    } catch {
      if let failure { throw failure }
      // An error in standard input has no path, so it gets the name of the input.
      throw error.isOfSource ? error.inFile(input.name) : error
    }
  }

  /// Checks every rule of the format.
  ///
  /// - Returns: False if the document needs all rows in memory.
  func isValid() throws -> Bool {
    do throws(DocumentError) {
      guard case .done = try document.requireValid() else { return false }
      return true
    } catch {
      throw CommandFailure(error, file: input.name)
    }
  }

  /// Prints all objects as text.
  ///
  /// - Returns: False as above; then nothing was printed.
  func dump(all: Bool) throws -> Bool {
    do {
      let outcome = try document.dump(all: all, schema: schema) {
        (bytes) throws(StandardOutputFailure) in
        try StandardOutput.write(bytes)
      }
      guard case .done = outcome else { return false }
      return true
    } catch {
      throw CommandFailure(error, file: error is DocumentError ? input.name : nil)
    }
  }
}

extension VersionedPass: MigratedRows {
  var name: String { input.name }
  var format: FormatName { FormatName(document.form, document.encoding) }
  var type: DocumentType { document.header.type }
  /// A migration of segments loses nothing.
  var report: MigrationReport { MigrationReport() }
  var versions: (from: String, to: String)? {
    migratedFrom.map { ($0.text, schema.version?.text ?? "") }
  }
  var isChanged: Bool { migratedFrom != nil }
  var hasReadHistory: Bool { document.header.history.map { $0.detail != .none } ?? false }
  var dropsHistory: Bool { hasReadHistory }
  var keptWords: String {
    TripMigration.words(forKept: schema, isForeign: TripMigration.isForeign(document.header))
  }

  func notes(isReplaced: Bool) -> [Message] {
    versions.map {
      [MigrationNotes.migrated(name, from: $0.from, to: $0.to, MigrationNotes.noChanges)]
    } ?? []
  }
}
