import DocumentFile
import DocumentTables
import SwiftDataStores
import TripDocuments
import TripFormats

/// Files of other programs as documents, for the verbs that read documents: SwiftData stores, and the
/// formats that `TripFormats` reads.
enum ForeignInput {
  /// Returns the document of a file of another program; any other input as it is.
  ///
  /// The format is recognised by its content. Warnings about the file go to standard error.
  ///
  /// - Parameters:
  ///   - history: What the document gets of a store's history.
  ///   - omission: Why the history is left out; nil to say the usual.
  ///   - messages: The options of a verb that writes the document, to say when a history is left out.
  /// - Throws: ``CommandFailure``.
  static func document(
    _ input: InputArgument, _ choices: ImportChoices = ImportChoices(),
    history: HistoryTransfer = .erase, omission: HistoryOmission? = nil,
    _ messages: MessageOptions? = nil
  ) throws -> InputArgument {
    if let path = input.source.path, isStore(path) {
      return try document(
        ofStore: path, input, history, omission ?? history.omission, messages)
    }
    let (format, input) = try format(of: input, isCSV: choices.columns != nil)
    guard let format else { return input }
    if format.isStreamed {
      let file: SpooledImport
      do {
        file = try SpooledImport(
          input.source, format, choices.importOptions(of: input), limits: input.streamingLimits)
      } catch {
        throw CommandFailure(error, file: input.name)
      }
      try choices.tell(file.report, file.rejected, of: input.name)
      return input.reopened(file.document)
    }
    let file: ImportedFile
    do {
      file = try ImportedFile(of: input.source, format, choices.importOptions(of: input))
    } catch {
      throw failure(error, input)
    }
    try choices.tell(file.report, file.rejected, of: input.name)
    return input.reopened(.rows(of: file.tables, type(of: file.tables)))
  }

  /// Returns the failure of an import, with a line for each problem if there are several.
  private static func failure(_ error: DocumentError, _ input: InputArgument) -> CommandFailure {
    guard let problems = error.underlying as? SQLiteProblems, problems.lines.count > 1 else {
      return CommandFailure(error, file: input.name)
    }
    return CommandFailure(
      .badData, "the rows or tables are not those of the schema [\(error.code.rawValue)]",
      at: input.name,
      details: Message.details(problems.lines, of: problems.lines.count))
  }

  /// Returns the readable format of a file, and an input that still has its first bytes; nil if it is a
  /// document or of no format that is known.
  ///
  /// - Parameter isCSV: Whether a file that is no document is a CSV file with any names of columns.
  /// - Throws: ``CommandFailure``.
  static func format(
    of input: InputArgument, isCSV: Bool = false
  ) throws -> (format: TripFormat?, input: InputArgument) {
    do {
      return try opened(input, isCSV: isCSV)
    } catch {
      throw CommandFailure(error, file: input.name)
    }
  }

  /// Returns the same as ``format(of:)``.
  static func opened(
    _ input: InputArgument, isCSV: Bool = false
  ) throws(DocumentError) -> (format: TripFormat?, input: InputArgument) {
    let (bytes, source) = try DocumentFile.beginning(
      of: input.source, count: TripFormat.probedBytes, limits: input.streamingLimits,
      accepting: { isCSV || TripFormat.readable(beginning: $0) != nil })
    let isSame = if case .path = source { true } else { false }
    let format = TripFormat.readable(beginning: bytes, fileName: input.name, isCSV: isCSV)
    return (format, isSame ? input : input.reopened(source))
  }

  /// Returns the rows of an SQLite file.
  ///
  /// - Throws: `DocumentError`; with ``SQLiteProblems``, one for each row that is wrong.
  static func rows(ofSQLiteFile input: InputArgument) throws(DocumentError) -> ReadSource {
    let options = ImportChoices().importOptions(of: input)
    let file = try ImportedFile(of: input.source, .sqlite, options)
    return .rows(of: file.tables, type(of: file.tables))
  }

  private static func type(of tables: Tables) -> DocumentType {
    tables.schema.name == TripMigrationPlan.schemaName ? .trips : .generic
  }

  // MARK: Stores

  /// Whether a file is an SQLite file of another program, which is read as a store.
  static func isStore(_ path: String) -> Bool {
    guard StoreImport.isStore(atPath: path) else { return false }
    let head = try? RegularFile.head(ofFile: path, count: TripFormat.probedBytes)
    return head.flatMap(TripFormat.readable) == nil
  }

  private static func document(
    ofStore path: String, _ input: InputArgument, _ history: HistoryTransfer,
    _ omission: HistoryOmission?, _ messages: MessageOptions?
  ) throws -> InputArgument {
    let imported: StoreImport
    do {
      imported = try store(path, input, history: history)
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    for message in Self.messages(imported.report, at: input.name) { StandardError.say(message) }
    if let omission, imported.report.history?.transactions ?? 0 > 0 {
      messages?.say(omission.message(at: input.name))
    }
    return input.reopened(.rows(of: imported.tables, .generic))
  }

  /// Reads a store with the limits of an input.
  static func store(
    _ path: String, _ input: InputArgument, history: HistoryTransfer = .erase
  ) throws(DocumentError) -> StoreImport {
    var readsHistory = false
    if case .keep = history { readsHistory = true }
    return try StoreImport(
      ofOwnSchemaAt: path, readsHistory: readsHistory, limits: input.limits)
  }

  /// The messages about a store: its warnings, and one for all rows that need attention.
  private static func messages(_ report: StoreReport, at name: String) -> [Message] {
    var messages = report.warnings.map { Message(.warning, $0, at: name) }
    if !report.findings.isEmpty {
      messages.append(
        Message(
          .warning, "not everything in the store is in the document as it was:", at: name,
          details: Message.details(
            report.findings.lazy.map(\.description), of: report.findings.count)))
    }
    return messages
  }
}
