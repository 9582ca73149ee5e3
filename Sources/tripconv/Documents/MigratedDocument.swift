import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables

/// A document at the version that a verb wants: its rows pass by, or lie in memory.
///
///     input ──► VersionedPass ─── bounded memory ──┐
///           └─► OpenedDocument ── all rows ────────┴──► write(to:), dump(all:)
///
/// The rows pass by if the document has the version already, or migrates segment by segment. A pass can
/// find at its end that the migration needs all rows; then nothing has been written, the rows are read into
/// memory, and the job begins again.
struct MigratedDocument {
  private enum Rows {
    case passing(VersionedPass)
    case held(OpenedDocument)
  }

  private let input: InputArgument
  private var rows: Rows
  /// Reads all rows into memory.
  private let open: (InputArgument) throws -> OpenedDocument

  /// - Parameters:
  ///   - mayKeepVersion: As for `OpenedDocument`.
  ///   - holdsRows: Whether to read all rows into memory even if the migration does not need them.
  init(
    _ input: InputArgument, version: WantedVersion, losses: LossPolicy = .carry,
    restoration: RestorationPolicy = .restore, history: HistoryTransfer = .omit,
    mayKeepVersion: Bool = false, holdsRows: Bool = false, _ display: ProgressDisplay
  ) throws {
    let open: (InputArgument) throws -> OpenedDocument = { input in
      try display.observingMigration {
        try OpenedDocument(
          input, version: version, losses: losses, restoration: restoration, history: history,
          mayKeepVersion: mayKeepVersion)
      }
    }
    self.open = open
    guard !holdsRows, losses != .drop else {
      self.input = input
      rows = .held(try open(input))
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
    let input = input.reopened(document.opened)
    self.input = input
    let version = try TripMigration.resolved(version, for: document.header, of: input)
    if !history.needsAllRows(document.header),
      let pass = VersionedPass(document, version, input)
    {
      rows = .passing(pass)
    } else {
      rows = .held(try open(input))
    }
  }

  /// What is known of the document without its rows; of one whose rows pass by, what it will be.
  var facts: any MigratedRows {
    switch rows {
    case .passing(let pass): pass
    case .held(let document): document
    }
  }

  /// Returns the document with all rows in memory, where they stay.
  mutating func held() throws -> OpenedDocument {
    if case .held(let document) = rows { return document }
    let document = try open(input)
    rows = .held(document)
    return document
  }

  /// Takes other rows for those of the document, such as a selection of them.
  mutating func hold(_ document: OpenedDocument) { rows = .held(document) }

  /// Writes the document, changing the file only if everything succeeds.
  ///
  /// - Parameter announce: Called after all checks, before anything is changed.
  /// - Returns: What the file does not contain.
  mutating func write(
    to file: OutputFile, announce: (any MigratedRows) throws -> Void
  ) throws -> [Message] {
    if case .passing(let pass) = rows,
      let notes = try file.write(.passing(pass), announce: { try announce(pass) })
    {
      return notes
    }
    let document = try held()
    try document.requireWritable()
    return try file.write(.held(document.rows), announce: { try announce(document) }) ?? []
  }

  /// Checks every rule of the format; rows in memory have been checked.
  mutating func requireValid() throws {
    if case .passing(let pass) = rows, try !pass.isValid() { _ = try held() }
  }

  /// Prints all objects as text.
  mutating func dump(all: Bool) throws {
    if case .passing(let pass) = rows, try pass.dump(all: all) { return }
    let document = try held()
    do throws(StandardOutputFailure) {
      try TablesDump.dump(document.tables, all: all, to: StandardOutput.write)
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }
}

/// Rows of a document at a version, and what a verb says of them.
protocol MigratedRows {
  /// The name of the document in messages.
  var name: String { get }
  /// The format of the document that was read.
  var format: FormatName { get }
  var type: DocumentType { get }
  /// The report of the migration, without stages if the document already had the version.
  var report: MigrationReport { get }
  /// The versions before and after the migration; nil if the document already had the version.
  var versions: (from: String, to: String)? { get }
  /// Whether the document differs from the input.
  var isChanged: Bool { get }
  /// Whether the document has a history in its file, or asks programs to record one.
  var hasReadHistory: Bool { get }
  /// Whether the history, or carried data of deleted objects, is left out.
  var dropsHistory: Bool { get }
  /// The message for a document that needs no migration.
  var keptWords: String { get }

  /// Returns the messages about the migration.
  ///
  /// - Parameter isReplaced: Whether the document replaces its file, which `plan` then cannot read any more.
  func notes(isReplaced: Bool) -> [Message]
}
