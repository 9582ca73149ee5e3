import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv history show`: prints the changes of one transaction.
struct ShowHistory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show which objects a recorded save changed.",
    discussion: """
      Prints inserted, changed and deleted objects, in the words of the schema in which they were \
      saved, and the values that the document's policy keeps.

      EXAMPLES
        tripconv history show book.trips 128
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "file"))
  var input: InputArgument

  @Argument(help: ArgumentHelp("The number of the save, as history list prints it."))
  var number: Int64

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var pager: PagerOption

  func run() throws {
    pager.begin()
    let document = try DocumentWithHistory(
      ForeignInput.document(limits.applied(to: input), history: .keep))
    guard let transaction = document.history.transactions.first(where: { $0.number == number })
    else {
      let last = document.history.last?.number ?? 0
      throw CommandFailure(
        .notFound,
        number >= 1 && number <= last
          ? "save \(number) was removed from the history"
          : "there is no save \(number); the last one is \(last)", at: input.name)
    }
    do {
      try StandardOutput.write(
        json
          ? JSONText.of(HistoryText.tree(of: document.history, [transaction]))
          : HistoryText.text(of: transaction, document.history))
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }
}
