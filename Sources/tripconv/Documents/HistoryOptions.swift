import ArgumentParser
import DocumentFile
import DocumentMigration
import DocumentTables

/// Options for the history of a written document.
struct HistoryOptions: ParsableArguments {
  @Flag(help: "Write the document's history, which names objects that were deleted.")
  var withHistory = false

  @Flag(
    help: "Write no history, and no carried data of objects that were deleted.")
  var withoutHistory = false

  func validate() throws {
    if withHistory, withoutHistory {
      throw ValidationError("--with-history and --without-history cannot be combined")
    }
  }

  /// - Parameter inPlace: Whether the document keeps its file, so that it keeps its history, too.
  func policy(inPlace: Bool) -> HistoryTransfer {
    if withoutHistory { return .erase }
    return withHistory || inPlace ? .keep : .omit
  }

  /// Says that the history of a document was left out, unless that was asked for.
  func noteOmission(
    _ isLeftOut: Bool, of name: String, because reason: HistoryOmission = .notAsked,
    _ messages: MessageOptions
  ) {
    if let message = omission(isLeftOut, of: name, reason) { messages.say(message) }
  }

  /// Returns the message that the history of a document was left out; nil if that was asked for.
  func omission(
    _ isLeftOut: Bool, of name: String, _ reason: HistoryOmission = .notAsked
  ) -> Message? {
    isLeftOut && !withoutHistory ? reason.message(at: name) : nil
  }

  /// Says which histories of merged documents are not in the result, which has that of ours at most.
  ///
  /// - Parameter documents: The documents, ours first.
  func noteOmissions(of documents: [OpenedDocument], _ messages: MessageOptions) {
    for (index, document) in documents.enumerated() {
      if index > 0 {
        noteOmission(document.hasReadHistory, of: document.name, because: .theirs, messages)
      } else {
        noteOmission(document.dropsHistory, of: document.name, messages)
      }
    }
  }
}

/// Why a written document does not have the history of a document that was read.
enum HistoryOmission {
  /// Nothing asked for the history.
  case notAsked
  /// The output never has a history.
  case neverKept
  /// Some of the trips are selected, and a history tells of all.
  case selection
  /// The document is merged into another one, whose history counts.
  case theirs
  /// A file of another program has no history.
  case format(String)
  /// Data that the version cannot store is dropped, and a history has such data.
  case dropsLosses

  func message(at name: String) -> Message {
    Message(.note, "its history was left out" + advice, at: name)
  }

  private var advice: String {
    switch self {
    case .notAsked: "; --with-history keeps it"
    case .neverKept: ""
    case .selection: ": a selection of trips has none"
    case .theirs: ": a merged document has at most the history of ours"
    case .format(let title): ": \(title) files have none"
    case .dropsLosses: ", because --drop-lost leaves nothing of what was dropped"
    }
  }
}

/// What a written document gets of the history of the document that was read.
enum HistoryTransfer {
  case keep
  case omit
  /// No history, and no carried data of objects that are gone.
  case erase

  /// Whether a document needs all rows in memory, so that its history is compared with them.
  func needsAllRows(_ header: Header) -> Bool {
    switch self {
    case .keep: header.history != nil
    case .omit: false
    case .erase: true
    }
  }

  /// Why a history is left out; nil if it is kept, or if it was asked to be left out.
  var omission: HistoryOmission? {
    if case .omit = self { .notAsked } else { nil }
  }

  func applied(to tables: Tables) -> Tables {
    switch self {
    case .keep: tables
    case .omit: tables.withoutHistory
    case .erase:
      tables.withoutHistory.withoutCarriedRemains(
        schemas: TripMigration.releasedSchemas)
    }
  }
}
