import DocumentData
import DocumentFile
import DocumentTables

/// A document as the verbs that work with its content see it: read, and brought to a version.
struct OpenedDocument {
  let tables: Tables
  let form: DocumentForm
  let encoding: DocumentEncoding
  let type: DocumentType
  /// What bringing it to its version did; without stages where it has that version already.
  let report: MigrationReport
  /// Whether it carried, or would carry, losses that are left out.
  let dropsCarried: Bool
  /// Whether nothing that it carried was put back.
  let declinesRestoring: Bool
  /// What the file held when it was read.
  let origin: DocumentOrigin?

  private let input: InputArgument
  private let header: Header

  /// Reads a document and brings it to a version, in memory.
  ///
  /// - Parameter mayKeepVersion: Whether the verb has a flag for it, which a failure then names.
  init(
    _ input: InputArgument, version: WantedVersion, losses: LossPolicy = .carry,
    restoration: RestorationPolicy = .restore, mayKeepVersion: Bool = false
  ) throws {
    self.input = input
    var content: LoadedDocument
    do {
      content = try DocumentFile.read(input.source, limits: input.limits)
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    header = content.header
    form = content.form
    encoding = content.encoding
    type = content.type
    origin = content.origin
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
      throw Self.migrationFailure(error, input, mayKeepVersion)
    }
    report = migrated.report
    declinesRestoring = restoration == .drop
    dropsCarried = losses == .drop && (report.lossCount > 0 || !migrated.tables.carried.isEmpty)
    if losses == .drop { migrated.tables.carried = [] }
    tables = migrated.tables
  }

  /// How messages call it.
  var name: String { input.name }
  /// The limits within which it was read.
  var limits: DocumentLimits { input.limits }
  /// Whether it differs from what was read.
  var isChanged: Bool { !report.stages.isEmpty || dropsCarried }
  var printableName: String { DocumentError.printable(input.name) }

  private static func migrationFailure(
    _ error: any Error, _ input: InputArgument, _ mayKeepVersion: Bool
  ) -> CommandFailure {
    var failure = CommandFailure(error, file: input.name)
    if failure.status == .badData, mayKeepVersion {
      failure.lines.append(
        Message.prefix + "With --keep-version the document is taken as it is, unmigrated.")
    }
    return failure
  }

  /// A document that needs a feature for writing which this program lacks would lose something.
  func requireWritable() throws {
    guard header.isReadOnly else { return }
    let features = header.requiresToWrite.joined(separator: ", ")
    throw CommandFailure(DocumentError(.readOnly, features), file: input.name)
  }
}
