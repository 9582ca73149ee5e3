import DocumentFile
import DocumentTables
import Synchronization

/// A document of one's own models: in memory, with a file or bytes that it is read from and written
/// to.
///
/// ```swift
/// let books = try await ModelDocument(contentsOf: url, for: Book.self)
/// try books.withContext { context in context.insert(Book(title: "Rihla")) }
/// try await books.save()
/// ```
///
/// Opening reads every version of the migration plan and migrates it in memory. Only
/// ``save(compression:)`` and `write` change files. Their work, and that of opening and encoding,
/// runs on threads of the library: neither the caller's actor nor the threads of Swift concurrency
/// are blocked. Reading and migrating stop if the task is cancelled; a write that has begun is
/// completed.
///
/// A document may be used by any number of tasks. Each uses contexts of its own, which commit to
/// the document; a save writes what is committed. Saves of one document wait for each other. Open a
/// file once: of two documents with the same file, the second save fails with
/// ``SwiftDataError/Rule/fileChanged``.
public final class ModelDocument: Sendable {
  /// The container of the document's objects, for creating contexts by hand.
  ///
  /// `ModelContext.save()` commits to the document in memory.
  public let modelContainer: ModelContainer
  /// The schema version that was read; nil for a new document, and for one that states no version.
  public let originalVersion: Schema.Version?
  /// The report of the migration during opening; nil if the document was current or is new.
  public let migrationReport: MigrationReport?
  /// The objects when the document was opened; they share all unchanged columns with the current
  /// ones.
  let openedTables: Tables
  let opening: SchemaOpening
  let type: DocumentType
  let limits: ReadingLimits
  /// The file; locked only to read or set the value.
  let binding: Mutex<DocumentBinding?>
  let saves = Turns()

  /// Creates a document without objects.
  ///
  /// - Parameters:
  ///   - types: The model classes; related models are included.
  ///   - migrationPlan: The plan with the other versions of the models, for writing them.
  /// - Throws: ``SwiftDataError/unknownSchema`` if the models contradict each other or the plan.
  public convenience init(
    for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    try self.init(SchemaOpening(Schema(types), plan: migrationPlan))
  }

  /// Reads a file of any format, without changing it.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - types: The model classes; related models are included.
  ///   - migrationPlan: The plan that migrates documents of older versions.
  ///   - limits: The limits for reading the file.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if the file is not a valid document,
  ///   ``SwiftDataError/unknownDataStoreSchema`` if its schema is none of the plan's,
  ///   ``SwiftDataError/migrationStageFailure`` if a stage fails, `CancellationError` if the task is
  ///   cancelled.
  public convenience init(
    contentsOf url: URL, for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, limits: ReadingLimits = .standard
  ) async throws {
    try await self.init(
      contentsOf: url.path, SchemaOpening(Schema(types), plan: migrationPlan),
      limits)
  }

  /// Reads the bytes of a document, such as an upload.
  ///
  /// - Parameters:
  ///   - bytes: The content of a file: `Data`, an array, or another sequence.
  ///   - types: The model classes; related models are included.
  ///   - migrationPlan: The plan that migrates documents of older versions.
  ///   - limits: The limits for reading.
  /// - Throws: The errors of ``init(contentsOf:for:migrationPlan:limits:)``.
  public convenience init(
    bytes: some Sequence<UInt8> & Sendable, for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, limits: ReadingLimits = .upload
  ) async throws {
    try await self.init(
      bytes: bytes, SchemaOpening(Schema(types), plan: migrationPlan),
      limits)
  }

  /// Reads a document whose bytes arrive in chunks, such as the body of a request.
  ///
  /// Stops as soon as more bytes arrive than ``ReadingLimits/fileBytes`` allows.
  ///
  /// - Parameters:
  ///   - chunks: Chunks of the content of a file, in order.
  ///   - types: The model classes; related models are included.
  ///   - migrationPlan: The plan that migrates documents of older versions.
  ///   - limits: The limits for reading.
  /// - Throws: The errors of ``init(contentsOf:for:migrationPlan:limits:)``, and those of the chunks.
  public convenience init<Chunks: AsyncSequence & Sendable>(
    chunks: Chunks, for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, limits: ReadingLimits = .upload
  ) async throws where Chunks.Element: Sequence<UInt8> {
    try await self.init(
      bytes: try await limits.bytes(of: chunks),
      SchemaOpening(Schema(types), plan: migrationPlan), limits)
  }

