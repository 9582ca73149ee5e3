import TripFormats

/// What importing a file again has changed, in words.
enum ImportWords {
  /// Returns a note of the numbers, and a warning for each kind of change that a person should see.
  ///
  /// - Parameter isWritten: Whether the document was written in its place: if no object changed, what it keeps of the file did.
  static func messages(
    _ report: UpdateReport, at name: String, isWritten: Bool
  ) -> [Message] {
    let counts = UpdateReport.Change.allCases.compactMap { change -> String? in
      guard let count = report.counts[change], count > 0 else { return nil }
      return "\(count) \(word(change))"
    }
    let none =
      isWritten
      ? "no object has changed; the document keeps the file as it is now" : "nothing has changed"
    var messages = [
      Message(.note, counts.isEmpty ? none : counts.joined(separator: ", "), at: name)
    ]
    for (change, words) in warnings {
      let titles = report.entries.filter { $0.change == change }.map { entry in
        entry.title
          + (entry.differing.isEmpty
            ? "" : "; the document keeps its own " + entry.differing.joined(separator: ", "))
      }
      guard !titles.isEmpty else { continue }
      messages.append(
        Message(
          .warning, words, at: name,
          details: Message.details(titles, of: report.counts[change] ?? 0)))
    }
    return messages
  }

  private static func word(_ change: UpdateReport.Change) -> String {
    switch change {
    case .added: "added"
    case .updated: "updated"
    case .reread: "read better than before"
    case .cancelled: "cancelled"
    case .joined: "joined with what the document has"
    case .stranger: "not by the organizer"
    case .unknownCancellation: "cancelled and never imported"
    case .older: "older than in the document"
    case .missing: "no longer in the file"
    case .deleted: "deleted before"
    case .undecided: "undecided"
    }
  }

  private static let warnings: [(UpdateReport.Change, String)] = [
    (.joined, "taken for one with what the document has:"),
    (.cancelled, "the file cancels:"),
    (
      .stranger,
      "messages that are not by the organizer change nothing; --remove-cancelled deletes what they cancel:"
    ),
    (.unknownCancellation, "the file cancels what the document does not have:"),
    (
      .older,
      "older than the version in the document, which is kept; --policy theirs takes the file:"
    ),
    (.missing, "no longer in the file:"),
    (.deleted, "deleted in the document and not imported again; --policy theirs imports them:"),
    (
      .undecided,
      "differ from the document, which never imported them, so that it is not known who changed them; "
        + "the document is kept, --policy theirs takes the file:"
    ),
  ]
}
