import DocumentFile
import DocumentTables
import Foundation

/// Writes tables of the trip schema as an iCalendar file.
///
///     objects, records ─► calendars ─► components: as they were read, edited, or new ─► lines
///
/// An imported calendar is written with its own properties, in the order of its components. Objects of no
/// imported calendar are in a calendar of the document.
struct CalendarWriter {
  /// The value of DTSTAMP in a document without a history: calendars compare it with other exports of the
  /// same object only.
  static let constantStamp = "19700101T000000Z"

  let schema: TripSchema
  private let tables: Tables
  let records: StoredFiles<CalendarRecords>
  let objects: StatedObjects
  /// The components that are no objects, of calendars that are not written.
  private var droppedComponents = 0
  let recordOfObject: [ObjectKey: CalendarRecords.Component]
  private let stamps: ChangeStamps
  /// What the records of each calendar say of the objects, by the identity of the calendar.
  var stored: [ComparisonText: StoredCalendar] = [:]
  /// The edited fields of the trips of calendars.
  private(set) var editsOfTrip: [ObjectKey: Set<String>] = [:]
  /// The trips of calendars that need an event of their own.
  private var materialized: Set<ObjectKey> = []

  /// Returns the bytes of a file.
  static func bytes(_ tables: Tables, _ schema: TripSchema) -> (bytes: [UInt8], notes: [String]) {
    var writer = CalendarWriter(tables, schema)
    return (writer.write(), writer.notes)
  }

  private init(_ tables: Tables, _ schema: TripSchema) {
    self.schema = schema
    self.tables = tables
    records = StoredFiles<CalendarRecords>(tables)
    objects = StatedObjects(tables, schema)
    recordOfObject = records.ofObjects()
    stamps = ChangeStamps(tables.history, of: objects.all.map(\.key))
  }

  /// What the file does not contain, as sentences.
  private var notes: [String] {
    // The components of a calendar that was read keep their places in it.
    var unwritten = objects.unwritten(
      holdsRecord: CalendarRecords.isOwn,
      keepsOrders: { trip in
        !(objects.parts[trip] ?? []).contains { recordOfObject[$0.key] != nil }
      })
    unwritten.keptComponents = droppedComponents
    var notes = unwritten.notes(for: "iCalendar files")
    if records.files.count > 1 {
      notes.append("the file has several calendars; some programs read only the first")
    }
    return notes
  }

  // MARK: Calendars

  private mutating func write() -> [UInt8] {
    for calendar in records.files {
      stored[ComparisonText(calendar.identity)] = StoredCalendar(
        calendar.identity, records, schema, timeZone: calendar.timeZone, objects.ofKey)
    }
    for object in objects.all where isTripOfCalendar(object) {
      editsOfTrip[object.key] = recordOfObject[object.key].map { edits(of: object, $0) }
      if needsEvent(object) { materialized.insert(object.key) }
    }
    var bytes: [UInt8] = []
    var new: [ComparisonText?: [TripObject]] = [:]
    for object in objects.all where recordOfObject[object.key] == nil {
      new[calendar(of: object), default: []].append(object)
    }
    let own = new[nil] ?? []
    if !own.isEmpty || records.files.isEmpty {
      let calendar = ownCalendar(own)
      append(calendar, written: calendar.components, to: &bytes)
    }
    for calendar in records.files {
      let identity = ComparisonText(calendar.identity)
      let own = records.objects(of: identity)
      // All that was in it has been deleted, or is not selected.
      if !calendar.known.isEmpty, !own.contains(where: isWritten) {
        droppedComponents += own.count { $0.entity == nil && $0.component != nil }
        continue
      }
      let (result, written) = imported(calendar, new[identity] ?? [])
      append(result, written: written, to: &bytes)
    }
    if bytes.isEmpty { append(ownCalendar([]), written: [], to: &bytes) }
    return bytes
  }

  /// Whether a component is the one that states its object: a journey of two calendars is written once.
  private func isWritten(_ record: CalendarRecords.Component) -> Bool {
    record.anchor.map { recordOfObject[$0]?.key == record.key } ?? false
  }

  /// The calendar that an object was read from, or that its trip was.
  private func calendar(of object: TripObject) -> ComparisonText? {
    let record = recordOfObject[object.key] ?? object.trip.flatMap { recordOfObject[$0] }
    return record.map { ComparisonText($0.calendar) }
  }

