import ArgumentParser
import DocumentFile
import DocumentMigration
import DocumentTables

/// `tripconv history net`: prints one change for each object, over many transactions.
struct ShowNetChanges: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "net",
    abstract: "Show what changed on balance: one change for each object.",
    discussion: """
      Joins the recorded saves after a number: an object that was inserted and deleted is left out, \
      and so is a value that came back. Old values are those before the first save, new values those after \
      the last one, as far as the document's policy keeps values. Names are those of the document's \
      schema.

      EXAMPLES
        tripconv history net book.trips --since 120
        tripconv history net book.trips --author widget --entity Trip --json
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "file"))
  var input: InputArgument

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Join only saves after this number.", valueName: "number"))
  var since: Int64?

  @Option(help: ArgumentHelp("Join only saves of this author.", valueName: "name"))
  var author: String?

  @Option(
    help: ArgumentHelp("Show only objects of this entity and its subentities.", valueName: "name"))
  var entity: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var pager: PagerOption

  func validate() throws {
    if let since, since < 0 { throw ValidationError("--since takes the number of a save, or 0") }
  }

  func run() throws {
    pager.begin()
    let document = try DocumentWithHistory(
      ForeignInput.document(limits.applied(to: input), history: .keep))
    let history = document.history
    let removed = history.removedThrough
    if let since, since < removed {
      throw CommandFailure(
        .notFound,
        "saves up to \(removed) were removed, so the changes since save \(since) are not known",
        at: input.name)
    }
    if since == nil, removed > 0 {
      StandardError.say(
        Message(
          .note, "saves up to \(removed) were removed; the changes begin behind them",
          at: input.name))
    }
    let changes = NetChanges(history, try choice(document.content.tables.schema, history))
    do {
      try StandardOutput.write(
        json
          ? JSONText.of(HistoryText.tree(of: history, changes, since: since ?? 0))
          : HistoryText.text(of: changes))
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }

  private func choice(
    _ schema: TableSchema, _ history: History
  ) throws(CommandFailure) -> NetChanges.Choice {
    var entities: Set<String>?
    if let entity {
      let name = try RequestedEntity.entity(entity, in: schema, "tripconv history net").name
      let wanted = schema.entities.map(\.name).filter { schema.isEntity($0, kindOf: name) }
      entities = Set(wanted)
    }
    let paths = history.schemas.mapValues { recorded in
      NamePath(from: recorded, to: schema, through: { TripMigration.releasedSchemas })
    }
    return NetChanges.Choice(
      schema: schema, after: since ?? 0, entities: entities,
      isChosen: { author == nil || $0 == author },
      entity: { paths[$1]?.entity($0) },
      property: { paths[$2]?.property($0, of: $1) })
  }
}
