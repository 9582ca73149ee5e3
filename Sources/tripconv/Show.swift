import ArgumentParser
import DocumentFile
import DocumentTables
import TripPages

/// `tripconv show`: prints one trip with what it owns.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print one trip with what it owns, or write trips as a web page.",
    discussion: """
      Finds the trip by its name, by a part of it, regardless of case and accents, or by its number. If \
      several names contain the part, they are listed with their numbers. Trips that share the name are printed one after the \
      other. Of a document of another schema, shows an object that no other object owns, or one of \
      the given entity. Dates are in UTC.

      Of a .trips file with more than 4 MiB of records, a full name reads only the parts that \
      contain the trip, as the file's index tells; an index that contradicts these parts is \
      rejected. Documents of older versions are read whole and migrated in memory.

      With -o, writes a page for a browser and for paper: timeline, lists, and a map with coasts, \
      borders, routes by kind of transport, and stays by nights. Without a name, the page has all \
      trips and an overview with a map by year; from 2,000 trips or 5 MB on, it is the overview, and \
      pages beside it have the years. A page loads nothing, and only its search needs a script. PNG, JPEG, GIF and WebP attachments of a trip and \
      of what it owns are part of it.

      EXAMPLES
        tripconv show journeys.trips beagle
        tripconv show journeys.trips "The Voyage of the Beagle" --json
        tripconv show journeys.trips beagle -o beagle.html
        tripconv show journeys.trips -o journeys.html
        tripconv show journeys.trips beagle -o for-friends.html --without bookings
      """)

  @Argument(
    help: ArgumentHelp(
      "The document to read, or - for standard input; not needed if that is a file or a pipe.",
      valueName: "file"))
  var file: InputArgument?

  private var input: InputArgument { file ?? .standardInput }

  @Argument(
    help: ArgumentHelp(
      "The trip's name, a part of it, or its number, as in '#45'; not needed for a document with one trip.",
      valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Show an object of this entity.", valueName: "entity"))
  var entity: String?

  @Flag(help: "Print a flat JSON document that contains only this trip.")
  var json = false

  @OptionGroup var page: PageOptions
  @OptionGroup var sharing: SharingOption

  @Flag(help: "Read all records and compare the file's index with them.")
  var verify = false

  @Flag(help: "Do not migrate; keep the document's schema version, even a newer one.")
  var keepVersion = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var pager: PagerOption

  func validate() throws {
    try InputArgument.require(file)
    guard let target = page.target else {
      if sharing.without != nil { throw ValidationError("--without is for pages: add -o") }
      return
    }
    if json { throw ValidationError("--json cannot be combined with -o") }
    if verify { throw ValidationError("--verify is not for pages: -o reads all records") }
    try input.refuse(asOutput: target, advice: "name another file for the page")
  }

  func run() throws {
    if let target = page.target { return try writePage(to: target) }
    pager.begin()
    let document = try OpenedPart.document(
      try ForeignInput.document(limits.applied(to: input)), keepVersion: keepVersion,
      verifiesIndexes: verify)
    let names = try RequestedEntity.names(
      entity, ofObject: name, in: document.schema, of: input, "tripconv show")
    let search = ObjectSearch(document, entities: names, of: input)
    let found = try search.objects(named: name)
    do {
      if json {
        guard found.count == 1, let (_, subset) = found.first else {
          throw search.ambiguous(
            found.flatMap { title, subset in subset.objects.map { (title, $0.key) } })
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

  private func writePage(to target: WriteTarget) throws {
    let display = messages.display(input, isPrinted: target == .standardOutput)
    defer { display.clear() }
    var opened = try display.observingMigration {
      try OpenedDocument(
        try ForeignInput.document(limits.applied(to: input)),
        version: keepVersion ? .own : .current, mayKeepVersion: true)
    }
    let sharingNote = try sharing.apply(to: &opened)
    let tables = opened.tables
    let names = try RequestedEntity.names(
      entity, ofObject: name, in: tables.schema, of: input, "tripconv show")
    let reader = ObjectReader(tables)
    var objects: [ObjectReader.Object] = []
    if name == nil {
      for name in names {
        objects += try ObjectList(
          of: name, in: tables, where: [], sortedBy: nil, reverse: false, first: nil
        ).objects
      }
    }
    if objects.isEmpty {
      let search = ObjectSearch(opened.partialReader, entities: names, of: input)
      objects = try search.objects(named: name).flatMap { _, subset in
        subset.objects.compactMap { object in
          tables.schema.hierarchyIndex(of: object.entity).flatMap {
            reader.object(object.key, hierarchy: $0)
          }
        }
      }
    }
    do {
      let notes = try page.write(
        PageFiles(objects, reader), to: target,
        mayReplace: { try input.refuse(asOutput: $0, advice: "name another file for the page") }
      ) {
        display.show("writing", $0, of: $1, "objects")
      }
      display.finish()
      if let sharingNote { messages.say(sharingNote) }
      for note in notes { messages.say(Message(.note, note, at: target.name)) }
    } catch let error as ValidationError {
      throw error
    } catch {
      throw CommandFailure(error, file: target == .standardOutput ? nil : target.name)
    }
  }
}
