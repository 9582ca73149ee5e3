import DocumentData

/// A collection of trips, in memory and in a file or bytes.
///
/// ```swift
/// let trips = try await TripDocument(contentsOf: url)
/// let today = CalendarDay(.now, in: .current)
/// try trips.withContext { context in
///   context.insert(Trip(name: "Nile", destination: "Luxor", startDate: today, endDate: today))
/// }
/// try await trips.save()
/// ```
///
/// Opening reads every released schema version and migrates it in memory. Only explicit saves and
/// writes change files. A `ModelDocument` has the same abilities for other models, and describes
/// threads and cancellation.
public final class TripDocument: Sendable {
  /// The document with the trip models.
  public let document: ModelDocument

  /// The file that ``save(compression:)`` replaces; nil if the document has none.
  public var fileURL: URL? { document.fileURL }

  /// The container of the document's objects, for creating contexts by hand.
  public var modelContainer: ModelContainer { document.modelContainer }

  /// The schema version that was read; nil for a new document.
  public var originalVersion: Schema.Version? { document.originalVersion }

  /// The report of the migration during opening; nil if the document was current or is new.
  public var migrationReport: MigrationReport? { document.migrationReport }

  /// Creates a document without trips.
  ///
  /// - Throws: Never in practice, because the released schemas have been checked.
  public init() throws {
    document = try ModelDocument(TripMigrationPlan.opening, mediaType: TripMigrationPlan.mediaType)
  }

  private init(_ document: ModelDocument) { self.document = document }

  /// Reads a file of any released version and any format, without changing it.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limits: The limits for reading the file.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` if the file is not a valid document,
  ///   `.unknownDataStoreSchema` if its schema is newer than all released ones or was never
  ///   released, `.migrationStageFailure` if a stage fails, `CancellationError` if the task is
  ///   cancelled.
  public init(contentsOf url: URL, limits: ReadingLimits = .standard) async throws {
    document = try await ModelDocument(
      contentsOf: url.path, TripMigrationPlan.opening, limits)
  }

  /// Reads the bytes of a document, such as an upload.
  ///
  /// - Parameters:
  ///   - bytes: The content of a file: `Data`, an array, or another sequence.
  ///   - limits: The limits for reading.
  /// - Throws: The errors of ``init(contentsOf:limits:)``.
  public init(
    bytes: some Sequence<UInt8> & Sendable, limits: ReadingLimits = .upload
  ) async throws {
    document = try await ModelDocument(
      bytes: bytes, TripMigrationPlan.opening, limits)
  }

  /// Reads a document whose bytes arrive in chunks, such as the body of a request.
  ///
  /// Stops as soon as more bytes arrive than `ReadingLimits.fileBytes` allows.
  ///
  /// - Parameters:
  ///   - chunks: Chunks of the content of a file, in order.
  ///   - limits: The limits for reading.
  /// - Throws: The errors of ``init(contentsOf:limits:)``, and those of the chunks.
  public init<Chunks: AsyncSequence & Sendable>(
    chunks: Chunks, limits: ReadingLimits = .upload
  ) async throws where Chunks.Element: Sequence<UInt8> {
    document = try await ModelDocument(
      bytes: try await limits.bytes(of: chunks), TripMigrationPlan.opening, limits)
  }

  /// Runs a closure with a new context, then commits its changes to the document in memory.
  ///
  /// The closure runs on the caller's thread; ``perform(_:)`` is for long work. The context and its
  /// objects must not be used after the closure. If two contexts change the same property, the last
  /// commit wins.
  ///
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure, and then nothing is committed;
  ///   `SwiftDataError.modelValidationFailure` if an object breaks a rule of its schema.
  public func withContext<Result: Sendable>(
    _ body: (ModelContext) throws -> Result
  ) throws -> Result {
    try document.withContext(body)
  }

  /// Does the same as ``withContext(_:)`` on a thread of the library, for long work.
  ///
  /// - Returns: The result of the closure.
  /// - Throws: The errors of ``withContext(_:)``; `CancellationError` if the task is cancelled before
  ///   the closure begins.
  public func perform<Result: Sendable>(
    _ body: @escaping @Sendable (ModelContext) throws -> Result
  ) async throws -> Result {
    try await document.perform(body)
  }

  /// Replaces the file that the document was read from or written to, keeping its format.
  ///
  /// - Throws: `SwiftDataError.saveFailure` if the document has no file, or the file cannot be
  ///   replaced or another program has changed it. The old file is then unchanged, or the error's
  ///   rule is `.savedDurabilityUnknown`.
  public func save(compression: DocumentCompression = .standard) async throws {
    try await document.save(compression: compression)
  }

  /// Writes the whole document to a file, which is created or replaced in one step.
  ///
  /// A document without a file adopts the file: ``save(compression:)`` replaces it from then on.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - format: The format to write; nil for the one that the name implies.
  ///   - compression: How much time to spend on making the file small.
  ///   - includesHistory: Whether another file gets the document's history, which names objects that
  ///     were deleted. The document's own file always keeps it.
  /// - Throws: The errors of ``save(compression:)``.
  public func write(
    to url: URL, format: DocumentFormat? = nil, compression: DocumentCompression = .standard,
    includesHistory: Bool = false
  ) async throws {
    try await document.write(
      to: url, format: format, compression: compression, includesHistory: includesHistory)
  }