  /// Creates a document without objects.
  package init(_ opening: SchemaOpening, mediaType: String? = nil) throws {
    let schema = try opening.tableSchema()
    let tables = Tables(schema: schema, documentID: UUIDText.number(of: UUID()))
    modelContainer = Self.container(tables, opening, report: nil)
    openedTables = tables
    type = mediaType.flatMap { DocumentType(mediaType: $0) } ?? .generic
    self.opening = opening
    binding = Mutex(nil)
    limits = .standard
    migrationReport = nil
    originalVersion = nil
  }

  /// Creates a document of merged objects, which is like one of the documents otherwise.
  init(merged tables: Tables, into document: ModelDocument) {
    modelContainer = Self.container(tables, document.opening, report: nil)
    openedTables = tables
    originalVersion = document.originalVersion
    migrationReport = nil
    opening = document.opening
    type = document.type
    binding = Mutex(nil)
    limits = document.limits
  }

  /// Creates a document of tables that another module read and migrated, without a file.
  package init(
    imported tables: Tables, _ opening: SchemaOpening, report: MigrationReport?,
    from version: SchemaVersion?, importReport: any Sendable, _ limits: ReadingLimits
  ) {
    modelContainer = Self.container(tables, opening, report: report)
    modelContainer.importReport = importReport
    openedTables = tables
    originalVersion = version.map { Schema.Version($0) }
    migrationReport = report
    self.opening = opening
    type = .generic
    binding = Mutex(nil)
    self.limits = limits
  }

  /// Reads a file and migrates its content in memory.
  package convenience init(
    contentsOf path: String, _ opening: SchemaOpening, _ limits: ReadingLimits
  ) async throws {
    self.init(
      try await BlockingExecutor.shared.run { try Loaded(.path(path), opening, limits) }, limits)
  }

  /// Reads bytes and migrates their content in memory.
  package convenience init(
    bytes: some Sequence<UInt8> & Sendable, _ opening: SchemaOpening, _ limits: ReadingLimits
  ) async throws {
    self.init(
      try await BlockingExecutor.shared.run {
        try Loaded(.bytes([UInt8](bytes)), opening, limits)
      }, limits)
  }

  private init(_ loaded: Loaded, _ limits: ReadingLimits) {
    modelContainer = loaded.container
    openedTables = loaded.container.store.current.tables
    originalVersion = loaded.originalVersion
    migrationReport = loaded.report
    opening = loaded.opening
    type = loaded.type
    binding = Mutex(loaded.binding)
    self.limits = limits
  }
}

extension ModelDocument {
  /// A document that was read and migrated.
  private struct Loaded: Sendable {
    let container: ModelContainer
    let originalVersion: Schema.Version?
    let report: MigrationReport?
    let opening: SchemaOpening
    let type: DocumentType
    let binding: DocumentBinding?

    init(_ source: ReadSource, _ opening: SchemaOpening, _ limits: ReadingLimits) throws {
      var content: LoadedDocument
      do {
        content = try DocumentFile.read(
          source, limits: limits.document, isCancelled: { Task.isCancelled })
      } catch {
        try Task.checkCancellation()
        throw SwiftDataError(loading: error)
      }
      originalVersion = content.tables.schema.version.map { Schema.Version($0) }
      self.opening = (source.path.map(opening.at) ?? opening).named(content.tables.schema.name)
      let opened = try self.opening.open(content.takeTables())
      report = opened.report
      container = ModelDocument.container(
        opened.tables, opening, report: report,
        readOnlyReason: content.isReadOnly ? .unknownFeature : nil)
      type = content.type
      binding = source.path.map { DocumentBinding(path: $0, type: content.type, content: content) }
    }
  }

