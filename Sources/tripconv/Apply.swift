import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv apply`: applies a patch to the document that it was made for.
struct Apply: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Apply a patch that tripconv diff --patch has written to a document.",
    discussion: """
      Every old value that the patch states must be the document's. If an object is missing, has \
      another value or exists already, each such place is listed, nothing is written, and the exit \
      code is 65. --reverse undoes the changes of the patch instead.

      A document of another schema version than the patch is migrated to that version, as by \
      tripconv migrate. A document that is replaced keeps its history, in which the patch is one \
      save; with -o only --with-history keeps it.

      EXAMPLES
        tripconv apply base.trips new.trips-patch.json -o new.trips
        tripconv apply --in-place --backup base.trips new.trips-patch.json
        tripconv apply new.trips new.trips-patch.json --reverse -o base.trips
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "file"))
  var input: InputArgument

  @Argument(help: ArgumentHelp("The patch to read, or - for standard input.", valueName: "patch"))
  var patch: InputArgument

  @OptionGroup var place: PlaceOptions

  @Flag(help: "Undo the changes of the patch.")
  var reverse = false

  @OptionGroup var history: HistoryOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if input.source.path == nil, patch.source.path == nil {
      throw ValidationError("standard input can be read only once")
    }
    try place.check(input)
    if let output = place.output {
      try patch.refuse(asOutput: WriteTarget(argument: output), advice: "write to another name")
    }
  }

  func run() throws {
    let destination = try DocumentDestination(
      place.output, isFolder: false, keepsBackups: place.backup)
    try destination.checkPlace(of: input)
    try destination.requireCreatable()
    let input = limits.applied(to: input)
    let applied = try PatchedDocument(
      input, limits.applied(to: patch), isReversed: reverse,
      history: history.policy(inPlace: place.inPlace), messages)
    try applied.document.requireWritable()
    let isWritten = try destination.write(applied.document, of: input)
    history.noteOmission(applied.document.dropsHistory, of: input.name, messages)
    messages.say(
      Message(
        .note, applied.words + (isWritten ? "" : ", left unchanged"), at: input.name))
  }
}
