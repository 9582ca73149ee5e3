import DocumentTables

/// What a document has of a calendar that is imported again.
struct StoredCalendar {
  /// Nil if the calendar has not been imported before.
  let calendar: CalendarRecords.Calendar?
  /// The components whose objects exist, by identity.
  private(set) var ofIdentity: [ComparisonText: CalendarRecords.Component] = [:]
  /// The identities of the components of trips, empty for ``trip``.
  private var identityOfTrip: [ObjectKey: String] = [:]
  /// The components that are no objects, by what identifies them.
  var kept: [ComparisonText: CalendarRecords.Component] = [:]
  /// The trip that was made for the calendar.
  private(set) var trip: CalendarRecords.Component?
  /// Reads the stored components as the last import did.
  var reading: ComponentReading
  /// When the parts of ``trip`` took place.
  private(set) var tripSpans: [CalendarSpan] = []

  /// - Parameter objects: The objects of the document.
  init(
    _ identity: String, _ records: CalendarRecords, _ schema: TripSchema,
    _ objects: [ObjectKey: TripObject]
  ) {
    calendar = records.calendarOfIdentity[ComparisonText(identity)]
    let own = records.ofCalendar[ComparisonText(identity)] ?? []
    let parsed = ParsedCalendar(
      properties: calendar?.properties ?? [], components: own.compactMap(\.component))
    reading = ComponentReading(
      schema,
      CalendarZones(
        parsed, floating: calendar?.timeZone, calendar?.edition ?? .current))
    var unused = ImportReport()
    for record in own {
      let entity = record.anchor.flatMap { objects[$0]?.entity }
      if let anchor = record.anchor, let entity, schema.isTrip(entity) {
        identityOfTrip[anchor] = record.component == nil ? "" : record.identity
      }
      guard let component = record.component else {
        if let entity, schema.isTrip(entity) { trip = record }
        continue
      }
      guard record.anchor != nil else {
        kept[Self.identity(ofKept: component)] = record
        continue
      }
      guard let entity, schema.isStatedAlone(entity) else { continue }
      ofIdentity[ComparisonText(record.identity)] = record
      if record.parent?.isEmpty ?? false,
        let span = reading.spans.span(
          of: component.properties, isTask: component.isTask, &unused)
      {
        tripSpans.append(span)
      }
    }
  }

  /// Returns the identity of a trip's component, empty for the trip of the calendar; nil for a trip of no component.
  func identity(ofTrip key: ObjectKey) -> String? {
    identityOfTrip[key]
  }

  static func identity(ofKept component: CalendarComponent) -> ComparisonText {
    ComparisonText(
      component.name + "\t" + (component.text("TZID") ?? component.text("UID") ?? ""))
  }
}

extension CalendarRecords {
  /// Returns the identity of the stored calendar that this one is, or a new one.
  ///
  /// Calendars without a name and a UID have the identity of their program, so that they are the same only
  /// if they have a component in common.
  func identity(of content: CalendarContent) -> String {
    guard content.isNameless else {
      // A part of a document has a digest of the identity.
      let digest = Self.digest(of: content.identity)
      return calendarOfIdentity[ComparisonText(digest)] == nil ? content.identity : digest
    }
    let own = Set(content.identities.compactMap { $0.map { ComparisonText($0) } })
    var identity = content.identity
    var number = 1
    while let calendar = calendarOfIdentity[ComparisonText(identity)] {
      if calendar.known.contains(where: { own.contains(ComparisonText($0)) }) { return identity }
      number += 1
      identity = "\(content.identity)\t#\(number)"
    }
    return identity
  }
}
