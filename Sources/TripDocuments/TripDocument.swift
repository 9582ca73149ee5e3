import DocumentData

/// A collection of trips in a file: opens every released version, migrates it in memory, and is
/// written when asked.
///
/// ```swift
/// let document = try TripDocument(contentsOf: url)
/// let trip = Trip(name: "Nile", destination: "Luxor", startDate: start, endDate: end)
/// document.modelContext.insert(trip)
/// try document.save()
/// ```
///
/// A document belongs to the thread or actor that uses it, like its context and its objects.
public final class TripDocument {
  private let session: DocumentSession

  /// The context to fetch, insert, change and delete with.
  ///
  /// Its `save()` commits to the document in memory; only ``save(compression:)`` and
  /// ``write(to:format:compression:)`` touch files.
  public let modelContext: ModelContext

  /// The container, for further contexts over the same document.
  public var modelContainer: ModelContainer { session.container }

  /// The version of the schema that the file was read in; nil for a new document.
  public var originalVersion: Schema.Version? { session.originalVersion }

  /// What opening has migrated; nil where the file was current, and for a new document.
  public var migrationReport: MigrationReport? { session.migrationReport }

  /// Makes a document without trips.
  ///
  /// - Throws: Never in practice: the released schemas have been checked.
  public init() throws {
    session = try DocumentSession(
      TripMigrationPlan.opening, mediaType: TripMigrationPlan.mediaType)
    modelContext = ModelContext(session.container)
  }

  /// Opens a file of any released version, form and encoding; the file is not touched.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limits: What it may ask for at most.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` where the file is no valid document,
  ///   `.unknownDataStoreSchema` where its schema is newer or none that was released, and
  ///   `.migrationStageFailure` where a stage fails.
  public init(contentsOf url: URL, limits: ReadingLimits = .standard) throws {
    session = try DocumentSession(
      contentsOf: url.path, TripMigrationPlan.opening, limits: limits)
    modelContext = ModelContext(session.container)
  }

  /// Saves the context's changes, then writes the document in the place of the file that it was
  /// opened from, in the form and encoding that the file had.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` for an object that breaks a rule, and
  ///   `.saveFailure` where the file cannot be replaced or somebody else has changed it; the old
  ///   file then stands as it was, or the error says that the new one stands and is not yet durable.
  public func save(compression: DocumentCompression = .standard) throws {
    try modelContext.save()
    try session.save(compression: compression)
  }

  /// Saves the context's changes, then writes the whole document to a file of its own.
  ///
  /// - Throws: As ``save(compression:)`` does.
  public func write(
    to url: URL, format: DocumentFormat = .json, compression: DocumentCompression = .standard
  ) throws {
    try modelContext.save()
    try session.write(to: url.path, format: format, compression: compression)
  }

  /// Saves the context's changes, then writes the whole document, in a released version of the
  /// schema, to a file of its own; the document itself stays in the current version.
  ///
  /// ```swift
  /// let report = try document.write(
  ///   to: url, schemaVersion: Schema.Version(2, 0, 0), losses: .carry)
  /// for loss in report.stages.flatMap(\.losses) { print(loss) }
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - format: The form and encoding to write.
  ///   - schemaVersion: A version of ``TripMigrationPlan``.
  ///   - losses: What becomes of that which the version cannot hold.
  ///   - compression: How much time to spend on making the file small.
  /// - Returns: What that did, and what it lost.
  /// - Throws: As ``save(compression:)`` does; `SwiftDataError.unknownSchema` for a version that was never
  ///   released, `.lossyMigration` where something would be lost and must not be, and
  ///   `.migrationStageFailure` where the version cannot hold the trips at all. Nothing is saved
  ///   or written then.
  @discardableResult
  public func write(
    to url: URL, format: DocumentFormat = .json, schemaVersion: Schema.Version,
    losses: LossPolicy = .carry, compression: DocumentCompression = .standard
  ) throws -> MigrationReport {
    try session.write(
      modelContext, to: url.path, format: format, compression: compression,
      schemaVersion: schemaVersion, losses: losses)
  }

  /// The trips of a file that have a name, with everything they own; nothing else of the file is read.
  ///
  /// - Parameters:
  ///   - name: The name, as unique attributes are compared.
  ///   - url: The file.
  ///   - verifiesIndexes: Whether all records are read and compared with the file's index parts. Without
  ///     it the index parts of a file with more than 4 MiB of records decide which are read.
  ///   - limits: What the file may ask for at most.
  /// - Returns: A subset that can be read, not saved. Its `reliesOnIndexes` tells whether records
  ///   were left unread by the word of index parts.
  /// - Throws: `SwiftDataError.wholeDocumentNeeded` for a file of version 1.0.0 or 2.0.0, whose trips
  ///   may be merged with others; `.loadIssueModelContainer` where what is read breaks a rule.
  public static func trips(
    named name: String, in url: URL, verifiesIndexes: Bool = false,
    limits: ReadingLimits = .standard
  ) throws -> DocumentSubset {
    try TripMigrationPlan.documentHandle(at: url, limits: limits, verifiesIndexes: verifiesIndexes)
      .objects(where: (\Trip.name, name))
  }

  /// What it would do to bring a file to a released version, in memory: nothing is written.
  ///
  /// - Parameters:
  ///   - url: A file of any released version, form and encoding.
  ///   - version: The version to bring it to, a newer one or an older one; nil for the current one.
  ///   - restoration: What to do with data that the file carries from an older migration.
  ///   - limits: What the file may ask for at most.
  /// - Returns: The stages, their steps and everything that would change or be lost.
  /// - Throws: As ``init(contentsOf:limits:)`` does.
  public static func migrationPreview(
    of url: URL, to version: Schema.Version? = nil, restoration: RestorationPolicy = .restore,
    limits: ReadingLimits = .standard
  ) throws -> MigrationReport {
    try TripMigrationPlan.migrationPreview(
      of: url, to: version, restoration: restoration, limits: limits)
  }
}
