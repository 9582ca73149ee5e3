import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv list`: prints one line for each trip.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the trips of a document, one per line.",
    discussion: """
      A document of another schema lists the objects that no other object owns; --entity lists \
      those of one entity. Dates are in UTC. On a terminal a heading names the columns. The title of a \
      cancelled object ends in (cancelled).

      A condition compares a property with a value: = != < <= > >= or ~, which finds a part of a \
      text, regardless of case and accents. A date may be a year, a month or a day. An empty value \
      after = finds objects without a value. Several conditions must all be true.

      EXAMPLES
        tripconv list journeys.trips
        tripconv list a.trips --where destination~paris --where 'startDate>=1831'
        tripconv list a.trips --sort name --columns name,destination --first 10
        tripconv list a.trips --entity BucketListItem --where isInPlan=yes
        tripconv list a.trips --json | jq -r '.objects[].attributes.name'
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "file"))
  var input: InputArgument

  @Option(help: ArgumentHelp("List the objects of this entity.", valueName: "name"))
  var entity: String?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "List only objects that meet this condition; may be repeated.", valueName: "condition"),
    transform: { try ObjectFilter($0) })
  var conditions: [ObjectFilter] = []

  @Option(
    help: ArgumentHelp(
      "Sort by this property; by default by the first date, or else by the title.",
      valueName: "property"))
  var sort: String?

  @Flag(help: "Reverse the order.")
  var reverse = false

  @Option(help: ArgumentHelp("List at most this many objects.", valueName: "n"))
  var first: Int?

  @Option(
    help: ArgumentHelp("Print these properties, separated by commas.", valueName: "properties"))
  var columns: String?

  @Flag(help: "Print JSON with all attributes.")
  var json = false

  @Flag(help: "Do not migrate; keep the document's schema version, even a newer one.")
  var keepVersion = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if let first, first < 0 { throw ValidationError("--first takes a number from 0") }
    if columns != nil, json { throw ValidationError("--columns and --json cannot be combined") }
  }

  func run() throws {
    let display = messages.display(input, isPrinted: true)
    defer { display.clear() }
    let document = try display.observingMigration {
      try OpenedPart.document(
        try ForeignInput.document(limits.applied(to: input)), keepVersion: keepVersion)
    }
    let names = try RequestedEntity.names(entity, in: document.schema, of: input, "tripconv list")
    if names.count > 1, !conditions.isEmpty || sort != nil || columns != nil {
      throw UsageError.failure(
        "tripconv list", "name an entity with --entity: \(names.joined(separator: ", "))")
    }
    var lists: [ObjectList] = []
    for name in names {
      let subset: TablesSubset
      do {
        subset = try document.subset(ofAll: name) { display.show($0) }
      } catch {
        throw CommandFailure(error, file: input.name)
      }
      lists.append(
        try ObjectList(
          of: name, in: subset.tables, where: conditions, sortedBy: sort, reverse: reverse,
          first: first))
    }
    display.finish()
    do {
      try StandardOutput.write(json ? try json(lists, document.schema) : try text(lists))
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }

  private func text(_ lists: [ObjectList]) throws -> String {
    let color = TerminalColor.standardOutput
    let isTerminal = StandardOutput.isTerminal
    var lines: [String] = []
    for list in lists where lists.count == 1 || !list.objects.isEmpty {
      if lists.count > 1 {
        if !lines.isEmpty { lines.append("") }
        lines.append(color.bold(DocumentError.printable(list.entity)))
      }
      lines += try list.table(columns).lines(heading: isTerminal ? color : nil)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func json(_ lists: [ObjectList], _ schema: TableSchema) throws -> String {
    try JSONText.of(
      .members([
        "version": .integer(1), "file": .text(input.name),
        "schema": .members([
          "name": .text(schema.name), "version": schema.version.map { .text($0.text) } ?? .null,
        ]),
        "objects": .array(lists.flatMap(\.trees)),
      ]))
  }
}
