import ArgumentParser
import DocumentFile
import DocumentTables
import TripPages

/// `tripconv remove`: removes an object with what it owns.
struct Remove: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Remove a trip with what it owns from a document.",
    discussion: """
      Finds the trip as tripconv show does, or by its number. What the trip owns is removed with it; \
      what else refers to it refers to nothing then. --entity removes another kind of object, such as \
      a stay. tripconv undo brings it back, if the history of the document keeps values.

      The document is migrated to the current version. An import that made the object does not bring \
      it back.

      EXAMPLES
        tripconv remove journeys.trips lisbon
        tripconv remove journeys.trips "Hotel Mundial" --entity stay --backup
        tripconv remove journeys.trips '#45'
      """)

  @Argument(
    help: ArgumentHelp("The document to change, or - for standard input.", valueName: "document"))
  var input: InputArgument

  @Argument(
    help: ArgumentHelp("The name, a part of it, or the number, as in '#45'.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("Remove an object of this entity.", valueName: "entity"))
  var entity: String?

  @OptionGroup var change: ChangeOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws { try change.check(input) }

  func run() throws { try change.untilWritten(of: input, save) }

  private func save() throws {
    let destination = try change.destination(of: input)
    let document = try OpenedDocument(
      limits.applied(to: input), version: .current, history: .keep)
    try document.requireWritable()
    let tables = document.tables
    let entities = try RequestedEntity.names(
      entity, ofObject: name, in: tables.schema, of: input, "tripconv remove")
    let (title, object) = try ObjectSearch(document.partialReader, entities: entities, of: input)
      .object(named: name)
    let deletion: ObjectDeletion
    do throws(ObjectDeletion.Refusal) {
      guard let hierarchy = tables.schema.hierarchyIndex(of: object.entity) else { return }
      deletion = try ObjectDeletion([(hierarchy, object.key)], from: tables)
    } catch {
      throw DeletionWords.failure(error, tables, at: document.name)
    }
    let changed = try ChangedDocument(document, deletion.changes)
    try destination.write(changed.document, of: input)
    for note in MigrationNotes.messages(document) { messages.say(note) }
    let others = deletion.changes.deleted.count - 1
    let advice =
      change.output == nil && tables.history?.policy.detail == .values
      ? "; tripconv undo \(input.name) brings it back" : ""
    messages.say(
      Message(
        .note,
        "removed \(ValueWords.label(object.entity)) #\(object.key) \"\(title)\""
          + (others > 0 ? " with \(others) \(others == 1 ? "object" : "objects") of it" : "")
          + advice,
        at: change.name(of: input)))
  }
}
