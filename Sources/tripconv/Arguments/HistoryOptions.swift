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
  func noteOmission(_ isLeftOut: Bool, of name: String, _ messages: MessageOptions) {
    guard isLeftOut, !withoutHistory else { return }
    messages.say(Self.omission(at: name))
  }

  static func omission(at name: String) -> Message {
    Message(.note, "its history was left out; --with-history keeps it", at: name)
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

  func applied(to tables: Tables) -> Tables {
    switch self {
    case .keep: tables
    case .omit: tables.withoutHistory
    case .erase: tables.withoutHistory.withoutCarriedRemains()
    }
  }
}
