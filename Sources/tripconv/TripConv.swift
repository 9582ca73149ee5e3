import ArgumentParser
import DocumentFile

/// The command `tripconv`.
///
///     arguments ─► TripConv ─► one verb ─► DocumentFile, TripMigration ─► documents
///                     └── every error ─► Message ─► words on standard error, an exit code
@main
struct TripConv: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tripconv",
    abstract: "Converts, shows and checks collections of trips.",
    discussion: """
      A collection is a .trips file, or one plain text: .trips.json or .trips.xml. All of them \
      hold the same, and each can be turned into every other. Files of old versions are brought \
      to the current one; the file that is read is never touched.

      EXAMPLES
        tripconv convert old.trips -o new.trips
        tripconv convert journeys.trips -o journeys.trips.json
        tripconv convert journeys.trips -o - --to flat-xml | xmllint --format -
        tripconv inspect journeys.trips
        tripconv plan old.trips
        tripconv migrate --in-place --backup *.trips
        tripconv dump journeys.trips | less
        tripconv show journeys.trips --trip "The Voyage of the Beagle"
        tripconv validate *.trips
        tripconv generate --trips 1000 --seed 7 -o many.trips
        tripconv schema export journeys.trips --as xsd -o journeys.xsd

      FORMS
        trips-json    a .trips file whose parts are JSON
        trips-xml     a .trips file whose parts are XML
        flat-json     one JSON text, for version control and other programs
        flat-xml      one XML text

      EXIT CODES
         0  done
        64  the command was used wrongly
        65  the input is no valid document, too new, would lose what it must not, or
            lacks what was asked for
        66  the input does not exist or cannot be read
        70  an error of this program: please report it
        73  the output cannot be created
        74  reading or writing failed midway
        75  another program holds or changed the file: try again

      Where the reader of a pipe goes away, the command ends by SIGPIPE, without a word.
      """,
    version: DocumentWriteOptions.libraryVersion,
    subcommands: [
      Convert.self, Plan.self, Migrate.self, Inspect.self, Dump.self, Show.self, Validate.self,
      Generate.self,
      SchemaCommands.self,
    ])

  func run() throws {
    let names = Self.configuration.subcommands.map(CommandWords.name).joined(separator: ", ")
    throw ValidationError("name a command: \(names)")
  }

  static func main() {
    ClosedStreams.occupy()
    Signals.prepare()
    do {
      try ArgumentEncoding.check()
      try CommandWords.check(Array(CommandLine.arguments.dropFirst()), of: TripConv.self)
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      failure.end()
    } catch {
      CommandFailure(
        parsing: error, message: message(for: error), fullMessage: fullMessage(for: error),
        exitCode(for: error)
      ).end()
    }
  }
}