  /// - Parameter written: The components that are new or edited, which need definitions of their zones.
  private func append(
    _ calendar: ParsedCalendar, written: [CalendarComponent], to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: "BEGIN:VCALENDAR\r\n".utf8)
    for line in calendar.properties { line.append(to: &bytes) }
    for component in ZoneComponent.missing(in: calendar, of: written) + calendar.components {
      component.append(to: &bytes)
    }
    bytes.append(contentsOf: "END:VCALENDAR\r\n".utf8)
  }

  private mutating func ownCalendar(_ own: [TripObject]) -> ParsedCalendar {
    var head = CalendarComponent(name: "VCALENDAR", lines: ParsedCalendar.made.properties)
    head.append("UID", text: documentUID)
    let trips = own.filter { schema.isTrip($0.entity) }
    if trips.count == 1, let trip = trips.first {
      head.append("NAME", text: trip.text("name"))
      head.append("X-WR-CALNAME", text: trip.text("name"))
    }
    if let last = stamps.last { head.append("LAST-MODIFIED", value: Self.text(ofStamp: last)) }
    var calendar = ParsedCalendar(properties: head.lines)
    var editing = ComponentEditing(ComponentReading(schema, CalendarZones(calendar, floating: nil)))
    for object in inOrder(own) { calendar.components.append(made(object, &editing)) }
    return calendar
  }

  /// Returns trips, each with its parts behind it in the order of its lists, then objects without a trip.
  private func inOrder(_ own: [TripObject]) -> [TripObject] {
    let keys = Set(own.map(\.key))
    let trips = own.filter { schema.isTrip($0.entity) }
    return trips.flatMap { trip in
      [trip] + (objects.parts[trip.key] ?? []).filter { keys.contains($0.key) }
    }
      + own.filter { object in
        !schema.isTrip(object.entity) && !(object.trip.map(keys.contains) ?? false)
      }
  }

  /// The components of a calendar on their way into its file.
  private struct Components {
    var all: [CalendarComponent] = []
    /// The objects of components.
    var owners: [Int: TripObject] = [:]
    /// The stored components that objects were made of.
    var originals: [Int: CalendarComponent] = [:]
    /// The identities of events of which only this version is kept.
    var olderVersions: [Int: ComparisonText] = [:]

    mutating func add(_ component: CalendarComponent, of owner: TripObject) {
      owners[all.count] = owner
      all.append(component)
    }

    /// Removes older versions of edited and deleted events, which would be events of their own.
    mutating func removeOlderVersions() {
      let unedited = Set(
        originals.flatMap { index, original in
          all[index] == original
            ? [CalendarContent.identity(of: original), original.departureIdentity] : []
        }.compactMap { $0.map { ComparisonText($0) } })
      all = all.indices.filter { olderVersions[$0].map(unedited.contains) ?? true }
        .map { all[$0] }
    }
  }

  private mutating func imported(
    _ calendar: CalendarRecords.Calendar, _ new: [TripObject]
  ) -> (calendar: ParsedCalendar, written: [CalendarComponent]) {
    let identity = ComparisonText(calendar.identity)
    let own = records.objects(of: identity)
    let parsed = ParsedCalendar(
      properties: calendar.properties, components: own.compactMap(\.component))
    var editing = ComponentEditing(
      ComponentReading(
        schema, CalendarZones(parsed, floating: calendar.timeZone),
        cancelsAll: parsed.method == .cancel))
    var result = ParsedCalendar(properties: calendar.properties)
    var components = Components()
    for record in own {
      if let component = record.component {
        add(component, record, to: &components, &editing)
      } else if let trip = record.anchor.flatMap({ objects.ofKey[$0] }) {
        result.properties = properties(result.properties, of: trip, calendar)
        if materialized.contains(trip.key) { components.add(made(trip, &editing), of: trip) }
      }
    }
    for object in inOrder(new) { components.add(made(object, &editing), of: object) }
    if let trip = relate(&components.all, components.owners, identity, &editing.reading) {
      // The trip of the calendar needs an event, so that its parts can be related to it.
      if materialized.insert(trip).inserted { return imported(calendar, new) }
    }
    let written = mark(&components)
    components.removeOlderVersions()
    result.components = components.all
    result.components.divideStays()
    return (result, written)
  }

  /// Adds a stored component, with the edits of its object; nothing if the object was deleted.
  private mutating func add(
    _ component: CalendarComponent, _ record: CalendarRecords.Component,
    to components: inout Components, _ editing: inout ComponentEditing
  ) {
    guard let anchor = record.anchor else {
      if component.isObject {
        components.olderVersions[components.all.count] = ComparisonText(
          CalendarContent.identity(of: component))
      }
      components.all.append(component)
      return
    }
    guard let object = objects.ofKey[anchor], recordOfObject[anchor]?.key == record.key else {
      return
    }
    components.originals[components.all.count] = component
    components.add(edited(component, object, record, &editing), of: object)
  }

  /// Marks edited components as newer.
  ///
  /// - Returns: The components that are not as they were stored.
  private mutating func mark(_ components: inout Components) -> [CalendarComponent] {
    var written: [CalendarComponent] = []
    for (index, object) in components.owners.sorted(by: { $0.key < $1.key }) {
      if let original = components.originals[index] {
        let component = marked(components.all[index], insteadOf: original, object)
        guard component != original else { continue }
        components.all[index] = component
      }
      written.append(components.all[index])
      if let departure = components.all[index].departure { written.append(departure.component) }
    }
    return written
  }

  /// Returns the fields of an object that have been edited since its record was written.
  private mutating func edits(
    of object: TripObject, _ record: CalendarRecords.Component
  ) -> Set<String> {
    let made = stored[ComparisonText(record.calendar)]?.made(of: record, as: object.entity)
    return made?.fieldsToState(in: objects.content(of: object), of: object.entity, schema) {
      stored[ComparisonText(record.calendar)]?.state(of: record, as: object.entity)?.source
    } ?? []
  }

  // MARK: Components

  private var documentUID: String { UUIDText.text(tables.documentID).lowercased() }

  /// Returns the UID that an object's component has or gets.
  func uid(of object: ObjectKey) -> String {
    if let uid = recordOfObject[object]?.component?.text("UID"), !uid.isEmpty { return uid }
    return ObjectIdentity(document: tables.documentID, key: object).text
  }

  /// Returns the UID that a part's component relates to; nil if its trip is the calendar's.
  private func parentUID(of object: TripObject) -> String? {
    guard let trip = object.trip else { return nil }
    if let record = recordOfObject[trip], record.component == nil, !materialized.contains(trip) {
      return nil
    }
    return uid(of: trip)
  }

  private func stamp(of object: ObjectKey) -> String? {
    stamps[object].map(Self.text(ofStamp:))
  }

  private static func text(ofStamp second: Int64) -> String {
    CalendarTime.local(second, isUTC: true).text
  }

  private mutating func made(
    _ object: TripObject, _ editing: inout ComponentEditing
  ) -> CalendarComponent {
    editing.make(
      object, objects.participants[object.key] ?? [], uid: uid(of: object.key),
      stamp: stamp(of: object.key) ?? Self.constantStamp, parent: parentUID(of: object))
  }

  private mutating func edited(
    _ component: CalendarComponent, _ object: TripObject, _ record: CalendarRecords.Component,
    _ editing: inout ComponentEditing
  ) -> CalendarComponent {
    var result = editing.edit(
      component, object, objects.participants[object.key] ?? [], edits(of: object, record))
    if !(record.entity?.isSpelled(object.entity) ?? false) {
      result.replace(
        [ComponentReading.entityProperty],
        with: [ContentLine(ComponentReading.entityProperty, value: object.entity)].compactMap { $0 }
      )
    }
    return result
  }

  /// Marks a component that differs from the stored one as a newer version of it.
  private func marked(
    _ result: CalendarComponent, insteadOf component: CalendarComponent, _ object: TripObject
  ) -> CalendarComponent {
    guard result != component else { return component }
    var result = result
    if component.text("UID")?.isEmpty ?? true {
      result.replace(
        ["UID"], with: [ContentLine("UID", text: uid(of: object.key))].compactMap { $0 })
    }
    noteChange(&result, stamp(of: object.key))
    if let (stored, place) = result.departure, stored != component.departure?.component {
      var departure = stored
      if departure.text("UID")?.isEmpty ?? true {
        departure.replace(
          ["UID"],
          with: [ContentLine("UID", text: uid(of: object.key) + "-end")].compactMap { $0 })
      }
      noteChange(&departure, stamp(of: object.key))
      result = result.holding(departure, at: place)
    }
    return result
  }

  /// Raises the number and the times by which calendars tell a newer version of a component.
  private func noteChange(_ component: inout CalendarComponent, _ stamp: String?) {
    let number = component.text("SEQUENCE").flatMap { Int32($0) } ?? 0
    component.replace(
      ["SEQUENCE"],
      with: [ContentLine("SEQUENCE", value: String(number < .max ? number + 1 : number))].compactMap
      { $0 })
    if let stamp {
      component.replace(["DTSTAMP"], with: [ContentLine("DTSTAMP", value: stamp)].compactMap { $0 })
      if component.property("LAST-MODIFIED") != nil {
        component.replace(
          ["LAST-MODIFIED"], with: [ContentLine("LAST-MODIFIED", value: stamp)].compactMap { $0 })
      }
    }
  }

  /// The identity of an object's component.
  func identity(of object: TripObject) -> String {
    recordOfObject[object.key]?.identity ?? uid(of: object.key)
  }
}
