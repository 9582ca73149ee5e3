import ArgumentParser
import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import TripFormats

/// `tripconv import`: brings a file of another program into a document, again and again.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Import a file of another program into a document, again and again.",
    discussion: """
      Reads calendars, reservations in JSON-LD, archives of KDE Itinerary, mails and pages with reservations, passes, timelines of Google Maps, trips of Polarsteps, \
      GPX, KML and GeoJSON files, CSV files and spreadsheets. The document keeps what the last import read. So a later import changes what the file changed, adds what is new, and \
      keeps what was edited in the document. If both changed the same field, it is a conflict: the \
      document's value is kept, unless --policy says otherwise, and the conflict is printed. An object \
      that was deleted in the document is not imported again.

      Cancelled events and reservations, and those that are no longer in the file, are reported; \
      --remove-cancelled deletes their objects. The document is migrated to the current version, and \
      stays as it is if nothing has changed. If it does not exist, it is created, as by tripconv new.

      An SQLite file is a document of its own, with keys. tripconv convert reads it, and tripconv merge \
      brings its edits into a document that was edited, too: tripconv merge exported.sqlite journeys.trips \
      edited.sqlite -o merged.trips, where exported.sqlite is the file before the edits.

      Of a CSV file, rows are found again by a column of identities, or else by their name and start.

      Exits with 0 if there are no conflicts, with 1 if there are; the document is written in both \
      cases.

      EXAMPLES
        tripconv import calendar.ics --into journeys.trips
        tripconv import reservation.json --into journeys.trips --backup
        tripconv import bookings.csv --into journeys.trips
        curl https://example.com/a.ics | tripconv import - --into journeys.trips
        tripconv import calendar.ics --into journeys.trips -o new.trips
      """)

  @Argument(
    help: ArgumentHelp("The file to read, or - for standard input.", valueName: "file"))
  var input: InputArgument

  @Option(help: ArgumentHelp("The document to change.", valueName: "document"))
  var into: InputArgument

  @Option(
    help: ArgumentHelp(
      "The side to take in conflicts: ours (the document), theirs (the file), newest (by the "
        + "files' times), or report (ours, until a person decides).", valueName: "policy"))
  var policy: MergePolicy = .report

  @Option(
    help: ArgumentHelp(
      "Write the conflicts and deletions to this file, as JSON, or - for standard output.",
      valueName: "file"),
    completion: .file())
  var conflicts: String?

  @Flag(help: "Delete objects that the file cancels or no longer has.")
  var removeCancelled = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var importing: ImportFlags
  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if conflicts?.isEmpty == true { throw ValidationError("--conflicts needs the name of a file") }
    try change.check(into)
    if into.source.path == nil, input.source.path == nil {
      throw ValidationError("standard input can be read only once")
    }
    let targets = [change.output, conflicts].compactMap { $0 }.map { WriteTarget(argument: $0) }
    for target in targets {
      for source in [input, into] {
        try source.refuse(asOutput: target, advice: "write to another name")
      }
    }
    try DistinctOutputs([
      "-o": change.output, "--conflicts": conflicts, "--reject": importing.reject,
    ])
    .check()
    try importing.checkPlace(inputs: [input, into])
  }

  /// Returns the failure for a file that no format reads.
  private static func refusal(of input: InputArgument) -> CommandFailure {
    do throws(DocumentError) {
      let other = try DocumentFile.otherFile(input.source, limits: input.streamingLimits)
      return CommandFailure(
        .badData,
        other?.words
          ?? (input.source.isEmptyFile
            ? "the file is empty"
            : "it is of no format that is imported; tripconv merge unites documents"),
        at: input.name)
    } catch {
      return CommandFailure(error, file: input.name)
    }
  }

  /// Returns the document, an empty one if there is no such file, and where it is written.
  private func destination() throws -> (InputArgument, DocumentDestination) {
    guard change.output == nil, let path = into.source.path,
      !FileManager.default.fileExists(atPath: path)
    else { return (into, try change.destination(of: into)) }
    let destination = DocumentDestination.target(.path(path))
    try destination.requireCreatable()
    return (into.reopened(.bytes(try New.bytes(named: path))), destination)
  }

  func run() throws {
    let (into, destination) = try self.destination()
    let reject = try importing.beginReject()
    let report = try MergeReport(conflicts)
    let side = try policy.side(into, input)
    let (format, input) = try ForeignInput.format(
      of: limits.applied(to: input), isCSV: importing.columns != nil)
    guard let format else {
      throw Self.refusal(of: input)
    }
    guard format != .sqlite else {
      throw CommandFailure(
        .badData,
        "an SQLite file is a document of its own, with keys: tripconv convert reads it, and tripconv merge "
          + "exported.sqlite \(into.name) \(input.name) merges its edits, if exported.sqlite is the file before them",
        at: input.name)
    }
    let choices = importing.choices(reject, showsNotes: !messages.quiet)
    let document = try OpenedDocument(
      limits.applied(to: into), version: .released(TripFormat.schemaVersion), history: .keep)
    try document.requireWritable()
    let updated: UpdatedFile
    do {
      var tables = try TripMigration.tables(document.tables, forFormat: format)
      // The save of the merged document records what has changed.
      tables.history = nil
      let bytes = try DocumentFile.bytes(of: input.source, limits: input.limits)
      updated = try UpdatedFile(
        tables, with: bytes, format, choices.importOptions(of: input),
        removesCancelled: removeCancelled, side: side)
    } catch let error as DocumentError {
      throw CommandFailure(error, file: input.name)
    }
    try choices.tell(updated.report.importReport, updated.rejected, of: input.name)
    var merged = MergedDocument(updated.outcome, ours: document, theirs: input.name)
    if let newest = TripMigration.releasedVersions.last, newest != TripFormat.schemaVersion {
      try merged.convert(to: newest)
    }
    try report?.write(
      MergeConflictJSON.tree(
        merged, base: nil, ours: document.name, theirs: [input.name], policy: policy))
    let isWritten = try destination.write(merged.document, of: into)
    for message in ImportWords.messages(
      updated.report, at: input.name, isWritten: isWritten && change.output == nil)
    {
      messages.say(message)
    }
    let name = change.name(of: into)
    let written = isWritten ? SideOutput.written(name) : nil
    try report?.finish(beside: written)
    try reject?.finish(beside: written)
    if let message = MergeDeletionText.message(merged, at: name) { messages.say(message) }
    guard let message = MergeConflictText.message(merged, at: name) else { return }
    StandardError.say(message)
    throw CommandFailure(.differs)
  }
}
