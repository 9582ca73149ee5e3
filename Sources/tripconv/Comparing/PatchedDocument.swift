import DocumentData
import DocumentFile
import DocumentTables

/// A document to which a patch has been applied.
struct PatchedDocument {
  let document: OpenedDocument
  /// The numbers of changed objects, for a message.
  let words: String

  /// Reads a document and a patch, and applies the patch if all its old values are the document's.
  ///
  /// - Parameter history: What the result has of the document's history.
  /// - Throws: ``CommandFailure`` that lists the places in which the document differs from the base
  ///   of the patch.
  init(
    _ input: InputArgument, _ patchInput: InputArgument, isReversed: Bool,
    history: HistoryTransfer, _ messages: MessageOptions
  ) throws {
    let patch: PatchFile
    do {
      patch = try PatchFile(patchInput.source, limits: patchInput.limits)
    } catch {
      throw CommandFailure(error, file: patchInput.name)
    }
    guard !input.source.isEmptyFile else {
      throw CommandFailure(
        .badData, "it is empty, and has no schema: a patch of an empty file can only be undone",
        at: input.name)
    }
    let opened = try Self.open(input, for: patch, history, messages)
    var changes: ChangeSet
    do {
      changes = try patch.changes(of: opened.tables.schema)
    } catch {
      throw CommandFailure(error, file: patchInput.name)
    }
    guard opened.tables.documentID == patch.documentID else {
      throw Self.failure(
        input,
        "it is the document \(UUIDText.text(opened.tables.documentID)), and the patch is for "
          + UUIDText.text(patch.documentID))
    }
    if isReversed { changes = changes.inverted }
    let conflicts = changes.conflicts(with: opened.tables)
    guard conflicts.isEmpty else {
      let words = ConflictWords(opened.tables)
      throw Self.failure(
        input, "it is not the base of \(patchInput.name)",
        details: Message.details(conflicts.lazy.map(words.words), of: conflicts.count))
    }
    let changed = try ChangedDocument(opened, changes)
    document = changed.document
    words = changed.words
  }

  private static func failure(
    _ input: InputArgument, _ words: String, details: [String] = []
  ) -> CommandFailure {
    let error = DocumentError(.patchBase, words)
    return CommandFailure(.badData, error.words, at: input.name, details: details)
  }

  /// Opens the document at the version of the patch.
  private static func open(
    _ input: InputArgument, for patch: PatchFile, _ history: HistoryTransfer,
    _ messages: MessageOptions
  ) throws -> OpenedDocument {
    let header: Header
    let source: ReadSource
    do {
      let pass = try DocumentPass(input.source, options: PassOptions(limits: input.limits))
      header = pass.header
      source = pass.opened
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    let isSame =
      header.schema.modelFingerprint() == patch.modelFingerprint
      && header.schema.version == patch.schemaVersion
    var version = WantedVersion.own
    if !isSame, !TripMigration.isForeign(header), let wanted = patch.schemaVersion,
      TripMigration.releasedVersions.contains(wanted)
    {
      version = .released(wanted)
    }
    let document = try OpenedDocument(
      input.reopened(source), version: version, history: history)
    for note in MigrationNotes.messages(document) { messages.say(note) }
    return document
  }
}
