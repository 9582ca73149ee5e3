import ArgumentParser

/// The command `tripconv`.
///
///     arguments ─► TripConv ─► one verb ─► DocumentFile, TripMigration ─► documents
///                     └── every error ─► Message ─► words on standard error, an exit code
@main
struct TripConv: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tripconv",
    abstract: "Convert, show and check documents with collections of trips.",
    discussion: """
      A document is a .trips file, or a plain text: .trips.json or .trips.xml. All formats store the \
      same content, and each converts to every other. Documents of older schema versions are \
      migrated in memory; only new, add, edit, remove, undo, convert, import, migrate, apply, merge, \
      diff --patch, show -o, scrub, generate, history keep and history prune write files, and convert \
      never replaces its input.

      EXAMPLES
        tripconv new journeys.trips
        tripconv add journeys.trips trip name=Lisbon start="3 May" end="10 May"
        tripconv edit journeys.trips lisbon
        tripconv convert old.trips -o new.trips
        tripconv convert journeys.trips -o journeys.trips.json
        tripconv convert journeys.trips -o - --to flat-xml | xmllint --format -
        tripconv list journeys.trips --where 'startDate<1900'
        tripconv show journeys.trips beagle
        tripconv show journeys.trips -o journeys.html
        tripconv inspect journeys.trips
        tripconv plan old.trips
        tripconv migrate --in-place --backup *.trips
        tripconv dump journeys.trips | less
        tripconv diff old.trips new.trips
        tripconv apply base.trips new.trips-patch.json -o new.trips
        tripconv merge base.trips ours.trips theirs.trips -o merged.trips
        tripconv import calendar.ics --into journeys.trips
        tripconv git enable
        tripconv validate *.trips
        tripconv scrub private.trips -o report.trips
        tripconv generate --trips 1000 --seed 7 -o many.trips
        tripconv history list journeys.trips
        tripconv schema export journeys.trips --as xsd -o journeys.xsd

      FORMATS
        trips-json    a .trips file whose parts are JSON
        trips-xml     a .trips file whose parts are XML
        flat-json     one JSON text, for version control and other programs
        flat-xml      one XML text
        icalendar     a calendar, for calendar programs
        json-ld       reservations of schema.org, as mails and pages have them
        itinerary     an archive of KDE Itinerary
        sqlite        an SQLite file, for queries and edits in SQL
        tripconv formats lists them with what they do not contain.

      MESSAGES
        Messages go to standard error as file:line:column: error: words [rule].
        A part of a .trips file follows its name: a.trips/header.json:1:7.
        Colors need a terminal; NO_COLOR turns them off.

      EXIT CODES
         0  success
         1  the documents (diff) or schemas (schema diff --exit-code) differ, or a
            merge has conflicts
         3  the requested object, save or document does not exist
        64  wrong usage
        65  the input is invalid or too new, or would lose data that must be kept
        66  the input does not exist or cannot be read
        70  an internal error: please report it
        73  the output cannot be created
        74  reading or writing failed midway
        75  another program locked or changed the file: try again

      If the reading end of a pipe closes, the command exits silently on SIGPIPE.
      """,
    version: VersionText.text,
    subcommands: [
      New.self, Add.self, Edit.self, Remove.self, Undo.self, Convert.self, Plan.self, Migrate.self,
      Import.self, Inspect.self, List.self, Show.self,
      Dump.self, Diff.self, Apply.self, Merge.self, Validate.self, Scrub.self, Generate.self,
      Formats.self, HistoryCommands.self, SchemaCommands.self, GitCommands.self,
    ])

  func run() throws {
    let names = Self.configuration.subcommands.map(CommandWords.name).joined(separator: ", ")
    throw ValidationError("name a command: \(names)")
  }

  static func main() {
    ClosedStreams.occupy()
    Signals.prepare()
    do {
      try ArgumentEncoding.check(except: MergeDriver.isName)
      try CommandWords.check(Array(CommandLine.arguments.dropFirst()), of: TripConv.self)
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      failure.end()
    } catch let failure as StandardOutputFailure {
      CommandFailure(failure, file: nil).end()
    } catch {
      CommandFailure(
        parsing: error, message: message(for: error), fullMessage: fullMessage(for: error),
        exitCode(for: error)
      ).end()
    }
  }
}
