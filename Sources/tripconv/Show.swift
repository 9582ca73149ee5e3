import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv show`: prints one trip with its objects, without reading other trips.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints one trip with its bucket list and accommodation.",
    discussion: """
      Of a .trips file with more than 4 MiB of records, only the parts that hold the trip are read, as \
      its index tells; an index that contradicts these parts is refused. --verify reads all records. \
      Trips that share the name are printed one after the other. Files of old versions are read whole, to be \
      brought to the current one, unless --keep-version is given.
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "file"))
  var input: InputArgument

  @Option(help: ArgumentHelp("The trip's name.", valueName: "name"))
  var trip: String

  @Flag(help: "Print a flat JSON document that holds the trip alone.")
  var json = false

  @Flag(help: "Read all records, and compare the file's index with them.")
  var verify = false

  @Flag(help: "Keep the version of the schema, whichever it is; newer ones too.")
  var keepVersion = false

  @OptionGroup var limits: LimitOptions

  func run() throws {
    let document = try OpenedPart.document(
      limits.applied(to: input), keepVersion: keepVersion, verifiesIndexes: verify)
    guard
      document.schema.entity(named: "Trip")?.attributes.contains(where: { $0.name == "name" })
        ?? false
    else {
      let names = document.schema.entities.map(\.name).joined(separator: ", ")
      throw CommandFailure(
        .badData,
        [
          Message.prefix
            + DocumentError.printable(
              "\(input.name): it has no trips, but: \(names) (see tripconv dump --help)")
        ])
    }
    let subset: TablesSubset
    do {
      subset = try document.subset(of: "Trip", where: [("name", .text(trip))])
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    guard !subset.objects.isEmpty else {
      let name = DocumentError.printable(trip.quotedIfBlank)
      let authority =
        subset.reliesOnIndexes ? ", by the file's index; --verify reads all records" : ""
      throw CommandFailure(
        .badData,
        [
          Message.prefix
            + "\(DocumentError.printable(input.name)): there is no trip named \(name)\(authority)."
        ])
    }
    do {
      if json {
        let options = DocumentWriteOptions(encoding: .json, type: document.header.type)
        try StandardOutput.write(
          try DocumentFile.bytes(of: subset.closed().tables, form: .flat, options: options))
      } else {
        try OpenedPart.dump(subset, all: false)
      }
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }
}
