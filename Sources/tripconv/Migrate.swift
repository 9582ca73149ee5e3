import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv migrate`: migrates documents to a version, each in its own form.
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Brings documents to a version of the schema.",
    discussion: """
      To a newer version, or to an older one, which a program of that time opens. What an older \
      version cannot hold stays in the document, where that version does not look, and is put \
      back on the way to the newer one; everybody who gets the document gets it too, unless \
      --drop-lost leaves it out. plan says all of it beforehand.

      Each keeps its form, unless the name of a file to write ends in .trips, .json or .xml and \
      promises another. All files are done; each is reported, and the exit code is that of the \
      first that failed. A document may have 4 GiB, as what is migrated is in memory. One that \
      comes to its version record by record, as 3.0.0 to 4.0.0 does, is not, and may have 64 GiB.

      EXAMPLES
        tripconv migrate old.trips -o new.trips
        tripconv migrate --in-place --backup *.trips
        tripconv migrate *.trips -o for-the-old-app --schema-version 2.0.0
      """)

  @Argument(
    help: ArgumentHelp("The documents to read; - for standard input.", valueName: "file"))
  var inputs: [InputArgument]

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, or - for standard output; a folder for several documents.",
      valueName: "out"),
    completion: .file())
  var output: String?

  @Flag(help: "Write each document in the place of its file.")
  var inPlace = false

  @Flag(help: "Keep the file as it was beside it, with a ~ behind its name.")
  var backup = false

  @OptionGroup var target: VersionOption
  @OptionGroup var losses: LossOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var progress: ProgressOption

  func validate() throws {
    if output != nil, inPlace { throw ValidationError("--in-place and -o cannot be combined") }
    guard output != nil || inPlace else {
      throw ValidationError("name the output: -o with a file or folder, or --in-place")
    }
    if backup, !inPlace { throw ValidationError("--backup needs --in-place") }
    if inPlace, inputs.contains(where: { $0.source.path == nil }) {
      throw ValidationError("--in-place needs files: standard input cannot be replaced")
    }
    let paths = inputs.compactMap(\.source.path)
    guard let output else {
      return try losses.checkPlace(
        inputs: inputs, outputs: backup ? paths.map { .path($0 + "~") } : [])
    }
    guard !output.isEmpty else {
      throw ValidationError("-o needs the name of a file or folder, or -")
    }
    // If the output is a folder, each document keeps its file name in it.
    let within = paths.map { WriteTarget.path(MigrationOutput.path(of: $0, in: output)) }
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
      guard let path = input.source.path else {
        throw ValidationError("standard input has no name for a file in the folder \(output)")
      }
      guard names.insert(MigrationOutput.fileName(of: path)).inserted else {
        throw ValidationError(
          "two documents are named \(MigrationOutput.fileName(of: path)) and would become one file in "
            + output)
      }
    }
  }

  func run() throws {
    var failures: [CommandFailure] = []
    let destination = try MigrationOutput(
      output, isFolder: inputs.count > 1, keepsBackups: backup)
    var report = try losses.beginReport()
    for (index, input) in inputs.enumerated() {
      do {
        try migrate(input, to: destination, &report)
      } catch let error as UnreportableLosses {
        failures.append(error.failure)
        for line in error.failure.lines { StandardError.say(line) }
        for input in inputs[index...] {
          StandardError.say(
            "\(Message.prefix)\(DocumentError.printable(input.name)): left as it is: its losses "
              + "cannot be reported")
        }
        break
      } catch let failure as CommandFailure {
        for line in failure.lines { StandardError.say(line) }
        failures.append(failure)
      }
    }
    try report?.finish()
    if let first = failures.first { throw CommandFailure(first.status) }
  }

  /// An error that stops the command, because losses cannot be reported.
  private struct UnreportableLosses: Error {
    let failure: CommandFailure
  }

  private func migrate(
    _ input: InputArgument, to destination: MigrationOutput, _ report: inout LossReport?
  ) throws {
    let display = progress.display(input, isPrinted: output == "-")
    defer { display.clear() }
    try destination.checkPlace(of: input)
    let input = limits.applied(to: input)
    try InputPlan(input, version: target.wanted, losses: losses.policy, display).run(
      passing: { pass in
        guard
          let outcome = try destination.write(
            pass, announce: { try reporting { try report?.add(pass) } })
        else { return nil }
        display.finish()
        StandardError.say(
          pass.note
            ?? keptNote(
              TripMigration.words(
                forKept: pass.schema, isForeign: TripMigration.isForeign(pass.document.header)),
              input, isWritten: outcome == .written))
      },
      loading: { input in
        let document = try display.observingMigration {
          try OpenedDocument(
            input, version: target.wanted, losses: losses.policy,
            restoration: losses.restoration.policy)
        }
        try reporting { try report?.add(document) }
        try document.requireWritable()
        try losses.check(document)
        let isWritten = try destination.write(document, of: input)
        display.finish()
        for line in MigrationNotes.lines(document) { StandardError.say(line) }
        if !document.isChanged {
          StandardError.say(keptNote(document.keptWords, input, isWritten: isWritten))
        }
      })
  }

  private func reporting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let failure as CommandFailure {
      throw UnreportableLosses(failure: failure)
    }
  }

  /// Returns the message for a document that needs no migration.
  private func keptNote(_ words: String, _ input: InputArgument, isWritten: Bool) -> String {
    "\(Message.prefix)\(DocumentError.printable("\(input.name): \(words)")), "
      + "\(isWritten ? "written" : "left") as it is"
  }
}
