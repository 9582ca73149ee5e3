import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv generate`: generates documents of any size, equal for equal arguments.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Generate a document of any size, for tests and measurements.",
    discussion: """
      Equal arguments give equal documents on every machine. Names, places and addresses are in \
      many languages and scripts. In version 1.0.0 every twentieth trip repeats the name of an \
      earlier one, so that a migration merges duplicates. A trip is the same in every version; only \
      5.0.0 and 6.0.0 have its legs, places and participants, only 6.0.0 its tickets and prices.

      EXAMPLES
        tripconv generate --trips 100 --seed 7 -o some.trips
        tripconv generate --trips 20 --seed 1 --schema-version 1.0.0 -o old.trips.json
      """)

  // Unconditional parsing takes a negative number as the value, not as an option, so the error
  // message is about the number.
  @Option(parsing: .unconditional, help: ArgumentHelp("The number of trips.", valueName: "n"))
  var trips: Int

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A number that selects the document.", valueName: "s"))
  var seed: UInt64 = 0

  @OptionGroup var target: VersionOption

  @Flag(help: "Use words of ASCII letters only.")
  var ascii = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var messages: MessageOptions

  private static let mostTrips = 20_000_000

  private var version: SchemaVersion? {
    target.version ?? TripMigration.releasedVersions.last
  }

  func validate() throws {
    guard (0...Self.mostTrips).contains(trips) else {
      throw ValidationError("--trips takes 0 to 20,000,000")
    }
  }

  func run() throws {
    try output.target.requireCreatable()
    let display = messages.display(of: output.target.name, isPrinted: output.output == "-")
    defer { display.clear() }
    let tables: Tables
    do {
      guard let version, let schema = try TripMigration.tableSchema(version) else { return }
      tables = TripGenerator(
        schema: schema, trips: trips, seed: seed, vocabulary: ascii ? .ascii : .multilingual
      ).makeTables { display.show("generating", $0, of: trips, "trips") }
    } catch {
      throw CommandFailure(error, file: nil)
    }
    display.clear()
    _ = try output.file.write(.held(HeldRows(tables: tables, type: .trips)))
    display.finish()
  }
}
