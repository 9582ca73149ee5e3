import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv diff`: prints the differences between two documents, or writes them as a patch.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the objects in which two documents differ, or write them as a patch.",
    discussion: """
      Compares documents of any format; documents of different schema versions are migrated to the \
      newer one in memory. Objects of two versions of one document are matched by key; those of \
      other documents by unique values, then by equal content of the same owner. An empty file and \
      /dev/null are a document without objects; a patch of it can only be undone. Dates are in UTC.

      Exits with 0 if the documents have equal content, with 1 if they differ; with --patch, with 0 \
      if the patch is written.

      EXAMPLES
        tripconv diff old.trips new.trips
        tripconv diff old.trips new.trips.json --summary
        tripconv diff a.trips b.trips --json | jq .counts
        tripconv diff base.trips new.trips --patch -o new.trips-patch.json
      """)

  @Argument(help: ArgumentHelp("The first document, or - for standard input.", valueName: "a"))
  var old: InputArgument

  @Argument(help: ArgumentHelp("The second document, or - for standard input.", valueName: "b"))
  var new: InputArgument

  @Flag(help: "Print only the numbers of objects.")
  var summary = false

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(
    help: "Write the differences as a patch, which tripconv apply applies to the first document.")
  var patch = false

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file for the patch, such as new.trips-patch.json, or - for standard output.",
      valueName: "out"),
    completion: .file())
  var output: String?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var pager: PagerOption

  func validate() throws {
    if old.source.path == nil, new.source.path == nil {
      throw ValidationError("standard input can be read only once")
    }
    if patch, json || summary {
      throw ValidationError("--patch cannot be combined with --json or --summary")
    }
    guard let output else {
      if patch { throw ValidationError("--patch needs -o with the name of a file, or -") }
      return
    }
    guard patch else { throw ValidationError("-o is for --patch") }
    guard !output.isEmpty else { throw ValidationError("-o needs the name of a file, or -") }
    for input in [old, new] {
      try input.refuse(
        asOutput: WriteTarget(argument: output), advice: "name another file for the patch")
    }
  }

  func run() throws {
    if !patch { pager.begin() }
    let documents = try ComparedDocuments(
      try ForeignInput.document(limits.applied(to: old)),
      try ForeignInput.document(limits.applied(to: new)), messages)
    do {
      if patch {
        try write(documents)
      } else {
        let differences = ObjectDifferences(documents)
        if json {
          var writer = DifferenceJSON(documents, differences)
          try writer.write(isSummary: summary)
        } else {
          var writer = DifferenceText(documents, differences, .standardOutput)
          if summary { try writer.writeSummary() } else { try writer.write() }
        }
      }
    } catch {
      throw CommandFailure(error, file: output.flatMap { $0 == "-" ? nil : $0 })
    }
    if !patch, !documents.changes.isEmpty { throw CommandFailure(.differs) }
  }

  private func write(_ documents: ComparedDocuments) throws {
    switch output.map({ WriteTarget(argument: $0) }) {
    case .path(let path):
      let file = try GrowingFile(path: path)
      try file.append(ending: []) { (sink) throws(DocumentError) in
        try PatchFile.write(documents.changes, of: documents.old, to: sink)
      }
      StandardError.say(try file.finish(), of: path)
    case .standardOutput, nil:
      try PatchFile.write(documents.changes, of: documents.old, to: StandardOutput.write)
    }
  }
}
