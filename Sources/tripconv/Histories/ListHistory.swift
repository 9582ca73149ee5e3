import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv history list`: prints one line for each transaction.
struct ListHistory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the recorded saves, oldest first.",
    discussion: """
      Prints number, time (UTC), author and program of each save, and how many objects it changed.

      EXAMPLES
        tripconv history list book.trips
        tripconv history list book.trips --author widget --since 120 --json
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "file"))
  var input: InputArgument

  @Option(help: ArgumentHelp("List only saves of this author.", valueName: "name"))
  var author: String?

  @Option(help: ArgumentHelp("List only saves after this number.", valueName: "number"))
  var since: Int64?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var limits: LimitOptions

  func run() throws {
    let document = try DocumentWithHistory(limits.applied(to: input))
    let transactions = document.history.transactions.filter { transaction in
      transaction.number > since ?? 0 && (author == nil || transaction.author == author)
    }
    do {
      if json {
        try StandardOutput.write(JSONText.of(HistoryText.tree(of: document.history, transactions)))
      } else {
        for line in HistoryText.lines(of: transactions) { try StandardOutput.write(line + "\n") }
      }
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }
}
