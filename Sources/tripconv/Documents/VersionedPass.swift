import DocumentData
import DocumentFile
import DocumentTables

/// How a verb takes a document to a version: known before the document's first row.
enum InputPlan {
  /// With bounded memory: the document has the wanted version, or comes to it segment by segment.
  case passing(VersionedPass)
  /// With all rows in memory: any other migration, leaving losses out, and what will be refused.
  case loading(InputArgument)

  init(
    _ input: InputArgument, version: WantedVersion, losses: LossPolicy = .carry,
    _ display: ProgressDisplay
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
    if let pass = VersionedPass(document, version, input) {
      self = .passing(pass)
    } else {
      self = .loading(input.reopened(document.opened))
    }
  }

  /// Does the work, and begins it anew with all rows in memory if a pass says at its end that it needs
  /// them.
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

/// A document on its way to a version with bounded memory.
struct VersionedPass {
  let document: DocumentPass
  /// The released schema that the document has, or its own.
  let schema: TableSchema
  let input: InputArgument
  /// The version that it had, if it is migrated.
  let migratedFrom: SchemaVersion?

  /// Nil if the version takes all rows in memory, or no migration leads there.
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

  /// What is said once it is written.
  var note: String? {
    migratedFrom.map {
      MigrationNotes.migrated(
        DocumentError.printable(input.name), from: $0.text, to: schema.version?.text ?? "",
        changeCount: 0)
    }
  }

  /// Writes the document in full.
  ///
  /// - Parameter announce: Is called when nothing is wrong, before anybody sees what is written.
  func write(
    to target: WriteTarget, as form: DocumentForm, _ options: DocumentWriteOptions,
    announce: () throws -> Void
  ) throws -> PassOutcome {
    var options = options
    options.limits = input.streamingLimits
    var failure: (any Error)?
    do throws(DocumentError) {
      let outcome = try document.write(
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
      if case .done(let unkept) = outcome { StandardError.say(unkept, of: target.name) }
      return outcome
    } catch {
      if let failure { throw failure }
      // Standard input has no path that would tell whose fault it is.
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
