import DocumentFile
import DocumentTables
import Synchronization

extension ModelDocument {
  /// Replaces the file that the document was read from or written to, keeping its format.
  ///
  /// - Throws: ``SwiftDataError/saveFailure`` if the document has no file, or the file cannot be
  ///   replaced or another program has changed it. The old file is then unchanged, or the error's
  ///   rule is ``SwiftDataError/Rule/savedDurabilityUnknown``. `CancellationError` if the task is
  ///   cancelled; the old file is then unchanged.
  public func save(compression: DocumentCompression = .standard) async throws {
    guard let binding = binding.withLock({ $0 }) else {
      throw SwiftDataError(.saveFailure, "the document has no file yet: write it to one first")
    }
    try await saves.run {
      try await BlockingExecutor.shared.runStoppably {
        try binding.save(
          self.tables, as: FileWriting(compression: compression, stopsIfCancelled: true))
      }
    }
  }

  /// Writes the whole document to a file, which is created or replaced in one step.
  ///
  /// A document without a file adopts the file: ``save(compression:)`` replaces it from then on.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - format: The format to write; nil for the one that the name implies, as for
  ///     ``ModelConfiguration/format``.
  ///   - compression: How much time to spend on making the file small.
  ///   - includesHistory: Whether another file gets the document's history, which names objects that
  ///     were deleted. The document's own file always keeps it.
  /// - Throws: The errors of ``save(compression:)``.
  public func write(
    to url: URL, format: DocumentFormat? = nil, compression: DocumentCompression = .standard,
    includesHistory: Bool = false
  ) async throws {
    let path = url.path
    let format = format ?? DocumentFormat(fileName: path) ?? .json
    try await saves.run {
      try await BlockingExecutor.shared.runStoppably {
        try self.requireWritable()
        let binding = self.binding.withLock { $0 }
        if let binding, binding.isAt(path) {
          try binding.save(
            self.tables,
            as: FileWriting(format: format, compression: compression, stopsIfCancelled: true))
        } else if binding == nil, !WriteTarget.path(path).isStream {
          let made = try DocumentBinding(
            writing: self.tables(includesHistory), to: path, type: self.type, format: format,
            compression: compression, limits: self.limits)
          self.binding.withLock { $0 = made }
        } else {
          try self.write(self.tables(includesHistory), to: path, format, compression)
        }
      }
    }
  }

  /// Writes the whole document to another file in another schema version; the document itself keeps
  /// its version and its file.
  ///
  /// ```swift
  /// let report = try await trips.write(
  ///   to: url, schemaVersion: Schema.Version(2, 0, 0), losses: .carry)
  /// for loss in report.losses { print(loss) }
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - format: The format to write; nil for the one that the name implies.
  ///   - schemaVersion: A version of the migration plan.
  ///   - losses: What to do with data that the version cannot store.
  ///   - compression: How much time to spend on making the file small.
  ///   - includesHistory: Whether the file gets the document's history, which names objects that
  ///     were deleted.
  /// - Returns: The report of the migration, with its losses.
  /// - Throws: ``SwiftDataError/saveFailure`` for the document's own file, which has the newest
  ///   version; the errors of ``save(compression:)`` and
  ///   ``encoded(as:schemaVersion:losses:compression:includesHistory:)``; then nothing is written.
  @discardableResult
  public func write(
    to url: URL, format: DocumentFormat? = nil, schemaVersion: Schema.Version,
    losses: LossPolicy = .carry, compression: DocumentCompression = .standard,
    includesHistory: Bool = false
  ) async throws -> MigrationReport {
    let path = url.path
    let format = format ?? DocumentFormat(fileName: path) ?? .json
    return try await BlockingExecutor.shared.runStoppably {
      try self.requireWritable()
      if self.binding.withLock({ $0?.isAt(path) }) == true {
        throw SwiftDataError(
          .saveFailure, "\(path) is the document's own file; write the older version to another")
      }
      let converted = try self.converted(to: schemaVersion, losses)
      try self.write(
        includesHistory ? converted.tables : converted.tables.withoutHistory, to: path, format,
        compression)
      return converted.report
    }
  }

  /// Returns the whole document as bytes, such as the body of a response.
  ///
  /// - Parameters:
  ///   - format: The format of the bytes.
  ///   - schemaVersion: A version of the migration plan; nil for the document's own.
  ///   - losses: What to do with data that the version cannot store.
  ///   - compression: How much time to spend on making the bytes few.
  ///   - includesHistory: Whether the bytes contain the document's history, which names objects that
  ///     were deleted.
  /// - Throws: ``SwiftDataError/unknownSchema`` for a version that the plan does not have,
  ///   ``SwiftDataError/lossyMigration`` if data would be lost and `losses` forbids that,
  ///   ``SwiftDataError/migrationStageFailure`` if the version cannot store the objects at all,
  ///   ``SwiftDataError/readOnlyStore`` if the document needs a feature that this package does not
  ///   know, `CancellationError` if the task is cancelled.
  public func encoded(
    as format: DocumentFormat = .json, schemaVersion: Schema.Version? = nil,
    losses: LossPolicy = .carry, compression: DocumentCompression = .standard,
    includesHistory: Bool = false
  ) async throws -> EncodedDocument {
    try await BlockingExecutor.shared.runStoppably {
      try self.requireWritable()
      let (tables, report) =
        try schemaVersion.map { try self.converted(to: $0, losses) }
        ?? (self.tables, MigrationReport())
      do throws(DocumentError) {
        let bytes = try DocumentFile.bytes(
          of: includesHistory ? tables : tables.withoutHistory, form: format.form,
          options: self.options(format, compression))
        return EncodedDocument(data: Data(bytes), format: format, migrationReport: report)
      } catch {
        throw SwiftDataError(saving: error)
      }
    }
  }

  private func tables(_ includesHistory: Bool) -> Tables {
    includesHistory ? tables : tables.withoutHistory
  }

  private func requireWritable() throws {
    if let reason = modelContainer.core.first.readOnlyReason {
      throw SwiftDataError(readOnly: reason)
    }
  }

  private func converted(
    to version: Schema.Version, _ losses: LossPolicy
  ) throws -> (tables: Tables, report: MigrationReport) {
    guard let plan = opening.plan else {
      throw SwiftDataError(.unknownSchema, "without a migration plan there are no other versions")
    }
    let tables = tables
    var converted = try opening.named(tables.schema.name).migrator(plan).convert(
      tables, to: version, losses: losses)
    converted.tables.noteMigration(from: tables.schema, converted.report)
    return converted
  }

  private func write(
    _ tables: Tables, to path: String, _ format: DocumentFormat, _ compression: DocumentCompression
  ) throws {
    do {
      try DocumentFile.write(
        tables, form: format.form, options: options(format, compression), to: .path(path))
    } catch {
      throw SwiftDataError(saving: error)
    }
  }

  private func options(
    _ format: DocumentFormat, _ compression: DocumentCompression
  ) -> DocumentWriteOptions {
    var options = DocumentWriteOptions(
      encoding: format.encoding, type: type, limits: limits.document)
    options.compressEntries(compression.level)
    options.isCancelled = { Task.isCancelled }
    return options
  }
}

extension BlockingExecutor {
  /// Runs work that writes, and that stops with an error if the task is cancelled.
  ///
  /// - Throws: The error of the work; `CancellationError` instead if the task is cancelled, unless
  ///   the file has been replaced.
  fileprivate func runStoppably<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    do {
      return try await run(work)
    } catch let error as SwiftDataError where error.rule != .savedDurabilityUnknown {
      try Task.checkCancellation()
      throw error
    }
  }
}
