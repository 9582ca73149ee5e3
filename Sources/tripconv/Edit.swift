import ArgumentParser
import DocumentFile
import DocumentTables

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `tripconv edit`: changes objects of a document in an editor.
struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Edit a trip of a document as text, in an editor.",
    discussion: """
      Opens the trip with what it owns in the program that VISUAL or EDITOR names, or else in vi, as \
      a flat JSON text with a line for each property. What was changed, added and deleted in the text \
      is changed in the document. An object that is added stands behind the others of its kind, with a \
      greater $id; it gets a free one. Without a name, edits the trip of a document with one trip; \
      --all edits all objects.

      If the text is wrong, its errors are printed, and the editor opens again. A text that could not \
      be taken is never deleted: its file is named, and --from takes it when it is mended.

      The document is migrated to the current version, unless --keep-version is given.

      EXAMPLES
        tripconv edit journeys.trips beagle
        EDITOR="code --wait" tripconv edit journeys.trips
        tripconv show journeys.trips beagle --json > beagle.json
        tripconv edit journeys.trips beagle --from beagle.json
      """)

  @Argument(help: ArgumentHelp("The document to change.", valueName: "document"))
  var input: InputArgument

  @Argument(
    help: ArgumentHelp(
      "The name, a part of it, or the number, as in '#45'; not needed for a document with one trip.",
      valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Edit an object of this entity.", valueName: "entity"))
  var entity: String?

  @Flag(help: "Edit all objects.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Take this edited text, or - for standard input, and open no editor.", valueName: "file"),
    completion: .file())
  var from: String?

  @Flag(help: "Do not migrate; keep the document's schema version, even a newer one.")
  var keepVersion = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    try change.check(input)
    if all, name != nil || entity != nil {
      throw ValidationError("--all edits all objects: leave the name and --entity out")
    }
    if from?.isEmpty == true { throw ValidationError("--from needs the name of a file, or -") }
    if input.source.path == nil {
      throw ValidationError("edit needs a file: standard input cannot be replaced")
    }
  }

  func run() throws {
    let destination = try change.destination(of: input)
    let document = try open()
    try document.requireWritable()
    let text = try text(of: document)
    if let from {
      let source = InputArgument(
        ReadSource(argument: from), name: from == "-" ? "standard input" : from)
      return try take(text, source, document, destination)
    }
    let (bytes, line) = try failing(at: input.name) { try text.text() }
    let working = try failing(at: nil) {
      try WorkingText(bytes, named: workingName, in: PassOptions().temporaryFolder)
    }
    let editor = TextEditor()
    var isDone = false
    // The text is kept unless it was taken, or is what it was.
    defer { if isDone { working.remove() } }
    while true {
      var failure: CommandFailure?
      do throws(CommandFailure) {
        try editor.edit(working.path, line: line)
      } catch {
        failure = error
      }
      let now = try failing(at: working.path) { try DocumentFile.bytes(fileAt: working.path) }
      isDone = now == nil || now == bytes
      if let failure { throw isDone ? failure : kept(failure, working) }
      if isDone {
        messages.say(Message(.note, "nothing was changed", at: input.name))
        return
      }
      do {
        // Another program may have changed the document while the text was edited.
        let current = try open()
        try take(
          text, InputArgument(.path(working.path), name: working.path), current, destination)
        isDone = true
        return
      } catch let failure as CommandFailure {
        guard failure.status == .badData, Self.asksAgain else { throw kept(failure, working) }
        for message in failure.messages { StandardError.say(message) }
        StandardError.write("Press Enter to edit the text again, or q and Enter to stop: ")
        guard let answer = readLine(), !answer.hasPrefix("q") else {
          throw kept(CommandFailure(.badData), working)
        }
      }
    }
  }

  /// Whether a person is there to ask.
  private static var asksAgain: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  private func open() throws -> OpenedDocument {
    try OpenedDocument(
      limits.applied(to: input), version: keepVersion ? .own : .current, history: .keep,
      mayKeepVersion: true)
  }

  /// The name of the text: that of the document, with the suffix of its format.
  private var workingName: String {
    var name = input.outputName ?? "document"
    if let suffix = [".trips.json", ".trips.xml", ".trips"].first(where: name.hasSuffix) {
      name.removeLast(suffix.count)
    }
    return (name.isEmpty ? "document" : name) + ".trips.json"
  }

  private func text(of document: OpenedDocument) throws -> EditedText {
    let tables = document.tables
    guard !all else { return EditedText(tables, type: document.type, limits: document.limits) }
    let entities = try RequestedEntity.names(
      entity, ofObject: name, in: tables.schema, of: input, "tripconv edit")
    let reader = document.partialReader
    let object = try ObjectSearch(reader, entities: entities, of: input).object(named: name).object
    let subset = try failing(at: input.name) {
      try reader.subset(ofKey: object.key, entity: object.entity)
    }
    return EditedText(subset.closed().tables, type: document.type, limits: document.limits)
  }

  /// Changes the document by an edited text.
  private func take(
    _ text: EditedText, _ source: InputArgument, _ document: OpenedDocument,
    _ destination: DocumentDestination
  ) throws {
    let changes = try text.changes(source.source, named: source.name, of: document)
    let changed = try ChangedDocument(document, changes)
    for note in MigrationNotes.messages(document) { messages.say(note) }
    let isWritten = try destination.write(changed.document, of: input)
    messages.say(
      Message(
        .note, changed.words + (isWritten ? "" : ", left unchanged"), at: change.name(of: input)))
  }

  // MARK: Failures

  private func failing<Result>(
    at file: String?, _ body: () throws -> Result
  ) throws(CommandFailure) -> Result {
    do {
      return try body()
    } catch {
      throw CommandFailure(error, file: file)
    }
  }

  /// Adds to a failure where the text is.
  private func kept(_ failure: CommandFailure, _ working: WorkingText) -> CommandFailure {
    let again =
      [
        "tripconv edit", input.name, name.map { "'\($0)'" }, entity.map { "--entity \($0)" },
        all ? "--all" : nil, keepVersion ? "--keep-version" : nil, "--from", working.path,
      ]
      .compactMap { $0 }.joined(separator: " ")
    return CommandFailure(
      failure.status,
      failure.messages + [
        Message(.note, "your text is kept; when it is mended, run \(again)", at: working.path)
      ])
  }
}