  /// Sets what the document's history records from the next commit on.
  ///
  /// The document's file states the policy, so other programs record the same.
  /// `ModelConfiguration.HistoryPolicy.nothing` removes what was recorded. A new document records
  /// nothing.
  public func setHistoryPolicy(_ policy: ModelConfiguration.HistoryPolicy) {
    document.setHistoryPolicy(policy)
  }

  /// Writes the whole document to another file in a released schema version; the document itself
  /// keeps its version and its file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - format: The format to write; nil for the one that the name implies.
  ///   - schemaVersion: A version of ``TripMigrationPlan``.
  ///   - losses: What to do with data that the version cannot store.
  ///   - compression: How much time to spend on making the file small.
  ///   - includesHistory: Whether the file gets the document's history, which names objects that
  ///     were deleted.
  /// - Returns: The report of the migration, with its losses.
  /// - Throws: The errors of ``save(compression:)`` and
  ///   ``encoded(as:schemaVersion:losses:compression:includesHistory:)``; then nothing is written.
  @discardableResult
  public func write(
    to url: URL, format: DocumentFormat? = nil, schemaVersion: Schema.Version,
    losses: LossPolicy = .carry, compression: DocumentCompression = .standard,
    includesHistory: Bool = false
  ) async throws -> MigrationReport {
    try await document.write(
      to: url, format: format, schemaVersion: schemaVersion, losses: losses,
      compression: compression, includesHistory: includesHistory)
  }

  /// Returns the committed changes since the document was opened or created.
  public func changesSinceOpening() -> DocumentChanges { document.changesSinceOpening() }

  /// Returns the changes that make this document of another one.
  ///
  /// Objects of two versions of one document are the same if they have the same identifier. Objects
  /// of different documents are matched by equal content of the same owner.
  /// Only committed changes are compared.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` if the documents have different models, which trip
  ///   documents never have.
  public func changes(since other: TripDocument) throws -> DocumentChanges {
    try document.changes(since: other.document)
  }

  /// Returns a document with the changes of this document and of another version of it.
  ///
  /// Changes of different objects, properties and members of lists are all taken. New objects of both
  /// are kept apart; without a base, equal trips are there once. The result is in memory. Only committed
  /// changes are merged.
  ///
  /// - Parameters:
  ///   - other: The other version.
  ///   - base: The version from which both were made; nil to unite two documents.
  ///   - resolving: Returns the document whose change is taken, by default this one.
  /// - Returns: The merged document, all conflicts, and the objects of the base that it does not have.
  /// - Throws: `SwiftDataError.unrelatedMergeBase` if the documents are not versions of the base: pass nil
  ///   to unite them.
  public func merging(
    _ other: TripDocument, base: TripDocument?,
    resolving: (DocumentConflict) -> DocumentConflict.Side = { _ in .ours }
  ) throws -> (
    document: TripDocument, conflicts: [DocumentConflict], deletions: [DocumentDeletion]
  ) {
    let merged = try document.merging(
      other.document, base: base?.document, resolving: resolving)
    return (TripDocument(merged.document), merged.conflicts, merged.deletions)
  }

  /// Returns the whole document as bytes, such as the body of a response.
  ///
  /// - Parameters:
  ///   - format: The format of the bytes.
  ///   - schemaVersion: A version of ``TripMigrationPlan``; nil for the newest.
  ///   - losses: What to do with data that the version cannot store.
  ///   - compression: How much time to spend on making the bytes few.
  ///   - includesHistory: Whether the bytes contain the document's history, which names objects that
  ///     were deleted.
  /// - Throws: `SwiftDataError.unknownSchema` for a version that was never released,
  ///   `.lossyMigration` if data would be lost and `losses` forbids that, and
  ///   `.migrationStageFailure` if the version cannot store the trips at all.
  public func encoded(
    as format: DocumentFormat = .json, schemaVersion: Schema.Version? = nil,
    losses: LossPolicy = .carry, compression: DocumentCompression = .standard,
    includesHistory: Bool = false
  ) async throws -> EncodedDocument {
    try await document.encoded(
      as: format, schemaVersion: schemaVersion, losses: losses, compression: compression,
      includesHistory: includesHistory)
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
  ) async throws -> DocumentSubset {
    let handle = try await TripMigrationPlan.documentHandle(
      at: url, limits: limits, verifiesIndexes: verifiesIndexes)
    return try await handle.objects(where: \Trip.name, equals: name)
  }

  /// Previews the migration of a file to a released version, in memory, without writing anything.
  ///
  /// - Parameters:
  ///   - url: A file of any released version and any format.
  ///   - version: The target version, newer or older; nil for the current one.
  ///   - restoration: What to do with data that the file carries from an older migration.
  ///   - limits: The limits for reading the file.
  /// - Returns: The stages, their steps, and everything that would change or be lost.
  /// - Throws: The errors of ``init(contentsOf:limits:)``.
  public static func migrationPreview(
    of url: URL, to version: Schema.Version? = nil, restoration: RestorationPolicy = .restore,
    limits: ReadingLimits = .standard
  ) async throws -> MigrationReport {
    try await ModelDocument.migrationPreview(
      of: url, with: TripMigrationPlan.self, to: version, restoration: restoration, limits: limits)
  }
}
