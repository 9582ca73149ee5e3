import DocumentData
import DocumentFile
import DocumentTables

/// A document as the verbs that work with its content see it.
struct OpenedDocument {
  let tables: Tables
  let type: DocumentType
  /// One line where the document was migrated.
  let migrationNote: String?

  /// What the file held when it was read.
  let origin: DocumentOrigin?

  private let input: InputArgument
  private let header: Header

  /// Reads a document and, unless its version is to be kept, migrates it.
  init(_ input: InputArgument, keepingVersion: Bool) throws {
    self.input = input
    var content: DocumentContent
    do {
      content = try DocumentFile.read(input.source)
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    header = content.header
    type = content.type
    origin = content.origin
    guard !keepingVersion else {
      tables = content.tables
      migrationNote = nil
      return
    }
    do {
      let (migrated, report) = try TripMigration.migrate(content.takeTables())
      tables = migrated
      migrationNote = Self.note(report, input)
    } catch {
      throw Self.migrationFailure(error, input)
    }
  }

  private static func note(_ report: MigrationReport, _ input: InputArgument) -> String? {
    guard let first = report.stages.first, let last = report.stages.last else { return nil }
    let changes =
      switch report.changeCount {
      case 0: "no object had to change"
      case 1: "1 change to objects"
      default: "\(report.changeCount) changes to objects"
      }
    return Message.prefix + DocumentError.printable(input.name)
      + ": migrated from \(first.fromVersion) to \(last.toVersion), \(changes)"
  }

  private static func migrationFailure(
    _ error: any Error, _ input: InputArgument
  ) -> CommandFailure {
    var failure = CommandFailure(error, file: input.name)
    if failure.status == .badData {
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
