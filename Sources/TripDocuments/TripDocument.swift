import DocumentData

/// A collection of trips in a file.
///
/// ```swift
/// let document = try TripDocument(contentsOf: url)
/// let trip = Trip(name: "Nile", destination: "Luxor", startDate: start, endDate: end)
/// document.modelContext.insert(trip)
/// try document.save()
/// ```
///
/// Opening reads every released version and migrates it in memory. Only explicit saves and writes
/// change files. A document belongs to the thread or actor that uses it, like its context and its
/// objects.
public final class TripDocument {
  private let session: DocumentSession

  /// The context for fetching, inserting, changing and deleting objects.
  ///
  /// Its `save()` commits to the document in memory; only ``save(compression:)`` and the `write`
  /// methods change files.
  public let modelContext: ModelContext

  /// The container, for creating further contexts of the same document.
  public var modelContainer: ModelContainer { session.container }

  /// The schema version of the file that was opened; nil for a new document.
  public var originalVersion: Schema.Version? { session.originalVersion }

  /// The report of the migration during opening; nil if the file was current or the document is
  /// new.
  public var migrationReport: MigrationReport? { session.migrationReport }

  /// Creates a document without trips.
  ///
  /// - Throws: Never in practice, because the released schemas have been checked.
  public init() throws {
    session = try DocumentSession(
      TripMigrationPlan.opening, mediaType: TripMigrationPlan.mediaType)
    modelContext = ModelContext(session.container)
  }

  /// Opens a file of any released version, form and encoding, without changing the file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limits: The limits for reading the file.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` if the file is not a valid document,
  ///   `.unknownDataStoreSchema` if its schema is newer than all released ones or was never
  ///   released, and `.migrationStageFailure` if a stage fails.
  public init(contentsOf url: URL, limits: ReadingLimits = .standard) throws {
    session = try DocumentSession(
      contentsOf: url.path, TripMigrationPlan.opening, limits: limits)
    modelContext = ModelContext(session.container)
  }

  /// Saves the context's changes, then replaces the opened file, keeping its form and encoding.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` for an object that breaks a rule, and
  ///   `.saveFailure` if the file cannot be replaced or another program has changed it. The old
  ///   file is then unchanged, or the error says that the new file is in place but not yet durable.
  public func save(compression: DocumentCompression = .standard) throws {
    try modelContext.save()
    try session.save(compression: compression)
  }

  /// Saves the context's changes, then writes the whole document to another file.
  ///
  /// - Throws: The errors of ``save(compression:)``.
  public func write(
    to url: URL, format: DocumentFormat = .json, compression: DocumentCompression = .standard
  ) throws {
    try modelContext.save()
    try session.write(to: url.path, format: format, compression: compression)
  }

  /// Saves the context's changes, then writes the whole document to another file in a released
  /// schema version; the document itself stays in the current version.
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
  ///   - losses: What to do with data that the version cannot store.
  ///   - compression: How much time to spend on making the file small.
  /// - Returns: The report of the migration, with its losses.
  /// - Throws: The errors of ``save(compression:)``; `SwiftDataError.unknownSchema` for a version
  ///   that was never released, `.lossyMigration` if data would be lost and `losses` forbids that,
  ///   and `.migrationStageFailure` if the version cannot store the trips at all. Nothing is saved
  ///   or written in these three cases.
  @discardableResult
  public func write(
    to url: URL, format: DocumentFormat = .json, schemaVersion: Schema.Version,
    losses: LossPolicy = .carry, compression: DocumentCompression = .standard
  ) throws -> MigrationReport {
    try session.write(
      modelContext, to: url.path, format: format, compression: compression,
      schemaVersion: schemaVersion, losses: losses)
  }

  /// Returns the trips with a name and all objects they own, reading nothing else of the file.
  ///
  /// - Parameters:
  ///   - name: The name, compared as unique attributes are.
  ///   - url: The file.
  ///   - verifiesIndexes: Whether to read all records and compare them with the file's index parts.
  ///     Otherwise, if a file has more than 4 MiB of records, its index parts decide which records
  ///     are read.
  ///   - limits: The limits for reading the file.
  /// - Returns: A subset that can be read but not saved. Its `reliesOnIndexes` tells whether
  ///   records were left unread because of index parts.
  /// - Throws: `SwiftDataError.wholeDocumentNeeded` for a file of version 1.0.0 or 2.0.0, whose
  ///   trips may be merged with others; `.loadIssueModelContainer` if the records that are read
  ///   break a rule.
  public static func trips(
    named name: String, in url: URL, verifiesIndexes: Bool = false,
    limits: ReadingLimits = .standard
  ) throws -> DocumentSubset {
    try TripMigrationPlan.documentHandle(at: url, limits: limits, verifiesIndexes: verifiesIndexes)
      .objects(where: (\Trip.name, name))
  }

  /// Previews the migration of a file to a released version, in memory, without writing anything.
  ///
  /// - Parameters:
  ///   - url: A file of any released version, form and encoding.
  ///   - version: The target version, newer or older; nil for the current one.
  ///   - restoration: What to do with data that the file carries from an older migration.
  ///   - limits: The limits for reading the file.
  /// - Returns: The stages, their steps, and everything that would change or be lost.
  /// - Throws: The errors of ``init(contentsOf:limits:)``.
  public static func migrationPreview(
    of url: URL, to version: Schema.Version? = nil, restoration: RestorationPolicy = .restore,
    limits: ReadingLimits = .standard
  ) throws -> MigrationReport {
    try TripMigrationPlan.migrationPreview(
      of: url, to: version, restoration: restoration, limits: limits)
  }
}
