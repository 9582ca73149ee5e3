import ArgumentParser
import DocumentFile

/// `tripconv convert`: reads a document, migrates it if necessary and writes it in any form.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a document in another form, brought to the current version or another.",
    discussion: """
      The form of the input is found from its bytes; its name does not matter. Nothing is written \
      unless the whole input is valid. Trips that an old version kept twice become one; how many \
      objects that changed is said on standard error. A document that has the version already, or that \
      comes to it record by record as 3.0.0 to 4.0.0 does, is read piece by piece and may have 64 \
      GiB. Every other one comes into memory and may have 4 GiB, and so does XML in which not every \
      record begins a line as <d:record.

      EXAMPLES
        tripconv convert journeys.trips.json -o journeys.trips
        tripconv convert journeys.trips -o journeys.trips.xml
        tripconv convert old.trips -o copy.trips --keep-version
        tripconv convert new.trips -o old.trips --schema-version 2.0.0
        tripconv convert - -o - --to flat-json <journeys.trips >journeys.json
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "in"))
  var input: InputArgument

  @OptionGroup var output: OutputOptions

  @Flag(help: "Keep the version of the schema, whichever it is; newer ones too.")
  var keepVersion = false

  @OptionGroup var target: VersionOption
  @OptionGroup var losses: LossOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var progress: ProgressOption

  func validate() throws {
    if keepVersion, target.schemaVersion != nil {
      throw ValidationError("--keep-version and --schema-version cannot be combined")
    }
    try input.refuse(
      asOutput: output.target,
      advice: "write to another name, or migrate it in its place: "
        + "tripconv migrate --in-place --backup \(input.name)")
    try losses.checkPlace(inputs: [input], outputs: [output.target])
  }

  func run() throws {
    let display = progress.display(input, isPrinted: output.target == .standardOutput)
    defer { display.clear() }
    var report: LossReport?
    let notes: [String]
    do {
      notes = try convert(display, &report)
    } catch {
      try report?.finish()
      throw error
    }
    try report?.finish()
    display.finish()
    for line in notes { StandardError.say(line) }
  }

  /// - Parameter report: Set to the report once its entry is written.
  /// - Returns: The messages to print at the end.
  private func convert(
    _ display: ProgressDisplay, _ report: inout LossReport?
  ) throws -> [String] {
    let version = keepVersion ? .own : target.wanted
    return try InputPlan(
      limits.applied(to: input), version: version, losses: losses.policy, display
    ).run(
      passing: { pass -> [String]? in
        let outcome = try output.write(pass) {
          var begun = try losses.beginReport()
          try begun?.add(pass)
          report = begun
        }
        guard case .done = outcome else { return nil }
        return pass.note.map { [$0] } ?? []
      },
      loading: { input in
        let document = try display.observingMigration {
          try OpenedDocument(
            input, version: version, losses: losses.policy,
            restoration: losses.restoration.policy, mayKeepVersion: true)
        }
        try document.requireWritable()
        var begun = try losses.beginReport()
        try begun?.add(document)
        report = begun
        try losses.check(document)
        try output.write(
          document.tables, type: document.type, limits: document.limits)
        return MigrationNotes.lines(document)
      })
  }
}
