import DocumentTables

/// What a document has of a calendar that is imported again.
struct StoredCalendar {
  /// Nil if the calendar has not been imported before.
  let calendar: CalendarRecords.Calendar?
  /// The components whose objects exist, by identity.
  private(set) var ofIdentity: [ComparisonText: CalendarRecords.Component] = [:]
  /// The components that are no objects, by what identifies them.
  var kept: [ComparisonText: CalendarRecords.Component] = [:]
  /// The trip that was made for the calendar.
  private(set) var trip: CalendarRecords.Component?
  /// Reads the stored components as the last import did.
  var reading: ComponentReading
  /// When the parts of ``trip`` took place.
  private(set) var tripSpans: [CalendarSpan] = []

  /// - Parameter exists: Whether the document has an object.
  init(
    _ identity: String, _ records: CalendarRecords, _ schema: TripSchema,
    _ exists: (ObjectKey) -> Bool
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
      guard let component = record.component else {
        trip = record
        continue
      }
      guard let anchor = record.anchor else {
        kept[Self.identity(ofKept: component)] = record
        continue
      }
      guard exists(anchor) else { continue }
      ofIdentity[ComparisonText(record.identity)] = record
      if record.parent?.isEmpty ?? false,
        let span = reading.spans.span(
          of: component.properties, isTask: component.isTask, &unused)
      {
        tripSpans.append(span)
      }
    }
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
