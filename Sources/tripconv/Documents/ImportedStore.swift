import DocumentFile
import DocumentTables
import SwiftDataStores

/// SwiftData stores as documents, for the verbs that read documents.
enum ImportedStore {
  /// Returns the document of a store; any other input as it is.
  ///
  /// The store is recognised by its content. Warnings about the store go to standard error.
  ///
  /// - Parameters:
  ///   - history: What the document gets of the store's history.
  ///   - messages: The options of a verb that says when it leaves out a history.
  /// - Throws: ``CommandFailure``.
  static func document(
    _ input: InputArgument, history: HistoryTransfer = .erase, _ messages: MessageOptions? = nil
  ) throws -> InputArgument {
    guard let path = input.source.path, StoreImport.isStore(atPath: path) else { return input }
    do {
      let imported = try read(path, input, history: history)
      for message in Self.messages(imported.report, at: input.name) { StandardError.say(message) }
      if case .omit = history, imported.report.history?.transactions ?? 0 > 0 {
        messages?.say(HistoryOptions.omission(at: input.name))
      }
      // Verbs read the encoded document, so that all rules of the format are checked once more.
      let bytes = try DocumentFile.bytes(
        of: imported.tables, form: .document,
        options: DocumentWriteOptions(
          encoding: .json, compression: CompressionLevel.autosave.method,
          type: .generic))
      return input.reopened(.bytes(bytes))
    } catch {
      throw CommandFailure(error, file: input.name)
    }
  }

  /// Reads a store with the limits of an input.
  static func read(
    _ path: String, _ input: InputArgument, history: HistoryTransfer = .erase
  ) throws(DocumentError) -> StoreImport {
    var readsHistory = false
    if case .keep = history { readsHistory = true }
    return try StoreImport(
      ofOwnSchemaAt: path, readsHistory: readsHistory, limits: input.limits)
  }

  /// The messages about a store: its warnings, and one for all rows that need attention.
  static func messages(_ report: StoreReport, at name: String) -> [Message] {
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
