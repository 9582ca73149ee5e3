import ArgumentParser
import DocumentFile
import DocumentTables
import TripFormats

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
      after = finds objects without a value, and a value in double quotation marks is taken as it is. \
      Several conditions must all be true. --from and --until find what lies, also in part, between \
      two days, months or years.

      --group-by prints one line for each group of objects with equal values, with their number; \
      --sum, --average, --min, --max and --distinct compute values of each group, or of all objects \
      without --group-by. Objects without a value are a group, and are left out of sums, averages, \
      least and greatest values. year, month or day of a date is a property, too: year(endDate), or \
      year for the first date. So are members, as price.currency; properties of the object that one \
      belongs to, as trip.name; and entity. Amounts of different currencies are never added: a price \
      adds its currency to the group. --sort takes the heading of a column.

      EXAMPLES
        tripconv list journeys.trips
        tripconv list a.trips --where destination~paris --where 'startDate>=1831'
        tripconv list a.trips --from 2026-05 --until 2026-07-15
        tripconv list a.trips --sort name --columns name,destination --first 10
        tripconv list a.trips --entity BucketListItem --where isInPlan=yes
        tripconv list a.trips --group-by destination --sort count --reverse
        tripconv list a.trips --group-by year --sum perdiem --average perdiem
        tripconv list a.trips --entity Stay --group-by trip.name --sum price
        tripconv list a.trips --json | jq -r '.objects[].attributes.name'
      """)

  @Argument(
    help: ArgumentHelp(
      "The document to read, or - for standard input; not needed if that is a file or a pipe.",
      valueName: "file"))
  var file: InputArgument?

  private var input: InputArgument { file ?? .standardInput }

  @Option(help: ArgumentHelp("List the objects of this entity.", valueName: "name"))
  var entity: String?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "List only objects that meet this condition; may be repeated.", valueName: "condition"),
    transform: { try ObjectFilter($0) })
  var conditions: [ObjectFilter] = []

  @Option(
    help: ArgumentHelp("List only objects that end on this day or later.", valueName: "day"))
  var from: String?

  @Option(
    help: ArgumentHelp("List only objects that begin on this day or earlier.", valueName: "day"))
  var until: String?

  @OptionGroup var grouping: GroupingOptions

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

  @Flag(help: "Print groups as CSV with a heading.")
  var csv = false

  @Flag(help: "Do not migrate; keep the document's schema version, even a newer one.")
  var keepVersion = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var pager: PagerOption

  func validate() throws {
    try InputArgument.require(file)
    try SelectionOptions.validate(from: from, until: until)
    if let first, first < 0 { throw ValidationError("--first takes a number from 0") }
    if columns != nil, json { throw ValidationError("--columns and --json cannot be combined") }
    if json, csv { throw ValidationError("--json and --csv cannot be combined") }
    if csv, !grouping.isRequested {
      throw ValidationError(
        "--csv prints groups; for the objects themselves run tripconv convert -o file.csv")
    }
    if columns != nil, grouping.isRequested {
      throw ValidationError(
        "--columns cannot be combined with groups, whose columns are what they are grouped by and "
          + "what is computed")
    }
  }

  func run() throws {
    pager.begin()
    let display = messages.display(input, isPrinted: true)
    defer { display.clear() }
    let document = try display.observingMigration {
      try OpenedPart.document(
        try ForeignInput.document(limits.applied(to: input)), keepVersion: keepVersion)
    }
    let names = try RequestedEntity.names(entity, in: document.schema, of: input, "tripconv list")
    if names.count > 1,
      !conditions.isEmpty || from != nil || until != nil || sort != nil || columns != nil
        || grouping.isRequested
    {
      throw UsageError.failure(
        "tripconv list", "name an entity with --entity: \(names.joined(separator: ", "))")
    }
    func objects(_ entity: String) throws -> Tables {
      do {
        return try document.subset(ofAll: entity) { display.show($0) }.tables
      } catch {
        throw CommandFailure(error, file: input.name)
      }
    }
    let output: String
    let conditions =
      try names.first.map {
        self.conditions + (try PeriodBounds.filters($0, document.schema, from: from, until: until))
      } ?? self.conditions
    if let entity = names.first, grouping.isRequested {
      let groups = try ObjectGroups(
        of: entity, in: try objects(entity), where: conditions, grouping, sortedBy: sort,
        reverse: reverse, first: first, related: objects)
      output = try text(groups, document.schema)
    } else {
      let lists = try names.map { name in
        try ObjectList(
          of: name, in: try objects(name), where: conditions, sortedBy: sort, reverse: reverse,
          first: first)
      }
      output =
        json
        ? try text(.array(lists.flatMap(\.trees)), named: "objects", document.schema)
        : try text(lists)
    }
    display.finish()
    do {
      try StandardOutput.write(output)
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

  private func text(_ groups: ObjectGroups, _ schema: TableSchema) throws -> String {
    if json { return try text(.array(groups.trees), named: "groups", schema) }
    if csv { return csv(ObjectTable(heading: groups.heading, rows: groups.cells)) }
    let color = StandardOutput.isTerminal ? TerminalColor.standardOutput : nil
    return groups.lines(heading: color).map { $0 + "\n" }.joined()
  }

  private func csv(_ table: ObjectTable) -> String {
    var bytes: [UInt8] = []
    for row in [table.heading] + table.rows {
      for (position, cell) in row.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        CSVText.append(cell.utf8, delimiter: UInt8(ascii: ","), to: &bytes)
      }
      bytes += [13, 10]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func text(_ items: Tree, named name: String, _ schema: TableSchema) throws -> String {
    try JSONText.of(
      .members([
        "version": .integer(1), "file": .text(input.name),
        "schema": .members([
          "name": .text(schema.name), "version": schema.version.map { .text($0.text) } ?? .null,
        ]),
        name: items,
      ]))
  }
}
