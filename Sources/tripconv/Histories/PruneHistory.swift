import ArgumentParser
import DocumentFile
import DocumentTables
import Foundation

/// `tripconv history prune`: removes recorded saves from a document's own file.
struct PruneHistory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove recorded saves from a document, in its place.",
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

  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    guard input.source.path != nil else {
      throw ValidationError("prune needs a file: standard input cannot be replaced")
    }
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
    try DocumentDestination.inPlace(keepsBackup: false).checkPlace(of: input)
    let input = limits.applied(to: input)
    let document = try DocumentWithHistory(input)
    guard let path = input.source.path else { return }
    var tables = document.content.tables
    let before = document.history.transactionCount
    var history = document.history
    let policy = history.policy
    history.policy.transactions = keep
    history.policy.days = days
    history.policy.bytes = nil
    history.prune(now: Date().timeIntervalSinceReferenceDate)
    history.policy = policy
    tables.history = history
    let removed = before - history.transactionCount
    if removed > 0 {
      do {
        let saved = try DocumentFile.save(tables, inPlaceOf: document.content, at: path)
        StandardError.say(saved.unkept, of: path)
        if let problem = saved.durabilityProblem { throw problem }
      } catch {
        throw CommandFailure(error, file: path)
      }
    }
    messages.say(
      Message(
        .note,
        removed == 0
          ? "nothing to remove"
          : "\(removed) \(removed == 1 ? "save" : "saves") removed, \(history.transactionCount) kept",
        at: input.name))
  }
}
