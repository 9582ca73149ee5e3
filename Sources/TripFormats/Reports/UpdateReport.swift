/// What importing a file into a document again has changed.
public struct UpdateReport: Sendable {
  /// What became of one component or object.
  public enum Change: String, Sendable, CaseIterable {
    /// A new object.
    case added
    /// Fields of an object have the values of the file.
    case updated
    /// The file says the same as before, and more of it was read than at the last import.
    case reread
    /// The file cancels the event.
    case cancelled
    /// What the file states as new is an object that was read from another file: what was empty got a value.
    case joined
    /// A message changes or cancels an event and is not by its organizer; the document is kept, unless cancelled objects
    /// are removed.
    case stranger
    /// The file cancels an event that the document does not have.
    case unknownCancellation
    /// The file has an older version of the event than the document; the document is kept.
    case older
    /// The event is no longer in the file.
    case missing
    /// The object was deleted in the document; the event was not imported again.
    case deleted
    /// The event was exported from the document and never imported, so that it is not known which side
    /// changed it; the document is kept.
    case undecided
  }

  /// One changed object.
  public struct Entry: Hashable, Sendable {
    /// What became of the object.
    public let change: Change
    /// The name of the event.
    public let title: String
    /// What identifies the component in the file.
    public let identity: String
    /// The attributes of a joined object that the file states otherwise; the document is kept.
    public let differing: [String]
  }

  /// The changes, in the order of the file.
  public private(set) var entries: [Entry] = []
  /// How many changes of each kind there are.
  public private(set) var counts: [Change: Int] = [:]
  /// How the file was read.
  public internal(set) var importReport: ImportReport

  init(_ importReport: ImportReport) { self.importReport = importReport }

  /// Adds the report about a file that lies in the one that is imported.
  mutating func add(_ other: UpdateReport, ofPart part: String, hasLines: Bool) {
    entries += other.entries.prefix(ImportReport.mostFindings - entries.count)
    counts.merge(other.counts, uniquingKeysWith: +)
    importReport.add(other.importReport, ofPart: part, hasLines: hasLines)
  }

  /// The report about a file that became a document: it names what is cancelled, and what was joined, of the kept ``entries``.
  var importReportOfNew: ImportReport {
    var report = importReport
    for entry in entries {
      if entry.change == .cancelled { report.noteCancelled(entry.title) }
      if entry.change == .joined {
        report.note(
          .init(
            .joinedPart, subject: entry.title,
            entry.differing.isEmpty
              ? "" : "the first one counts for " + entry.differing.joined(separator: ", ")))
      }
    }
    return report
  }

  mutating func note(
    _ change: Change, _ title: String, _ identity: String, differing: [String] = []
  ) {
    counts[change, default: 0] += 1
    if entries.count < ImportReport.mostFindings {
      entries.append(
        Entry(change: change, title: title, identity: identity, differing: differing))
    }
  }
}