  private static func container(
    _ tables: Tables, _ opening: SchemaOpening, report: MigrationReport?,
    readOnlyReason: ReadOnlyReason? = nil
  ) -> ModelContainer {
    ModelContainer(
      store: DocumentStore(tables),
      catalog: ModelCatalog(opening.schema.types, schema: tables.schema), schema: opening.schema,
      migrationPlan: opening.plan, migrationReport: report,
      readOnlyReason: readOnlyReason)
  }

  /// The committed objects.
  package var tables: Tables { modelContainer.store.current.tables }

  /// The file that ``save(compression:)`` replaces; nil if the document has none.
  public var fileURL: URL? { binding.withLock { $0?.path }.map { URL(fileURLWithPath: $0) } }

  /// Runs a closure with a new context, then saves the context, which commits its changes to the
  /// document in memory.
  ///
  /// The closure runs on the caller's thread; ``perform(_:)`` is for long work. The context and its
  /// objects must not be used after the closure. If two contexts change the same property, the last
  /// commit wins.
  ///
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure; then nothing is committed.
  ///   ``SwiftDataError/modelValidationFailure`` if an object breaks a rule of its schema;
  ///   ``SwiftDataError/readOnlyStore`` for changes to a document that cannot be written.
  public func withContext<Result: Sendable>(
    _ body: (ModelContext) throws -> Result
  ) throws -> Result {
    let context = ModelContext(modelContainer)
    let result = try body(context)
    try context.save()
    return result
  }

  /// Does the same as ``withContext(_:)`` on a thread of the library, for long work.
  ///
  /// - Returns: The result of the closure.
  /// - Throws: The errors of ``withContext(_:)``; `CancellationError` if the task is cancelled before
  ///   the closure begins.
  public func perform<Result: Sendable>(
    _ body: @escaping @Sendable (ModelContext) throws -> Result
  ) async throws -> Result {
    try await BlockingExecutor.shared.run { try self.withContext(body) }
  }

  /// Previews the migration of a file to a version of a plan, in memory, without writing anything.
  ///
  /// - Parameters:
  ///   - url: A file of any version of the plan and any format.
  ///   - plan: The plan.
  ///   - version: The target version, newer or older; nil for the newest.
  ///   - restoration: What to do with data that the file carries from an older migration.
  ///   - limits: The limits for reading the file.
  /// - Returns: The stages, their steps, and everything that would change or be lost.
  /// - Throws: The errors of ``init(contentsOf:for:migrationPlan:limits:)``.
  public static func migrationPreview(
    of url: URL, with plan: any SchemaMigrationPlan.Type, to version: Schema.Version? = nil,
    restoration: RestorationPolicy = .restore, limits: ReadingLimits = .standard
  ) async throws -> MigrationReport {
    try await BlockingExecutor.shared.run {
      try plan.migrationPreview(of: url, to: version, restoration: restoration, limits: limits)
    }
  }

  /// Sets what the document's history records from the next commit on.
  ///
  /// The document's file states the policy, so other programs record the same.
  /// ``ModelConfiguration/HistoryPolicy/nothing`` removes what was recorded. A new document records
  /// nothing.
  public func setHistoryPolicy(_ policy: ModelConfiguration.HistoryPolicy) {
    modelContainer.store.setHistoryPolicy(policy.policy)
  }
}

extension ReadingLimits {
  /// Returns the bytes of chunks.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` with the rule
  ///   ``SwiftDataError/Rule/limitFileBytes`` as soon as there are too many; errors of the chunks.
  package func bytes<Chunks: AsyncSequence>(
    of chunks: Chunks
  ) async throws -> [UInt8] where Chunks.Element: Sequence<UInt8> {
    var bytes: [UInt8] = []
    for try await chunk in chunks {
      bytes.append(contentsOf: chunk)
      guard bytes.count <= fileBytes else {
        throw SwiftDataError(
          loading: DocumentError(
            .limitFileBytes, "more than \(fileBytes) bytes arrived"))
      }
    }
    return bytes
  }
}
