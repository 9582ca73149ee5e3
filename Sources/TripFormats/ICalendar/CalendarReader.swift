import DocumentFile
import DocumentTables

/// Reads iCalendar files as tables of the trip schema.
///
///     bytes ─► content lines ─► components ─► plan ─► objects and extension records ─► tables
struct CalendarReader {
  /// The content that is not in the document, as an iCalendar file; nil if there is none.
  private(set) var rejected: [UInt8]?
  var report = ImportReport()
  private(set) var objects: [TripObject] = []
  private(set) var extensions: [ExtensionRecord] = []
  /// The keys for what is read.
  var keys: ObjectKeys

  private let schema: TripSchema
  private let options: ImportOptions
  private var rejectedCalendars: [[CalendarComponent]] = []

  /// Reads a file.
  ///
  /// - Throws: `calendar-malformed`, `limit-calendar-bytes` or `limit-objects`.
  static func tables(
    _ bytes: [UInt8], _ schema: TripSchema, _ options: ImportOptions, documentID: UInt128
  ) throws(DocumentError) -> (tables: Tables, report: ImportReport, rejected: [UInt8]?) {
    var reader = CalendarReader(schema, options)
    for content in try reader.contents(bytes) { try reader.add(content) }
    reader.finish()
    let tables = schema.tables(
      of: reader.objects, documentID: documentID, nextKey: reader.keys.next,
      extensions: reader.extensions)
    return (tables, reader.report, reader.rejected)
  }

  init(_ schema: TripSchema, _ options: ImportOptions, nextKey: ObjectKey = 1) {
    self.schema = schema
    self.options = options
    keys = ObjectKeys(next: nextKey, limits: options.limits)
  }

  /// Parses the calendars of a file.
  mutating func contents(_ bytes: [UInt8]) throws(DocumentError) -> [CalendarContent] {
    if let zone = options.timeZone, KnownZone(zone) == nil {
      throw DocumentError(
        .calendarMalformed, "\(zone) is not a time zone, such as Europe/Lisbon or +02:00")
    }
    let stream = try CalendarStream(bytes, limits: options.limits, &report)
    var seen: [ComparisonText: Int] = [:]
    var contents: [CalendarContent] = []
    for parsed in stream.calendars {
      if !parsed.rejected.isEmpty { rejectedCalendars.append(parsed.rejected) }
      let plain = CalendarContent(
        ParsedCalendar(properties: parsed.properties), schema, options, number: 0, &report)
      let identity = ComparisonText(plain.identity)
      let number = seen[identity, default: 0]
      seen[identity] = number + 1
      let content = CalendarContent(parsed, schema, options, number: number, &report)
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

  // MARK: One calendar

  private mutating func add(_ content: CalendarContent) throws(DocumentError) {
    var content = content
    let components = content.parsed.components
    var plan = CalendarPlan(components, content.spans, schema, content.reading.spans.zones)
    let left = options.isTravelOnly ? plan.leaveOut() : []
    let calendarKey = try keys.take()
    var owners: [Int: ObjectKey] = [:]
    var tripKey: ObjectKey?
    var recordKey: ObjectKey = 0
    let needsTrip = plan.placements.contains { $0?.parent == .calendar }
    if needsTrip {
      tripKey = try keys.take()
      recordKey = try keys.take()
    }
    for index in components.indices where plan.placements[index] != nil {
      owners[index] = try keys.take()
    }
    var partSpans: [CalendarSpan] = []
    for index in components.indices {
      if left.contains(index) {
        noteLeftOut(components[index])
        continue
      }
      guard let placement = plan.placements[index], let key = owners[index],
        let identity = content.identities[index]
      else {
        try keep(components[index], content.identity, isObject: content.identities[index] != nil)
        continue
      }
      let before = report.counts
      guard
        let read = content.reading.read(components[index], as: placement.entity, &report)
      else { continue }
      notePlan(placement, components[index], read)
      note(components[index], placement.entity, before)
      if read.object.isCancelled {
        report.noteCancelled(components[index].text("SUMMARY") ?? components[index].name)
      }
      var trip: ObjectKey?
      var parent: String?
      switch placement.parent {
      case .none: break
      case .calendar:
        trip = tripKey
        parent = ""
        partSpans.append(read.span)
      case .component(let place):
        trip = owners[place]
        parent = content.identities[place] ?? nil
      }
      objects.append(
        TripObject(entity: placement.entity, key: key, trip: trip, values: read.values))
      try add(read.participants, of: key)
      extensions.append(
        CalendarRecords.Component(
          key: try keys.take(), anchor: key, calendar: content.identity,
          component: components[index], identity: identity, entity: placement.entity,
          parent: parent, made: MadeFields(read.object, of: placement.entity, schema)
        ).record)
    }
    if let tripKey {
      report.note(.init(.calendarTrip))
      let values = CalendarContent.tripValues(
        content.parsed.properties, partSpans, fallbackName: options.fallbackName, schema)
      objects.append(TripObject(entity: "Trip", key: tripKey, values: values))
      extensions.append(
        CalendarRecords.Component(
          key: recordKey, anchor: tripKey, calendar: content.identity, component: nil,
          identity: "", entity: "Trip", parent: nil,
          made: MadeFields(ObjectContent(values: values), of: "Trip", schema)
        ).record)
    }
    extensions.append(
      CalendarRecords.Calendar(
        key: calendarKey, identity: content.identity, properties: content.parsed.properties,
        timeZone: options.timeZone, fallbackName: options.fallbackName,
        known: plan.placed(content.identities)
      ).record)
  }

  mutating func add(
    _ participants: [TripParticipant], of trip: ObjectKey
  ) throws(DocumentError) {
    for participant in participants {
      objects.append(participant.object(try keys.take(), of: trip))
    }
  }

  /// Keeps a component that is no object, or rejects one whose start cannot be read.
  mutating func keep(
    _ component: CalendarComponent, _ calendar: String, isObject: Bool
  ) throws(DocumentError) {
    guard !isObject else {
      // The reading reports why.
      var reading = CalendarSpanReading(
        zones: CalendarZones(ParsedCalendar(), floating: options.timeZone))
      _ = reading.span(
        of: component.properties, isTask: component.isTask, &report)
      report.rejectedComponents += 1
      rejectedCalendars.append([component])
      return
    }
    report.noteKept(component.name)
    extensions.append(
      CalendarRecords.Component(
        key: try keys.take(), anchor: nil, calendar: calendar, component: component,
        identity: "", entity: nil, parent: nil
      ).record)
  }

  // MARK: Report

  var fallbackName: String { options.fallbackName }
  var timeZone: String? { options.timeZone }

  mutating func noteKeptComponent(_ name: String) { report.noteKept(name) }

  var isTravelOnly: Bool { options.isTravelOnly }

  mutating func noteLeftOut(_ component: CalendarComponent) {
    report.note(.init(.leftOut, line: component.line, subject: component.text("SUMMARY")))
  }

  func isGuessedLeg(_ component: CalendarComponent, _ placement: CalendarPlan.Placement) -> Bool {
    placement.entity == "Leg" && component.text(ComponentReading.entityProperty) == nil
      && CalendarReservation(component.properties) == nil
  }

  mutating func notePlan(
    _ placement: CalendarPlan.Placement, _ component: CalendarComponent, _ read: ComponentContent
  ) {
    let name = component.text("SUMMARY")
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
