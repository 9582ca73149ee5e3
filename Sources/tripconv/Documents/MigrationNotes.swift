import DocumentData
import DocumentFile

/// Messages about a migration, which the verbs print on standard error.
enum MigrationNotes {
  /// - Parameter isReplaced: Whether the document replaces its file, which `plan` then cannot read
  ///   any more.
  static func messages(_ document: OpenedDocument, isReplaced: Bool = false) -> [Message] {
    let report = document.report
    guard let first = report.stages.first, let last = report.stages.last else {
      return document.dropsCarried
        ? [
          Message(
            .warning, "data that older versions could not store is dropped", at: document.name)
        ]
        : []
    }
    var messages = [
      migrated(
        document.name, from: first.fromVersion.description, to: last.toVersion.description,
        changes(report, of: document, isReplaced: isReplaced))
    ]
    if !report.losses.isEmpty {
      let what =
        document.dropsCarried
        ? "are dropped" : "are carried in the document for newer versions (--drop-lost drops them)"
      messages.append(
        Message(
          .warning,
          "\(things(report.losses.count)) that version \(last.toVersion) cannot store \(what):",
          at: document.name, details: details(report.losses)))
    }
    if !report.restored.isEmpty {
      messages.append(
        Message(
          .note,
          "\(things(report.restored.count)) that an older version could not store are restored",
          at: document.name))
    }
    if !report.overwritten.isEmpty {
      messages.append(
        Message(
          .warning,
          "restoring changed what the older version shows: \(report.overwrittenSummary) "
            + "(--no-restore restores nothing):",
          at: document.name, details: details(report.overwritten)))
    }
    if !report.notRestored.isEmpty {
      messages.append(
        Message(
          .warning,
          "\(things(report.notRestored.count)) that an older version could not store "
            + (document.declinesRestoring ? "are dropped (--no-restore):" : "cannot be restored:"),
          at: document.name, details: details(report.notRestored)))
    }
    if !report.lostForeignData.isEmpty {
      messages.append(
        Message(
          .warning, "data of other programs was removed with merged objects:", at: document.name,
          details: details(report.lostForeignData)))
    }
    return messages
  }

  /// - Parameter changes: What the migration changed in objects; nil for a message of its own.
  static func migrated(
    _ name: String, from: String, to: String, _ changes: String?
  ) -> Message {
    Message(.note, "migrated from \(from) to \(to)" + (changes.map { ": " + $0 } ?? ""), at: name)
  }

  /// The words for a migration that changes no object.
  static let noChanges = "no objects changed"

  private static func changes(
    _ report: MigrationReport, of document: OpenedDocument, isReplaced: Bool
  ) -> String? {
    guard report.overwritten.isEmpty else { return nil }
    let counts = report.changeCounts
    let words = [
      (counts.merged, "duplicate", "merged"), (counts.added, "object", "added"),
      (counts.changed, "object", "changed"), (counts.removed, "object", "removed"),
    ].compactMap { count, noun, verb in
      count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s") \(verb)"
    }
    guard !words.isEmpty else { return noChanges }
    let advice =
      isReplaced || document.isStandardInput
      ? "" : "; for a list run tripconv plan \(document.name)"
    return words.joined(separator: ", ") + advice
  }

  static func details(_ entries: MigrationReport.Entries) -> [String] {
    Message.details(entries.lazy.map(\.description), of: entries.count)
  }

  static func things(_ count: Int) -> String { count == 1 ? "1 thing" : "\(count) things" }
}
