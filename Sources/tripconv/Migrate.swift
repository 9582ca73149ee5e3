import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv migrate`: migrates documents to a version, each in its own form.
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Migrate documents to the current schema version or another, keeping their format.",
    discussion: """
      --in-place replaces each file, if the migration changes it, only after the new document is \
      complete; --backup keeps the old one beside it, with ~ appended to its name. With -o a single \
      document goes to a file, several documents to a folder. An older version cannot store \
      everything: what it cannot store is listed, and carried in the document for newer versions.

      A folder stands for the .trips, .trips.json and .trips.xml in it and in its subfolders, \
      which -o keeps. A failed document does not stop the others; the exit code is that of the first \
      failure. \
      Documents that need no migration, or migrate record by record, are streamed and may have 64 \
      GiB.

      EXAMPLES
        tripconv migrate old.trips -o new.trips
        tripconv migrate --in-place --backup *.trips
        tripconv migrate trips -o for-the-old-app --schema-version 2.0.0
      """)

  @Argument(
    help: ArgumentHelp("The documents or folders to read; - for standard input.", valueName: "file")
  )
  var inputs: [InputArgument]

  @OptionGroup var place: PlaceOptions
  @OptionGroup var target: VersionOption
  @OptionGroup var losses: LossOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    for input in inputs { try place.check(input) }
    if place.output != nil { try checkOutputs(of: inputs) }
  }

  /// Rejects outputs that are inputs or each other.
  ///
  /// - Throws: `ValidationError`.
  private func checkOutputs(of inputs: [InputArgument]) throws {
    guard let output = place.output else {
      return try losses.checkPlace(
        inputs: inputs,
        outputs: place.backup ? inputs.compactMap(\.source.path).map { .path($0 + "~") } : [])
    }
    // If the output is a folder, each document keeps its file name in it.
    let within = inputs.compactMap(\.outputName).map {
      WriteTarget.path(DocumentDestination.path(of: $0, in: output))
    }
    let outputs = [WriteTarget(argument: output)] + within
    for input in inputs {
      for target in outputs {
        try input.refuse(asOutput: target, advice: "use --in-place --backup instead of -o")
      }
    }
    try losses.checkPlace(inputs: inputs, outputs: outputs)
    guard inputs.count > 1 else { return }
    if output == "-" { throw ValidationError("only one document can go to standard output") }
    var names: Set<String> = []
    for input in inputs {
      guard let name = input.outputName else {
        throw ValidationError("standard input has no name for a file in the folder \(output)")
      }
      guard names.insert(name).inserted else {
        throw ValidationError(
          "two documents are named \(name) and would become one file in \(output)")
      }
    }
  }

  func run() throws {
    let inputs = try DocumentFolder.documents(of: self.inputs)
    do {
      if let output = place.output { try DocumentFolder.refuse(output: output, in: self.inputs) }
      try checkOutputs(of: inputs)
    } catch let error as ValidationError {
      throw UsageError.failure("tripconv migrate", error.message)
    }
    var failures: [CommandFailure] = []
    var changed = 0
    let destination = try DocumentDestination(
      place.output, isFolder: inputs.count > 1 || inputs.contains { $0.nameInFolder != nil },
      keepsBackups: place.backup)
    try destination.requireCreatable()
    var report = try losses.beginReport()
    for (index, input) in inputs.enumerated() {
      do {
        if try migrate(input, to: destination, &report) { changed += 1 }
      } catch let error as UnreportableLosses {
        failures.append(error.failure)
        for message in error.failure.messages { StandardError.say(message) }
        for input in inputs[index...] {
          StandardError.say(
            Message(.error, "not migrated: its losses cannot be reported", at: input.name))
        }
        break
      } catch let failure as CommandFailure {
        for message in failure.messages { StandardError.say(message) }
        failures.append(failure)
      }
    }
    try report?.finish(
      beside: Message(
        .note, "\(changed) of \(inputs.count) documents migrated; only the loss report failed"))
    if inputs.count > 1 {
      messages.say(
        Message(
          .note,
          "\(inputs.count) documents: \(changed) migrated, \(failures.count) failed"))
    }
    if let first = failures.first { throw CommandFailure(first.status) }
  }

  /// An error that stops the command, because losses cannot be reported.
  private struct UnreportableLosses: Error {
    let failure: CommandFailure
  }

  /// - Returns: Whether the migration changed the document.
  private func migrate(
    _ input: InputArgument, to destination: DocumentDestination, _ report: inout LossReport?
  ) throws -> Bool {
    let display = messages.display(input, isPrinted: place.output == "-")
    defer { display.clear() }
    try destination.checkPlace(of: input)
    let input = limits.applied(to: input)
    var document = try MigratedDocument(
      input, version: target.wanted, losses: losses.policy, restoration: losses.restoration.policy,
      history: history.policy(inPlace: place.inPlace), display)
    let isWritten = try destination.write(&document, of: input) { document in
      try reporting { try report?.add(document) }
      try losses.check(document)
    }
    display.finish()
    let facts = document.facts
    for note in facts.notes(isReplaced: place.inPlace) { messages.say(note) }
    if isWritten {
      history.noteOmission(
        facts.dropsHistory, of: input.name, because: losses.dropLost ? .dropsLosses : .notAsked,
        messages)
    }
    if !facts.isChanged { messages.say(keptNote(facts.keptWords, input, isWritten: isWritten)) }
    return facts.isChanged
  }

  private func reporting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let failure as CommandFailure {
      throw UnreportableLosses(failure: failure)
    }
  }

  /// Returns the message for a document that needs no migration.
  private func keptNote(_ words: String, _ input: InputArgument, isWritten: Bool) -> Message {
    Message(.note, "\(words), \(isWritten ? "copied" : "left unchanged")", at: input.name)
  }
}
