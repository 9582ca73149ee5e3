import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv show`: prints one trip with what it owns.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print one trip with its bucket list and accommodation.",
    discussion: """
      Finds the trip by its name, or by a part of it, regardless of case and accents. If several \
      names contain the part, they are listed. Trips that share the name are printed one after the \
      other. Of a document of another schema, shows an object that no other object owns, or one of \
      the given entity. Dates are in UTC.

      Of a .trips file with more than 4 MiB of records, a full name reads only the parts that \
      contain the trip, as the file's index tells; an index that contradicts these parts is \
      rejected. Documents of older versions are read whole and migrated in memory.

      EXAMPLES
        tripconv show journeys.trips beagle
        tripconv show journeys.trips "The Voyage of the Beagle" --json
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "file"))
  var input: InputArgument

  @Argument(
    help: ArgumentHelp(
      "The trip's name or a part of it; not needed for a document with one trip.",
      valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Show an object of this entity.", valueName: "entity"))
  var entity: String?

  @Flag(help: "Print a flat JSON document that contains only this trip.")
  var json = false

  @Flag(help: "Read all records and compare the file's index with them.")
  var verify = false

  @Flag(help: "Do not migrate; keep the document's schema version, even a newer one.")
  var keepVersion = false

  @OptionGroup var limits: LimitOptions

  func run() throws {
    let document = try OpenedPart.document(
      try ImportedStore.document(limits.applied(to: input)), keepVersion: keepVersion,
      verifiesIndexes: verify)
    let names = try RequestedEntity.names(entity, in: document.schema, of: input, "tripconv show")
    let search = ObjectSearch(document, entities: names, of: input)
    let found = try search.objects(named: name)
    do {
      if json {
        guard found.count == 1, let (_, subset) = found.first else {
          throw search.ambiguous(found.map(\.title))
        }
        let options = DocumentWriteOptions(encoding: .json, type: document.header.type)
        return try StandardOutput.write(
          try DocumentFile.bytes(of: subset.closed().tables, form: .flat, options: options))
      }
      let texts = found.flatMap { _, subset in
        let reader = ObjectReader(subset.tables)
        return subset.objects.compactMap { object in
          subset.tables.schema.hierarchyIndex(of: object.entity).flatMap {
            reader.object(object.key, hierarchy: $0)
          }.map { ObjectText.text(of: $0, reader, .standardOutput) }
        }
      }
      try StandardOutput.write(texts.joined(separator: "\n"))
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }
}
