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

      A base from which a version was not made is refused: another document, a newer version, or a copy \
      that went its own way. The objects that only it has would count as deleted. Use --union for \
      documents that were made apart. Deleted objects are listed, and written with --conflicts.

      If both sides changed the same thing, or the changes together break a rule, it is a conflict: \
      one side is taken, by default ours, and the conflict is printed. The result is always valid, \
      and has the format of ours unless the name of the file says otherwise. Documents of different \
      schema versions are migrated to the newest of them. With --with-history the result has the \
      history of ours, in which the merge is one save; it never has that of theirs.

      Exits with 0 if there are no conflicts, with 1 if there are; the result is written in both \
      cases.

      EXAMPLES
        tripconv merge base.trips ours.trips theirs.trips -o merged.trips
        tripconv merge base.trips a.trips b.trips -o c.trips --policy theirs
        tripconv merge phone.trips laptop.trips -o all.trips
        tripconv merge --union 2024.trips 2025.trips 2026.trips -o all.trips
        tripconv merge --join calendar.ics mail.jsonld -o all.trips
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

  @Flag(
    help: """
      Join what united documents have twice: legs of one number and day, stays of one booking, or of one \
      name and day, trips of one name and days with their items, and trips whose parts all are. What was \
      joined is listed.
      """)
  var join = false

  @Flag(
    help: """
      Apply the changes from the base to theirs to ours, as git cherry-pick and git revert do: neither \
      version need be made from the base.
      """)
  var cherryPick = false

  @Option(
    help: ArgumentHelp(
      "The side to take in conflicts: ours, theirs, newest (by the files' times), or report (ours, "
        + "until a person decides).", valueName: "policy"))
  var policy: MergePolicy = .report

  @Option(
    help: ArgumentHelp(
      "Write the conflicts and deletions to this file, as JSON, or - for standard output.",
      valueName: "file"),
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
    if join, base != nil {
      throw ValidationError("--join is for documents without a base: add --union")
    }
    if cherryPick, base == nil {
      throw ValidationError("--cherry-pick needs a base, ours and theirs")
    }
    if inputs.count(where: { $0.source.path == nil }) > 1 {
      throw ValidationError("standard input can be read only once")
    }
    guard !output.isEmpty else { throw ValidationError("-o needs the name of a file, or -") }
    if conflicts?.isEmpty == true { throw ValidationError("--conflicts needs the name of a file") }
    let target = WriteTarget(argument: output)
    let report = conflicts.map { WriteTarget(argument: $0) }
    try DistinctOutputs(["-o": output, "--conflicts": conflicts]).check()
    for input in inputs {
      try input.refuse(asOutput: target, advice: "write to another name")
      if let report {
        try input.refuse(asOutput: report, advice: "write the conflicts to another name")
      }
    }
  }

  func run() throws {
    let target = WriteTarget(argument: output)
    let destination = DocumentDestination.target(target)
    try destination.requireCreatable()
    let report = try MergeReport(conflicts)
    // The newest of the documents that are merged so far decides for them.
    var newest = self.sides[0]
    let sides = try self.sides.dropFirst().map { theirs in
      let side = try policy.side(newest, theirs)
      if side == .theirs { newest = theirs }
      return side
    }
    let transfer = history.policy(inPlace: false)
    let inputs = try self.inputs.map {
      try ForeignInput.document(limits.applied(to: $0), history: transfer, messages)
    }
    let opened = try CommonVersion.open(
      inputs, leading: self.base == nil ? 0 : 1, purpose: "merged", history: transfer, messages)
    let base = self.base == nil ? nil : opened[0]
    let documents = try zip(opened, inputs).suffix(self.sides.count).map { document, input in
      guard let document else {
        throw CommandFailure(.badData, "it is empty: only the base may be", at: input.name)
      }
      try document.requireWritable()
      return document
    }
    var merged = try MergedDocument(
      base: base, documents[0], documents[1], origin: cherryPick ? .versionControl : .stated,
      side: sides[0], joins: join)
    for index in documents.indices.dropFirst(2) {
      try merged.unite(with: documents[index], side: sides[index - 1])
    }
    try report?.write(
      MergeConflictJSON.tree(
        merged, base: self.base?.name, ours: documents[0].name,
        theirs: documents.dropFirst().map(\.name), policy: policy))
    try destination.write(merged.document, of: self.sides[0])
    try report?.finish(beside: SideOutput.written(target.name))
    history.noteOmissions(of: documents, messages)
    if let message = JoinedText.message(merged.joined, at: target.name) { messages.say(message) }
    if let message = MergeDeletionText.message(merged, at: target.name) { messages.say(message) }
    guard let message = MergeConflictText.message(merged, at: target.name) else { return }
    StandardError.say(message)
    throw CommandFailure(.differs)
  }
}
