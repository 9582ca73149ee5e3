import ArgumentParser
import DocumentFile
import DocumentTables
import TripPages

/// `tripconv undo`: takes back a save of a document.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Undo the last save of a document, from its history.",
    discussion: """
      Takes back what the last save changed that is still in effect: called again, it takes back the \
      save before. The history of the document must keep values, as that of a document made by \
      tripconv new does; tripconv history keep --values begins to. Undoing is a save too, by the author \
      undo, so --save with its number takes it back.

      Values of more than 64 KiB, attachments, and what other programs keep with a deleted object are \
      not in a history.

      EXAMPLES
        tripconv undo journeys.trips
        tripconv history list journeys.trips
        tripconv undo journeys.trips --save 7
      """)

  @Argument(
    help: ArgumentHelp("The document to change, or - for standard input.", valueName: "document"))
  var input: InputArgument

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Undo the save with this number.", valueName: "number"))
  var save: Int64?

  @OptionGroup var change: ChangeOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws { try change.check(input) }

  func run() throws {
    let destination = try change.destination(of: input)
    let document = try OpenedDocument(limits.applied(to: input), version: .own, history: .keep)
    try document.requireWritable()
    guard let history = document.tables.history, history.policy.detail != .none else {
      throw CommandFailure(
        .notFound,
        "it records no history, so nothing can be undone; tripconv history keep --values records saves from now on",
        at: input.name)
    }
    let undone = try UndoneSave(save, history, document.tables, in: input.name)
    let changed = try ChangedDocument(document, undone.changes, by: UndoneSave.author)
    try destination.write(changed.document, of: input)
    messages.say(
      Message(
        .note,
        "undid save \(undone.transaction.number) of \(DateWords.short(undone.transaction.time)) UTC; "
          + changed.words,
        at: change.name(of: input)))
  }
}
