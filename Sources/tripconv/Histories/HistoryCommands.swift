import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv history`: lists, shows, joins and prunes the saves that a document records.
struct HistoryCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List, show, join, keep and prune the recorded saves of a document.",
    discussion: """
      A document whose policy says so records each save: when, by whom, and which objects changed. \
      inspect shows the policy.
      """,
    subcommands: [
      ListHistory.self, ShowHistory.self, ShowNetChanges.self, KeepHistory.self, PruneHistory.self,
    ])

  func run() throws {
    throw UsageError.failure("tripconv history", "name a command: list, show, net, keep or prune")
  }
}

/// A document with a history.
struct DocumentWithHistory {
  let content: LoadedDocument
  let history: History
  let input: InputArgument

  /// - Throws: ``CommandFailure`` if the document cannot be read, or has no saves and records none.
  init(_ input: InputArgument) throws {
    self.input = input
    do {
      content = try DocumentFile.read(input.source, limits: input.limits)
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    guard let history = content.tables.history,
      history.policy.detail != .none || history.transactionCount > 0
    else {
      throw Self.missing(in: input)
    }
    self.history = history
  }

  static func missing(in input: InputArgument) -> CommandFailure {
    CommandFailure(.notFound, "the document records no history", at: input.name)
  }
}
