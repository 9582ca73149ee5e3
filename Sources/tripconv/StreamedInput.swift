import DocumentFile
import DocumentTables

/// A document that a verb takes as it passes by: one that has the wanted version already, or comes to
/// it segment by segment.
///
/// What has to be migrated otherwise, or to lose something, comes into memory.
struct StreamedInput {
  let document: StreamedDocument
  /// The released schema that the document has, or its own.
  let schema: TableSchema
  let input: InputArgument
  /// The version that it had, where it is migrated.
  let migratedFrom: SchemaVersion?

  /// - Returns: The document, or nil where it has to come into memory; and what to read it from then.
  static func open(
    _ input: InputArgument, version: WantedVersion, _ display: ProgressDisplay
  ) throws -> (streamed: StreamedInput?, input: InputArgument) {
    let document: StreamedDocument
    do {
      var options = display.streaming
      options.limits = input.streamingLimits
      document = try StreamedDocument(input.source, options: options)
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    var again = InputArgument(document.opened, name: input.name)
    again.limitChanges = input.limitChanges
    guard !document.header.isReadOnly else { return (nil, again) }
    return (StreamedInput(document, version, input), again)
  }

  /// Nil where the document has to come into memory, or no migration leads there.
  private init?(
    _ document: StreamedDocument, _ version: WantedVersion, _ input: InputArgument
  ) {
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

  /// What is said once it is written.
  var note: String? {
    migratedFrom.map {
      MigrationNotes.migrated(
        DocumentError.printable(input.name), from: $0.text, to: schema.version?.text ?? "",
        changeCount: 0)
    }
  }

  /// Writes the document in full, or finds that it has to come into memory after all.
  ///
  /// - Parameter announce: Is called when nothing is wrong, before anybody sees what is written.
  /// - Returns: False where nothing was written for the latter.
  func write(
    to target: WriteTarget, as form: DocumentForm, _ options: DocumentWriteOptions,
    announce: () throws -> Void
  ) throws -> Bool {
    var options = options
    options.limits = input.streamingLimits
    var failure: (any Error)?
    do throws(DocumentError) {
      let unkept = try document.write(
        to: target, form: form, options: options, schema: schema
      ) {
        () throws(DocumentError) in
        do {
          try announce()
        } catch {
          failure = error
          throw DocumentError(.outputFailed)
        }
      }
      StandardError.say(unkept, of: target.name)
      return true
    } catch {
      if let failure { throw failure }
      if document.needsMemory { return false }
      // Standard input has no path that would tell whose fault it is.
      throw error.isOfSource ? error.inFile(input.name) : error
    }
  }

  /// - Returns: False where the document has to come into memory after all: nothing was printed.
  func dump(all: Bool) throws -> Bool {
    do {
      try document.dump(all: all, schema: schema) { (bytes) throws(StandardOutputFailure) in
        try StandardOutput.write(bytes)
      }
      return true
    } catch {
      if document.needsMemory { return false }
      throw CommandFailure(error, file: error is DocumentError ? input.name : nil)
    }
  }
}
