import DocumentFile
import DocumentTables

/// Documents that are compared or merged, all of one schema version.
enum CommonVersion {
  /// Opens documents and migrates each to the newest version among them.
  ///
  /// - Parameters:
  ///   - leading: The index of the document whose schema the others get if they have the same layout.
  ///   - purpose: What is done with the documents, for error messages.
  ///   - history: What the documents keep of their histories.
  /// - Returns: A document for each input; nil for an empty file, which is no document.
  /// - Throws: ``CommandFailure`` if the documents have unrelated schemas.
  static func open(
    _ inputs: [InputArgument], leading: Int = 0, purpose: String = "compared",
    history: HistoryTransfer = .omit,
    _ messages: MessageOptions
  ) throws -> [OpenedDocument?] {
    var begun: [(input: InputArgument, header: Header)?] = []
    for input in inputs {
      do {
        let source = try input.source.opened(limits: input.limits)
        guard !source.isEmptyFile else {
          begun.append(nil)
          continue
        }
        let pass = try DocumentPass(source, options: PassOptions(limits: input.limits))
        begun.append((input.reopened(pass.opened), pass.header))
      } catch {
        throw CommandFailure(error, file: input.name)
      }
    }
    let version = try version(of: begun.compactMap { $0 }, purpose)
    var documents: [OpenedDocument?] = try begun.map { begun in
      guard let begun else { return nil }
      let display = messages.display(begun.input, isPrinted: true)
      defer { display.clear() }
      let document = try display.observingMigration {
        try OpenedDocument(begun.input, version: version, history: history)
      }
      for note in MigrationNotes.messages(document) { messages.say(note) }
      return document
    }
    let schema = (documents[leading] ?? documents.lazy.compactMap { $0 }.first)?.tables.schema
    for (index, document) in documents.enumerated() {
      guard let document, let schema else { continue }
      // The file may have been replaced since its header was read.
      guard let adopted = document.adopting(schema) else {
        throw CommandFailure(DocumentError(.fileChanged), file: document.name)
      }
      documents[index] = adopted
    }
    return documents
  }

  private static func version(
    of documents: [(input: InputArgument, header: Header)], _ purpose: String
  ) throws(CommandFailure) -> WantedVersion {
    guard let first = documents.first else { return .own }
    // The name has no effect: documents of one app may have the names of their files.
    let layout = first.header.schema.layoutFingerprint()
    let other = documents.first {
      $0.header.schema.version != first.header.schema.version
        || $0.header.schema.layoutFingerprint() != layout
    }
    guard let other else { return .own }
    var versions: [SchemaVersion] = []
    for (input, header) in documents {
      if let version = (try? TripMigration.versions(from: header.schema))?.first {
        versions.append(version)
      } else if let words = TripMigration.words(forNewer: header.schema) {
        throw CommandFailure(.badData, words, at: input.name)
      } else {
        throw CommandFailure(
          .badData,
          "its schema \(other.header.schema.title) has no migration to or from "
            + "\(first.header.schema.title) of \(first.input.name), so they cannot be \(purpose)",
          at: other.input.name)
      }
    }
    return versions.max().map { .released($0) } ?? .own
  }
}
