import DocumentFile
import DocumentTables

/// Reads iCalendar files.
///
///     bytes ─► content lines ─► components ─► their spans and identities
struct CalendarReader {
  /// The content that is not in the document, as an iCalendar file; nil if there is none.
  private(set) var rejected: [UInt8]?
  var report = ImportReport()
  let options: ImportOptions

  private let schema: TripSchema
  private var rejectedCalendars: [[CalendarComponent]] = []

  init(_ schema: TripSchema, _ options: ImportOptions) {
    self.schema = schema
    self.options = options
  }

  /// Parses the calendars of a file.
  mutating func contents(_ bytes: [UInt8]) throws(DocumentError) -> [CalendarContent] {
    _ = try options.zone(.calendarMalformed)
    let stream = try CalendarStream(bytes, limits: options.limits, &report)
    var seen: [ComparisonText: Int] = [:]
    var contents: [CalendarContent] = []
    for parsed in stream.calendars {
      if !parsed.rejected.isEmpty { rejectedCalendars.append(parsed.rejected) }
      let plain = CalendarContent(
        ParsedCalendar(properties: parsed.properties), schema, options, number: 0)
      let identity = ComparisonText(plain.identity)
      let number = seen[identity, default: 0]
      seen[identity] = number + 1
      let content = CalendarContent(parsed, schema, options, number: number)
      if let name = content.reading.spans.zones.unknown, !name.isEmpty {
        let subject = parsed.text("X-WR-TIMEZONE") == nil ? "TIMEZONE-ID" : "X-WR-TIMEZONE"
        report.note(.init(.unknownZone, subject: subject, "\(name), left out"))
      }
      contents.append(content)
      for name in parsed.properties.map(\.name) where !Self.calendarNames.contains(name) {
        report.noteKept(name)
      }
    }
    return contents
  }

  /// Rejects a component whose start cannot be read.
  mutating func reject(_ component: CalendarComponent) {
    // The reading reports why.
    var reading = CalendarSpanReading(
      zones: CalendarZones(ParsedCalendar(), floating: options.timeZone))
    var timing = ImportReport()
    _ = reading.span(of: component.properties, isTask: component.isTask, &timing)
    report.append(ComponentReading.named(timing.findings, component.properties))
    report.rejectedComponents += 1
    rejectedCalendars.append([component])
  }

  // MARK: Report

  mutating func noteLeftOut(_ component: CalendarComponent) {
    report.note(.init(.leftOut, line: component.line, subject: component.text("SUMMARY")))
  }

  private func isGuessedLeg(_ component: CalendarComponent, _ placement: CalendarPlan.Placement)
    -> Bool
  {
    placement.entity == "Leg" && component.text(ComponentReading.entityProperty) == nil
      && CalendarReservation(component.properties) == nil
  }

  mutating func notePlan(
    _ placement: CalendarPlan.Placement, _ component: CalendarComponent, _ read: ComponentContent
  ) {
    let name = component.whole.text("SUMMARY")
    if placement.isTripByLength {
      report.note(.init(.tripByLength, line: component.line, subject: name))
    }
    if placement.isLeftAlone {
      report.note(.init(.noTrip, line: component.line, subject: name))
    }
    if placement.isAtEdge {
      report.note(.init(.tripEdge, line: component.line, subject: name))
    }
    // Without ends, all words are the name.
    if isGuessedLeg(component, placement), read.values["to"] != .text("") {
      report.note(.init(.legEnds, line: component.line, subject: name))
    }
  }

  /// Counts a component that became an object, and the names of what is only kept of it.
  mutating func note(
    _ component: CalendarComponent, _ entity: String, _ before: [ImportReport.Code: Int]
  ) {
    let hasPeople = schema.isTrip(entity)
    let departure = component.departure?.component
    let component = component.whole
    for line in component.lines {
      if line.name == "RRULE" || line.name == "RDATE" {
        report.note(
          .init(
            .recurrence, line: line.line, column: line.column, subject: line.name,
            String(line.value)))
      }
      if line.name == "BEGIN" { report.noteKept(String(line.value)) }
    }
    for line in component.properties
    where !Self.readNames.contains(line.name) || line.name == "ATTENDEE" && !hasPeople {
      if !line.name.hasPrefix(ComponentReading.prefix), !ComponentReading.isLink(line) {
        report.noteKept(line.name)
      }
    }
    for line in (departure?.lines ?? []) where line.name == "BEGIN" {
      report.noteKept(String(line.value))
    }
    for line in (departure?.properties ?? [])
    where !Self.ofDeparture.contains(line.name) && !component.properties.contains(line) {
      report.noteKept(line.name)
    }
    if report.counts == before {
      report.completeComponents += 1
    } else {
      report.reportedComponents += 1
    }
  }

  /// The properties whose values the objects have, and those that every component has.
  private static let readNames: Set = [
    "UID", "DTSTAMP", "SUMMARY", "LOCATION", "GEO", "DESCRIPTION", "DTSTART", "DTEND", "DUE",
    "DURATION", "URL", "COLOR", "CATEGORIES", "STATUS", "ATTENDEE", "RELATED-TO", "RRULE", "RDATE",
    CalendarReservation.property,
  ]
  /// The properties of a departure that its stay states too, and those of every component.
  private static let ofDeparture: Set = [
    "UID", "DTSTAMP", "SUMMARY", "DTSTART", "DTEND", "DURATION",
  ]
  private static let calendarNames: Set = [
    "VERSION", "PRODID", "CALSCALE", "METHOD", "NAME", "X-WR-CALNAME", "DESCRIPTION",
    "X-WR-CALDESC",
    "COLOR", "UID",
  ]

  /// Puts the rejected content together.
  mutating func finish() {
    guard !rejectedCalendars.isEmpty else { return }
    var bytes: [UInt8] = []
    bytes.append(contentsOf: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n".utf8)
    bytes.append(contentsOf: "PRODID:\(ParsedCalendar.product)\r\n".utf8)
    for component in rejectedCalendars.joined() {
      if component.name.isEmpty {
        for line in component.lines { line.append(to: &bytes) }
      } else {
        component.append(to: &bytes)
      }
    }
    bytes.append(contentsOf: "END:VCALENDAR\r\n".utf8)
    rejected = bytes
  }
}
