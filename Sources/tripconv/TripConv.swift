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
        csv           a table, for spreadsheets
        gpx           waypoints, routes and tracks
        kml, kmz      places and lines of maps
        geojson       places, lines and tracks, for maps and programs
        sqlite        an SQLite file, for queries and edits in SQL
        mail, html, pkpass, xlsx, ods, google-timeline, polarsteps   are only read
        tripconv formats lists them with what they do not contain.

      MESSAGES
        Messages go to standard error as file:line:column: error: words [rule].
        A part of a .trips file follows its name: a.trips/header.json:1:7.
        Colors need a terminal or --color always; NO_COLOR turns them off.
        On a terminal, list, show, diff, dump and history show their output
        through TRIPCONV_PAGER, PAGER or less, unless --no-pager is given.

      LIMITS
        A document that exceeds a limit is refused. --limit NAME=VALUE sets one;
        it may be repeated. Values are numbers, with K, M, G, T (powers of 1000)
        or Ki, Mi, Gi, Ti (powers of 1024). Names:
          file-bytes       the size of the file
          expanded-bytes   the memory beyond 64 times the size of the file
          objects          objects
          total-bytes      the uncompressed size of all parts
          entries          parts of a zip
          entry-bytes      the uncompressed size of one part
          ratio            uncompressed bytes for each compressed byte of a part
          tree-part-bytes  parts that are read as one value, such as the header
          text-length      the length of one text
          depth            the depth of nesting

      EXIT CODES
         0  success
         1  the documents (diff without --patch) or schemas (schema diff
            --exit-code) differ, or a merge has conflicts
         3  the requested object, save or document does not exist, or several match
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
    groupedSubcommands: [
      CommandGroup(
        name: "Read", subcommands: [List.self, Show.self, Inspect.self, Dump.self, Validate.self]),
      CommandGroup(
        name: "Edit", subcommands: [New.self, Add.self, Edit.self, Remove.self, Undo.self]),
      CommandGroup(
        name: "Convert",
        subcommands: [Convert.self, Import.self, Formats.self, Plan.self, Migrate.self]),
      CommandGroup(
        name: "Compare and merge",
        subcommands: [
          Diff.self, Apply.self, Merge.self, HistoryCommands.self, GitCommands.self,
        ]),
      CommandGroup(
        name: "Develop and test",
        subcommands: [SchemaCommands.self, Scrub.self, Generate.self]),
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
      Pager.finish()
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
