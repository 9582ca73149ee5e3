import ArgumentParser
import DocumentFile

/// `tripconv convert`: reads a document, migrates it if necessary and writes it in any form.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert a document to another format, migrating it to the current schema version.",
    discussion: """
      Detects the format of the input by its content. Writes nothing unless the whole input is valid. \
      Merges duplicate trips of old documents and reports the number. Never replaces the input; use \
      tripconv migrate --in-place for that.

      A document that has the requested version, or that migrates record by record as 3.0.0 to \
      4.0.0 does, is streamed and may have 64 GiB. All other documents are read into memory and may \
      have 4 GiB, as well as JSON in which not every record begins with $id or $entity, and XML in \
      which not every record begins a line as <d:record.

      EXAMPLES
        tripconv convert journeys.trips.json -o journeys.trips
        tripconv convert journeys.trips -o journeys.trips.xml
        tripconv convert old.trips -o copy.trips --keep-version
        tripconv convert new.trips -o old.trips --schema-version 2.0.0
        tripconv convert - -o - --to flat-json <journeys.trips >journeys.json
        tripconv convert journeys.trips -o journeys.sqlite
        tripconv convert journeys.sqlite -o edited.trips
        tripconv convert bookings.csv -o bookings.trips --columns name,start,end,notes
        tripconv convert calendar.ics -o journeys.trips --time-zone Europe/Lisbon
        tripconv convert journeys.trips -o beagle.ics --trip beagle
        tripconv convert journeys.trips -o for-friends.trips --without bookings
        tripconv convert reservation.json -o journeys.trips
        tripconv convert boarding.pkpass -o flight.trips --language de
        tripconv convert Timeline.json -o trips.trips --home 48.1374,11.5755
        tripconv convert hike.gpx -o hike.trips --time-zone Europe/Vienna

      Reads and writes calendars (iCalendar). An event of several days is a trip, what lies in its days \
      belongs to it, and what is left belongs to a trip of the calendar. Reads and writes reservations \
      of schema.org (JSON-LD) and archives of KDE Itinerary. Reservations that follow each other are a \
      trip, as are those from a leg to the leg back. What trips do not have is kept and written back. \
      tripconv import brings a newer file into the document.

      Reads passes of wallets (.pkpass) as the reservations that they are, and keeps the passes. The day of a boarding pass has the year of \
      the pass, or stays open.

      Reads timelines of Google Maps (Timeline.json of phones, Semantic Location History, Records.json). What lies between two visits at home \
      is a trip, if it has a night away; the rest is left out. --home states the home, else it is the place of most nights.

      Reads trips of Polarsteps (trip.json) with their steps.

      Reads and writes waypoints, routes and tracks (GPX), and places and lines of maps (KML, KMZ, GeoJSON). Waypoints and \
      tracks are items, routes are legs or a day's stops, and the whole file is kept. The times of GPX are in UTC; --time-zone shows them by the clock of \
      the place.

      Reads and writes tables (CSV), also of gigabytes. Their dialect, and what their columns mean, is told by the \
      content or stated with --columns. Columns that trips do not have are kept and written back. Reads spreadsheets (.xlsx, .ods) as such \
      tables, a sheet each.

      An SQLite file is for queries and edits by other programs. It has a table for each entity without \
      superentity, a view for each subentity, and a table _property that names the column of each property. \
      tripconv reads the edited file again: its rows are the objects of the document, and a value that no \
      property can have is an error with table, key and column.

      --trip, --where, --from and --until select the trips to write, with everything they own.
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "in"))
  var input: InputArgument

  @OptionGroup var output: OutputOptions

  @Flag(help: "Do not migrate; keep the document's schema version, even a newer one.")
  var keepVersion = false

  @OptionGroup var target: VersionOption
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var sharing: SharingOption
  @OptionGroup var importing: ImportFlags
  @OptionGroup var losses: LossOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if keepVersion, target.schemaVersion != nil {
      throw ValidationError("--keep-version and --schema-version cannot be combined")
    }
    try input.refuse(
      asOutput: output.target,
      advice: "write to another name, or migrate it in its place: "
        + "tripconv migrate --in-place --backup \(input.name)")
    try losses.checkPlace(inputs: [input], outputs: [output.target])
    try importing.checkPlace(inputs: [input])
    try DistinctOutputs([
      "-o": output.output, "--reject": importing.reject, "--loss-report": losses.lossReport,
    ]).check()
    if history.withHistory, !selection.isEmpty {
      throw ValidationError(
        "a history tells of all objects: --with-history cannot be combined with a selection of trips"
      )
    }
    if history.withHistory, sharing.without != nil {
      throw ValidationError(
        "a history has every earlier value: --with-history cannot be combined with --without")
    }
    if output.needsAllRows, keepVersion || target.schemaVersion != nil {
      throw ValidationError(
        "files of other programs have no schema version: --schema-version and --keep-version are for documents"
      )
    }
  }

  func run() throws {
    let display = messages.display(input, isPrinted: output.target == .standardOutput)
    defer { display.clear() }
    try output.target.requireCreatable()
    let reject = try importing.beginReject()
    var report = try losses.beginReport()
    let notes: [Message]
    do {
      notes = try convert(display, &report, reject)
    } catch {
      throw report?.finish(after: error) ?? error
    }
    let written = SideOutput.written(output.target.name)
    try report?.finish(beside: written)
    try reject?.finish(beside: written)
    display.finish()
    for note in notes { messages.say(note) }
  }

  /// - Parameter report: Gets the entry of the document before the output is replaced.
  /// - Returns: The messages to print at the end.
  private func convert(
    _ display: ProgressDisplay, _ report: inout LossReport?, _ reject: RejectedContent?
  ) throws -> [Message] {
    let version = keepVersion ? .own : target.wanted
    let input = try ForeignInput.document(
      limits.applied(to: input), importing.choices(reject, showsNotes: !messages.quiet),
      history: history.policy(inPlace: false), omission: omissionOfStore, messages)
    var document = try MigratedDocument(
      input, version: version, losses: losses.policy, restoration: losses.restoration.policy,
      history: output.needsAllRows ? .keep : history.policy(inPlace: false), mayKeepVersion: true,
      holdsRows: output.needsAllRows || !selection.isEmpty || sharing.without != nil, display)
    let selectionNotes = try selection.apply(to: &document, keepsHistory: output.needsAllRows)
    var sharingNote: Message?
    if sharing.without != nil {
      var held = try document.held()
      sharingNote = try sharing.apply(to: &held)
      document.hold(held)
    }
    let outputNotes = try document.write(to: output.file) { document in
      try report?.add(document)
      try losses.check(document)
    }
    let facts = document.facts
    let isLeftOut = output.foreignTitle == nil ? facts.dropsHistory : facts.hasReadHistory
    return facts.notes(isReplaced: false)
      + [omission(isLeftOut, of: input.name)].compactMap { $0 } + selectionNotes
      + [sharingNote].compactMap { $0 } + outputNotes
  }

  /// Returns the message that the history was left out; nil if that was asked for.
  private func omission(_ isLeftOut: Bool, of name: String) -> Message? {
    // The writers of the other formats say it themselves, except of a selection, which has no history.
    if output.foreignTitle != nil, !output.needsAllRows, selection.isEmpty { return nil }
    return history.omission(isLeftOut, of: name, omissionReason)
  }

  private var omissionReason: HistoryOmission {
    if let title = output.foreignTitle { return .format(title) }
    if losses.dropLost { return .dropsLosses }
    return selection.isEmpty ? .notAsked : .selection
  }

  /// Why the history of a store is left out; nil if it is read, or if it was asked to be left out.
  private var omissionOfStore: HistoryOmission? {
    if case .omit = history.policy(inPlace: false) { omissionReason } else { nil }
  }
}
