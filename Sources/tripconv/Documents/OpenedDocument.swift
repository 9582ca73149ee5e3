import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables

/// A document that was read into memory and migrated to a version.
struct OpenedDocument {
  private(set) var tables: Tables
  /// Whether the content was changed after the migration.
  private var isEdited = false
  /// The document as it was read, without its rows.
  private let read: LoadedDocument
  /// The report of the migration, without stages if the document already had the version.
  private(set) var report: MigrationReport
  /// Whether losses that the document carried, or would have carried, were left out.
  let dropsCarried: Bool
  /// Whether the history, or carried data of deleted objects, was left out.
  let dropsHistory: Bool
  /// The history that the document has in its file, with the migration.
  let readHistory: History?
  /// Whether carried data is not restored, by request.
  let declinesRestoring: Bool

  private let input: InputArgument

  /// Reads a document and migrates it in memory.
  ///
  /// - Parameter mayKeepVersion: Whether the verb has the flag `--keep-version`, which error
  ///   messages then suggest.
  init(
    _ input: InputArgument, version: WantedVersion, losses: LossPolicy = .carry,
    restoration: RestorationPolicy = .restore, history: HistoryTransfer = .omit,
    mayKeepVersion: Bool = false
  ) throws {
    self.input = input
    var content: LoadedDocument
    do {
      content = try DocumentFile.read(input.source, limits: input.limits)
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    let header = content.header
    let version = try TripMigration.resolved(version, for: header, of: input)
    var migrated: (tables: Tables, report: MigrationReport)
    do {
      switch version {
      case .own: migrated = (content.takeTables(), MigrationReport())
      case .current: migrated = try TripMigration.migrate(content.takeTables(), restoration)
      case .released(let version):
        migrated = try TripMigration.convert(
          content.takeTables(), to: version, losses, restoration)
      }
    } catch {
      throw Self.migrationFailure(error, input, header, mayKeepVersion)
    }
    // Taking the tables has freed the rows as they were.
    read = content
    report = migrated.report
    declinesRestoring = restoration == .drop
    dropsCarried = losses == .drop && (!report.losses.isEmpty || !migrated.tables.carried.isEmpty)
    if losses == .drop { migrated.tables.carried = [] }
    migrated.tables.noteMigration(from: header.schema, report)
    readHistory = migrated.tables.history
    // Deleted objects must leave nothing if nothing may be left of what a version cannot store.
    tables = (losses == .drop ? .erase : history).applied(to: migrated.tables)
    dropsHistory =
      migrated.tables.history != nil && tables.history == nil
      || migrated.tables.carried.count != tables.carried.count
  }

  /// A reader of parts of the document.
  var partialReader: PartialDocumentReader {
    PartialDocumentReader(tables, form: read.form, encoding: read.encoding, type: type)
  }

  /// The rows, to be written.
  var rows: HeldRows { HeldRows(tables: tables, type: type, limits: limits, read: read) }

  /// The name of the document in messages.
  var name: String { input.name }
  var isStandardInput: Bool { input.source.path == nil }
  /// Whether the document has a history in its file, or asks programs to record one.
  var hasReadHistory: Bool { readHistory.map { $0.policy.detail != .none } ?? false }
  /// The version of the document before the migration.
  var ownVersion: SchemaVersion? { header.schema.version }
  /// The limits for reading the document.
  var limits: DocumentLimits { input.limits }
  /// Whether the document differs from the input.
  var isChanged: Bool { !report.stages.isEmpty || dropsCarried || dropsHistory || isEdited }
  /// The message for a document that needs no migration.
  var keptWords: String {
    TripMigration.words(forKept: tables.schema, isForeign: TripMigration.isForeign(header))
  }
  var type: DocumentType { read.type }
  var format: FormatName { FormatName(read.form, read.encoding) }
  private var header: Header { read.header }

  /// Returns the document with other content.
  func replacing(_ tables: Tables) -> OpenedDocument {
    var document = self
    document.tables = tables
    document.isEdited = true
    return document
  }

  /// Returns the document with some of its objects, whose report concerns them only.
  func selecting(_ part: Tables) -> OpenedDocument {
    var document = replacing(part)
    document.report = report.concerning(part, of: tables)
    return document
  }

  /// Returns the document under another schema of the same layout; nil if the layouts differ.
  func adopting(_ schema: TableSchema) -> OpenedDocument? {
    guard let tables = tables.adopting(schema) else { return nil }
    var document = self
    document.tables = tables
    return document
  }

  private static func migrationFailure(
    _ error: any Error, _ input: InputArgument, _ header: Header, _ mayKeepVersion: Bool
  ) -> CommandFailure {
    let failure =
      TripMigration.words(forNewer: header.schema).map {
        CommandFailure(.badData, $0, at: input.name)
      } ?? CommandFailure(error, file: input.name)
    guard failure.status == .badData, mayKeepVersion else { return failure }
    let advice = Message(.note, "--keep-version reads the document without migrating it")
    return CommandFailure(failure.status, failure.messages + [advice])
  }

  /// Throws if writing the document requires a feature that this program lacks, because rewriting
  /// it would lose data.
  func requireWritable() throws {
    guard header.isReadOnly else { return }
    let features = header.requiresToWrite.joined(separator: ", ")
    throw CommandFailure(DocumentError(.readOnly, features), file: input.name)
  }
}

extension OpenedDocument: MigratedRows {
  var versions: (from: String, to: String)? {
    guard let first = report.stages.first, let last = report.stages.last else { return nil }
    return (first.fromVersion.description, last.toVersion.description)
  }

  func notes(isReplaced: Bool) -> [Message] {
    MigrationNotes.messages(self, isReplaced: isReplaced)
  }
}
