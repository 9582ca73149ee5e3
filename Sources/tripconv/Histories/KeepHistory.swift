import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv history keep`: sets what a document records of its saves.
struct KeepHistory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep",
    abstract: "Set what a document records of its saves.",
    discussion: """
      Programs that save the document record each save from now on: with old and new values, as \
      tripconv undo needs them, or names of objects and properties only. --none records nothing more \
      and keeps what was recorded; tripconv history prune removes it. At most 1,000 saves are kept.

      EXAMPLES
        tripconv history keep journeys.trips --values
        tripconv history keep journeys.trips --none
      """)

  @Argument(help: ArgumentHelp("The document to change.", valueName: "file"))
  var input: InputArgument

  @Flag(exclusivity: .exclusive)
  var detail: HistoryDetail

  @OptionGroup var change: ChangeOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws { try change.check(input) }

  func run() throws {
    let destination = try change.destination(of: input)
    let document = try OpenedDocument(
      limits.applied(to: input), version: .own, history: .keep)
    try document.requireWritable()
    var tables = document.tables
    let policy = detail.policy
    let isKept = tables.history?.policy.detail == policy.detail
    if tables.history == nil {
      tables.history = History(
        document: tables.documentID, lineage: .random(in: .min ... .max), policy: policy)
    } else {
      tables.history?.policy.detail = policy.detail
    }
    let isWritten = try destination.write(
      isKept ? document : document.replacing(tables), of: input)
    let words =
      switch detail {
      case .values: "saves are recorded with their values"
      case .names: "saves are recorded by the names of what they change"
      case .none: "saves are no longer recorded"
      }
    messages.say(Message(.note, words + (isWritten ? "" : " already"), at: change.name(of: input)))
  }
}
