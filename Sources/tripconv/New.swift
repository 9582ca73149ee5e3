import ArgumentParser
import DocumentData
import DocumentFile
import DocumentTables

/// `tripconv new`: creates an empty document.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Create an empty document.",
    discussion: """
      The name ends in .trips, .trips.json or .trips.xml. The document keeps a history of its saves \
      with old and new values, so that tripconv undo works; --history says otherwise. An existing \
      file is never replaced.

      EXAMPLES
        tripconv new journeys.trips
        tripconv add journeys.trips trip name=Lisbon start="3 May" end="10 May"
        tripconv new journeys.trips.json --history none
      """)

  @Argument(help: ArgumentHelp("The file to create.", valueName: "file"), completion: .file())
  var file: String

  @OptionGroup var target: VersionOption

  @Option(
    help: ArgumentHelp(
      "What the history keeps of each save: values, names or none.", valueName: "detail"))
  var history: HistoryDetail = .values

  func validate() throws { _ = try Self.format(of: file) }

  private static func format(of file: String) throws -> FormatName {
    guard let format = FormatName(fileName: file) else {
      throw ValidationError(
        "the name \(file.quotedIfBlank) implies no format: it ends in .trips, .trips.json or .trips.xml"
      )
    }
    return format
  }

  /// Returns an empty document of the newest version in the format that a name implies.
  static func bytes(named file: String) throws -> [UInt8] {
    let format = try format(of: file)
    return try DocumentFile.bytes(
      of: try tables(nil, history: HistoryDetail.values.policy), form: format.form,
      options: DocumentWriteOptions(encoding: format.encoding, type: .trips))
  }

  func run() throws {
    let format = try Self.format(of: file)
    do {
      let tables = try Self.tables(target.version, history: history.policy)
      let created = try DocumentFile.create(
        tables, form: format.form,
        options: DocumentWriteOptions(encoding: format.encoding, type: .trips), at: file)
      if let problem = created.durabilityProblem { throw problem }
    } catch let error as DocumentError where error.code == .fileChanged {
      throw CommandFailure(
        .cannotCreate, "it exists already; tripconv new replaces no file", at: file)
    } catch {
      throw CommandFailure(error, file: file)
    }
  }

  /// Returns an empty document of a version of the trip schema, by default the newest.
  static func tables(_ version: SchemaVersion?, history: HistoryPolicy) throws -> Tables {
    guard let version = version ?? TripMigration.releasedVersions.last,
      let schema = try TripMigration.tableSchema(version)
    else { throw CommandFailure(.internalError, "no schema is released") }
    var tables = Tables(schema: schema, documentID: .random(in: .min ... .max), nextKey: 1)
    tables.history = History(
      document: tables.documentID, lineage: .random(in: .min ... .max), policy: history)
    return tables
  }
}
