import DocumentData
import DocumentFile
import DocumentTables

/// A document after a change set, which its history records as one save.
struct ChangedDocument {
  let document: OpenedDocument
  /// The numbers of changed objects, for a message.
  let words: String

  /// Applies changes whose old values are the document's.
  ///
  /// - Parameter author: The author of the save.
  /// - Throws: ``CommandFailure`` if the result breaks a rule of the format.
  init(
    _ opened: OpenedDocument, _ changes: ChangeSet, by author: String? = nil
  ) throws(CommandFailure) {
    var result = opened.tables.applying(changes)
    result.history?.record(
      changes, before: opened.tables, fingerprint: result.schema.modelFingerprint(),
      stamp: HistorySource.current.stamp(author: author))
    do {
      try DocumentFile.requireValid(result)
    } catch {
      throw CommandFailure(error, file: opened.name)
    }
    document = changes.isEmpty ? opened : opened.replacing(result)
    words = Self.words(for: changes)
  }

  /// Returns the numbers of objects that changes concern.
  private static func words(for changes: ChangeSet) -> String {
    // An object with another entity is deleted and inserted under one key.
    let replaced = Set(changes.deleted.map(\.key)).intersection(changes.inserted.map(\.key)).count
    let counts = [
      (changes.updated.count + replaced, "changed"), (changes.inserted.count - replaced, "added"),
      (changes.deleted.count - replaced, "removed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return counts.isEmpty ? "no objects changed" : "objects: " + counts.joined(separator: ", ")
  }
}
