import DocumentTables

/// What a document keeps of a calendar: extension records with content lines as they were read.
///
/// The record of a component is anchored to the object that was made of it, so it is deleted with the
/// object. Its lines are the state of the last import, and digests of what the import made of them tell which fields
/// have been edited since.
enum CalendarRecords: RecordForm {
  static let fileEntity = "org.tripdocuments.icalendar.calendar"
  static let objectEntity = "org.tripdocuments.icalendar.component"

  /// A calendar without its components.
  struct Calendar: StoredFile {
    var key: ObjectKey
    /// What identifies the calendar in a document.
    var identity: String
    var properties: [ContentLine]
    /// The zone in which times without one were read, if an option stated it.
    var timeZone: String?
    /// The name of the calendar's trip if no property states one.
    var fallbackName: String
    /// The identities of the components at the last import: those without an object were deleted by a
    /// person.
    var known: [String]
  }

  /// A component, or the trip that was made for a calendar.
  struct Component: StoredObject {
    var key: ObjectKey
    var anchor: ObjectKey?
    var calendar: String
    var file: String { calendar }
    /// Nil for the trip of a calendar.
    var component: CalendarComponent?
    var identity: String
    /// The entity at the import; nil for components that are no objects.
    var entity: String?
    /// The identity of the trip's component at the import; empty for the trip of the calendar, nil for
    /// none.
    var parent: String?
    /// What the import made of the object; nil for components that are no objects, and in records of earlier versions.
    var made: MadeFields?
    /// Whether the object has another entity or another trip than the rules gave it at the last import, so that an
    /// export has to state them.
    var isStated = false
  }

  typealias File = Calendar
  typealias Object = Component
}

extension [ContentLine] {
  /// Reads content lines, one in each line of a text; others are left out.
  fileprivate init(lines text: String) {
    self = text.parts(dividedBy: "\n").compactMap { try? ContentLine(String($0)) }
  }

  fileprivate var joined: String { map(\.text).joined(separator: "\n") }
}

extension CalendarRecords.Calendar {
  init?(_ record: ExtensionRecord) {
    guard let identity = record.value["identity"]?.textValue,
      let properties = record.value["properties"]?.textValue
    else { return nil }
    let lines = [ContentLine](lines: properties)
    let statesZone = lines.contains { ["X-WR-TIMEZONE", "TIMEZONE-ID"].contains($0.name) }
    self.init(
      key: record.key, identity: identity, properties: lines,
      timeZone: statesZone
        ? record.value["timeZone"]?.textValue : FloatingZone.name(in: record.value),
      fallbackName: record.value["fallbackName"]?.textValue ?? "",
      known: record.value["known"]?.arrayValue?.compactMap(\.textValue) ?? [])
  }

  var record: ExtensionRecord {
    var members: [String: Tree] = [
      "identity": .text(identity), "properties": .text(properties.joined),
      "fallbackName": .text(fallbackName),
      "known": .array(known.map { .text($0) }),
    ]
    FloatingZone.state(timeZone, in: &members)
    return ExtensionRecord(
      entity: CalendarRecords.fileEntity, key: key, value: .members(members))
  }
}

extension CalendarRecords.Component {
  init?(_ record: ExtensionRecord) {
    guard let calendar = record.value["calendar"]?.textValue else { return nil }
    var component: CalendarComponent?
    if let name = record.value["name"]?.textValue,
      let lines = record.value["lines"]?.textValue
    {
      component = CalendarComponent(name: name, lines: [ContentLine](lines: lines))
    }
    self.init(
      key: record.key, anchor: record.anchor, calendar: calendar, component: component,
      identity: record.value["identity"]?.textValue ?? "",
      entity: record.value["entity"]?.textValue, parent: record.value["parent"]?.textValue,
      made: MadeFields(record.value[MadeFields.member]),
      isStated: record.value["stated"]?.boolValue ?? false)
  }

  var record: ExtensionRecord {
    var members: [String: Tree] = ["calendar": .text(calendar), "identity": .text(identity)]
    members["name"] = component.map { .text($0.name) }
    members["lines"] = component.map { .text($0.lines.joined) }
    members["entity"] = entity.map { .text($0) }
    members["parent"] = parent.map { .text($0) }
    members[MadeFields.member] = made?.tree
    if isStated { members["stated"] = .bool(true) }
    return ExtensionRecord(
      entity: CalendarRecords.objectEntity, key: key, anchor: anchor, value: .members(members))
  }
}
