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

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("List only saves after this number.", valueName: "number"))
  var since: Int64?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var pager: PagerOption

  func validate() throws {
    if let since, since < 0 { throw ValidationError("--since takes the number of a save, or 0") }
  }

  func run() throws {
    pager.begin()
    let document = try DocumentWithHistory(
      ForeignInput.document(limits.applied(to: input), history: .keep))
    let removed = document.history.removedThrough
    if let since, since < removed {
      let words =
        since + 1 == removed
        ? "save \(removed) was removed" : "saves \(since + 1) to \(removed) were removed"
      StandardError.say(Message(.note, words, at: input.name))
    }
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
