import ArgumentParser
import DocumentFile
import DocumentTables
import Foundation
import TripPages

/// `tripconv add`: adds an object to a document.
struct Add: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add a trip, or something of a trip, to a document.",
    discussion: """
      Names the kind of object and its properties. A kind is an entity of the document's schema, such \
      as trip, business-trip, stay, leg, item or participant; a property may be called by the \
      beginning of its name, as start for startDate. tripconv add FILE trip alone lists the \
      properties. A relationship takes the name of the other object, a part of it, or its number: \
      trip=Lisbon, trip='#45'. A list takes several: links=… links=…

      Days and times may be written as people say them: 2027-05-03, '3 May', tomorrow, 'in 2 weeks', \
      friday, '3 May 14:30', 'tomorrow 9:00 Europe/Lisbon'. A day without a year is the next such \
      day, and not before one that was stated before it.

      The document is migrated to the current version. What was added is printed with its number.

      EXAMPLES
        tripconv new a.trips
        tripconv add a.trips trip name=Lisbon start="3 May" end="10 May"
        tripconv add a.trips stay trip=lisbon name="Hotel Mundial" checkin="3 May"
        tripconv add a.trips leg trip=lisbon from=Berlin to=Lisbon mode=flight
        tripconv add a.trips item trip=lisbon title="Tram 28" start="4 May 9:30"
        tripconv add a.trips item title=Fado price.amount=25 price.currency=EUR
      """)

  @Argument(
    help: ArgumentHelp("The document to change, or - for standard input.", valueName: "document"))
  var input: InputArgument

  @Argument(help: ArgumentHelp("The kind of object, such as trip or stay.", valueName: "entity"))
  var entity: String

  @Argument(help: ArgumentHelp("The properties, such as name=Lisbon.", valueName: "property=value"))
  var properties: [StatedProperty] = []

  @OptionGroup var change: ChangeOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws { try change.check(input) }

  func run() throws { try change.untilWritten(of: input, save) }

  private func save() throws {
    let command = "tripconv add"
    let destination = try change.destination(of: input)
    let document = try OpenedDocument(
      limits.applied(to: input), version: .current, history: .keep)
    try document.requireWritable()
    let schema = document.tables.schema
    let entity = try RequestedEntity.entity(
      self.entity, in: schema, isConcrete: true, command)
    let addition = try ObjectAddition(
      entity, properties, to: document, of: input, WritingClock(today: Self.today), command)
    let changed = try ChangedDocument(document, addition.changes)
    try destination.write(changed.document, of: input)
    for note in MigrationNotes.messages(document) { messages.say(note) }
    let name = change.name(of: input)
    messages.say(Message(.note, Self.words(addition, changed.document.tables), at: name))
    if !addition.missingOwners.isEmpty {
      let owners = addition.missingOwners.map { ValueWords.label($0) }
      let properties = addition.missingOwners.map { ValueWords.label($0) + "=" }
      messages.say(
        Message(
          .note,
          "it belongs to no \(owners.joined(separator: " and no ")); \(properties.joined(separator: " or ")) and a name says to which",
          at: name))
    }
  }

  /// The day on the clock of this machine.
  static var today: Int64 {
    let now = Date()
    let seconds =
      now.timeIntervalSinceReferenceDate + Double(TimeZone.current.secondsFromGMT(for: now))
    // A clock outside the years of a document is wrong anyway.
    return Int64(min(max((seconds / 86_400).rounded(.down), -1e6), 1e6))
  }

  /// Returns what was added: its kind, number, title and days.
  private static func words(_ addition: ObjectAddition, _ tables: Tables) -> String {
    guard let place = tables.find(addition.key) else { return "added" }
    let reader = ObjectReader(tables)
    let object = reader.object(at: place.location, hierarchy: place.hierarchy)
    let moments = (reader.presentations[object.entity.name]?.attributes ?? []).compactMap {
      attribute -> String? in
      guard attribute.type == .scalar(.day) || attribute.type == .scalar(.date) else { return nil }
      return reader.moment(of: attribute, in: object)?.short
    }
    return
      "added \(ValueWords.label(object.entity.name)) #\(addition.key) \"\(reader.title(of: object))\""
      + (moments.isEmpty ? "" : ", " + moments.joined(separator: " to "))
  }
}
