import ArgumentParser
import DocumentFile
import DocumentMigration
import DocumentTables

/// `tripconv merge`: merges two versions of a document, or documents.
struct Merge: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Merge the changes of two versions of a document, or several documents.",
    discussion: """
      Three documents are a base and two versions of it, ours and theirs: all changes that either \
      version made are in the result, object by object and property by property. New objects that \
      both gave the same key are kept apart; an object that both added is there once. Two documents, \
      or any number with --union, become one with all their objects; objects with equal unique \
      values, or equal content of the same owner, are one. An empty file and /dev/null are no base.

      If both sides changed the same thing, or the changes together break a rule, it is a conflict: \
      one side is taken, by default ours, and the conflict is printed. The result is always valid, \
      and has the format of ours unless the name of the file says otherwise. Documents of different \
      schema versions are migrated to the newest of them. With --with-history the result has the \
      history of ours, in which the merge is one save.

      Exits with 0 if there are no conflicts, with 1 if there are; the result is written in both \
      cases.

      EXAMPLES
        tripconv merge base.trips ours.trips theirs.trips -o merged.trips
        tripconv merge base.trips a.trips b.trips -o c.trips --policy theirs
        tripconv merge phone.trips laptop.trips -o all.trips
        tripconv merge --union 2024.trips 2025.trips 2026.trips -o all.trips
      """)

  @Argument(
    help: ArgumentHelp(
      "A base, ours and theirs; two documents without a base; or any number with --union.",
      valueName: "file"))
  var inputs: [InputArgument]

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, or - for standard output. An existing file is replaced in one step.",
      valueName: "out"),
    completion: .file())
  var output: String

  @Flag(help: "Merge any number of documents without a base.")
  var union = false

  @Option(
    help: ArgumentHelp(
      "The side to take in conflicts: ours, theirs, newest (by the files' times), or report (ours, "
        + "until a person decides).", valueName: "policy"))
  var policy: MergePolicy = .report

  @Option(
    help: ArgumentHelp(
      "Write the conflicts to this file, as JSON, or - for standard output.", valueName: "file"),
    completion: .file())
  var conflicts: String?

  @OptionGroup var history: HistoryOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  /// The base, unless the documents are united.
  private var base: InputArgument? { union || inputs.count != 3 ? nil : inputs[0] }
  /// The documents to merge, ours first.
  private var sides: [InputArgument] { base == nil ? inputs : Array(inputs.dropFirst()) }

  func validate() throws {
    guard inputs.count > 1 else {
      throw ValidationError("name a base and two versions of it, or two documents")
    }
    if inputs.count > 3, !union {
      throw ValidationError("more than three documents need --union")
    }
    if inputs.count(where: { $0.source.path == nil }) > 1 {
      throw ValidationError("standard input can be read only once")
    }
    guard !output.isEmpty else { throw ValidationError("-o needs the name of a file, or -") }
    if conflicts?.isEmpty == true { throw ValidationError("--conflicts needs the name of a file") }
    let target = WriteTarget(argument: output)
    let report = conflicts.map { WriteTarget(argument: $0) }
    if report == target {
      throw ValidationError("--conflicts and -o cannot be the same")
    }
    for input in inputs {
      try input.refuse(asOutput: target, advice: "write to another name")
      if let report {
        try input.refuse(asOutput: report, advice: "write the conflicts to another name")
      }
    }
  }

  func run() throws {
    let destination = MigrationOutput.target(WriteTarget(argument: output))
    // The newest of the documents that are merged so far decides for them.
    var newest = self.sides[0]
    let sides = try self.sides.dropFirst().map { theirs in
      let side = try policy.side(newest, theirs)
      if side == .theirs { newest = theirs }
      return side
    }
    let inputs = try self.inputs.map { try ForeignInput.document(limits.applied(to: $0)) }
    let opened = try CommonVersion.open(
      inputs, purpose: "merged", history: history.policy(inPlace: false), messages)
    let base = self.base == nil ? nil : opened[0]
    let documents = try zip(opened, inputs).suffix(self.sides.count).map { document, input in
      guard let document else {
        throw CommandFailure(.badData, "it is empty: only the base may be", at: input.name)
      }
      try document.requireWritable()
      return document
    }
    var merged = MergedDocument(base: base, documents[0], documents[1], side: sides[0])
    for index in documents.indices.dropFirst(2) {
      merged.merge(base: nil, documents[index], side: sides[index - 1])
    }
    _ = try destination.write(merged.document, of: self.sides[0])
    history.noteOmission(documents[0].dropsHistory, of: documents[0].name, messages)
    if let conflicts {
      let report = MergeConflictJSON.tree(
        merged, base: self.base?.name, ours: documents[0].name,
        theirs: documents.dropFirst().map(\.name), policy: policy)
      try MergeConflictJSON.write(report, to: WriteTarget(argument: conflicts))
    }
    guard let message = MergeConflictText.message(merged, at: WriteTarget(argument: output).name)
    else {
      return
    }
    StandardError.say(message)
    throw CommandFailure(.differs)
  }
}
