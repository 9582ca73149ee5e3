import ArgumentParser
import DocumentFile
import DocumentTables
import Foundation

/// `tripconv history prune`: removes recorded saves from a document's own file.
struct PruneHistory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove recorded saves from a document.",
    discussion: """
      Removes the oldest saves and everything that they keep: the names and values of deleted \
      objects. The content of the document stays as it is. Programs that ask for changes since a \
      removed save are told that their token has expired.

      EXAMPLES
        tripconv history prune book.trips --keep 100
        tripconv history prune book.trips --days 30
        tripconv history prune book.trips --keep 0
      """)

  @Argument(help: ArgumentHelp("The document to change.", valueName: "file"))
  var input: InputArgument

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Keep at most this many saves.", valueName: "count")
  )
  var keep: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Keep the saves of the last days.", valueName: "count"))
  var days: Int?

  @OptionGroup var change: ChangeOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    try change.check(input)
    guard keep != nil || days != nil else {
      throw ValidationError("say what to keep: --keep COUNT, --days COUNT or both")
    }
    for (name, value) in [("--keep", keep), ("--days", days)] {
      if let value, !(0...1_000_000_000).contains(value) {
        throw ValidationError("\(name) takes 0 to 1,000,000,000")
      }
    }
  }

  func run() throws {
    let destination = try change.destination(of: input)
    let document = try OpenedDocument(
      limits.applied(to: input), version: .own, history: .keep)
    try document.requireWritable()
    var tables = document.tables
    guard var history = tables.history else { throw DocumentWithHistory.missing(in: input) }
    let before = history.transactionCount
    let policy = history.policy
    history.policy.transactions = keep
    history.policy.days = days
    history.policy.bytes = nil
    history.prune(now: Date().timeIntervalSinceReferenceDate)
    history.policy = policy
    let removed = before - history.transactionCount
    tables.history = history
    try destination.write(removed > 0 ? document.replacing(tables) : document, of: input)
    messages.say(
      Message(
        .note,
        removed == 0
          ? "nothing to remove"
          : "\(removed) \(removed == 1 ? "save" : "saves") removed, \(history.transactionCount) kept",
        at: change.name(of: input)))
  }
}
