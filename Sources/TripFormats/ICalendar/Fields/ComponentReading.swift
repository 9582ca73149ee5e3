import DocumentFile
import DocumentTables

/// What a component states about an object.
struct ComponentContent: Sendable {
  /// The values of all attributes of the entity.
  var values: [String: Value]
  /// The participants of a trip.
  var participants: [TripParticipant] = []
  var span: CalendarSpan

  var object: ObjectContent {
    get { ObjectContent(values: values, participants: participants) }
    set { (values, participants) = (newValue.values, newValue.participants) }
  }
}

/// Reads components as objects of the trip schema.
///
/// The same reading tells an importer what a component means and an exporter what an edited component says.
struct ComponentReading {
  /// The beginning of the names of properties with exact values that no standard property can state.
  static let prefix = "X-TRIPDOCUMENTS-"
  /// The parameter with the value of the standard property that such a value replaces.
  static let guardParameter = "X-INSTEAD-OF"
  static let entityProperty = prefix + "ENTITY"

  let schema: TripSchema
  var spans: CalendarSpanReading
  /// The reading of the first version, for guards.
  private let firstSpans: CalendarSpanReading
  /// Whether a message cancels all components, whatever their status is.
  private let cancelsAll: Bool

  init(_ schema: TripSchema, _ zones: CalendarZones, cancelsAll: Bool = false) {
    self.schema = schema
    self.cancelsAll = cancelsAll
    spans = CalendarSpanReading(zones: zones)
    firstSpans = CalendarSpanReading(zones: zones.first)
  }

  /// Reads a component as an object of an entity.
  ///
  /// - Parameter isExact: Whether to read the properties with exact values too.
  /// - Returns: nil if the start cannot be read.
  mutating func read(
    _ component: CalendarComponent, as entity: String, isExact: Bool = true,
    _ report: inout ImportReport
  ) -> ComponentContent? {
    let component = component.whole
    let properties = component.properties
    let isTask = component.isTask
    var timing = ImportReport()
    guard let span = spans.span(of: properties, isTask: isTask, &timing) else {
      report.append(timing.findings)
      return nil
    }
    var content = ComponentContent(values: schema.blankValues(of: entity), span: span)
    if schema.isTrip(entity) {
      readTrip(properties, span, &content, &report)
    } else {
      readPart(properties, span, entity, isTask: isTask, &content, &report)
    }
    let exact = isExact ? readExact(component, entity, &content.object, &report) : []
    let names = MomentNames(entity)
    // An exact value leaves nothing open that the standard property does.
    let open = timing.findings.filter { finding in
      finding.subject == "DTSTART"
        ? exact.isDisjoint(with: [names.startDate, names.startTime])
        : exact.isDisjoint(with: [names.endDate, names.endTime])
    }
    report.append(Self.named(open, properties))
    return content
  }

  /// Returns findings about values that name the event, with one for all of another form.
  static func named(
    _ findings: [ImportReport.Finding], _ properties: [ContentLine]
  ) -> [ImportReport.Finding] {
    let name = text("SUMMARY", properties)?.trimmingSpaces ?? ""
    let forms = findings.filter { $0.code == .valueForm }
    return findings.compactMap { finding in
      guard [.valueForm, .unreadMoment, .unreadComponent].contains(finding.code) else {
        return finding
      }
      var detail = finding.detail
      if finding.code == .valueForm {
        guard finding == forms.first else { return nil }
        for other in forms.dropFirst() { detail += ", \(other.subject ?? "") \(other.detail)" }
      }
      return ImportReport.Finding(
        finding.code, line: finding.line, column: finding.column,
        subject: [name, finding.subject ?? ""].filter { !$0.isEmpty }.joined(separator: ": "),
        detail)
    }
  }

  /// Returns what the standard properties of a component say, as the guards of exact values have it.
  ///
  /// The reading is that of the first edition, without the option for the zone. So a guard holds in every later version
  /// and under every option.
  func guarded(_ component: CalendarComponent, as entity: String) -> ComponentContent? {
    var reading = self
    reading.spans = firstSpans
    var unused = ImportReport()
    return reading.read(component, as: entity, isExact: false, &unused)
  }

  // MARK: Standard properties

  private func readTrip(
    _ properties: [ContentLine], _ span: CalendarSpan, _ content: inout ComponentContent,
    _ report: inout ImportReport
  ) {
    content.values["name"] = .text(Self.text("SUMMARY", properties) ?? "")
    content.values["destination"] = .text(Self.text("LOCATION", properties) ?? "")
    content.values["location"] = location(properties, &report)
    content.values["notes"] = .text(Self.text("DESCRIPTION", properties) ?? "")
    content.values["color"] = Self.text("COLOR", properties).map { .text($0) } ?? .null
    content.values["links"] = links(properties, &report)
    content.values["isCancelled"] = .bool(isCancelled(properties))
    if let start = span.start { content.values["startDate"] = .integer(start.day) }
    if let last = span.lastDay { content.values["endDate"] = .integer(last) }
    content.participants = Self.participants(properties)
  }

  private func readPart(
    _ properties: [ContentLine], _ span: CalendarSpan, _ entity: String, isTask: Bool,
    _ content: inout ComponentContent, _ report: inout ImportReport
  ) {
    let names = MomentNames(entity)
    var reserved = reserved(properties, entity)
    content.values["links"] = links(properties, &report)
    set(span.start, names.startDate, names.startTime, &content)
    // The day of checkout is the one after the last night, as DTEND is.
    if case .day(let end)? = span.end, entity != "Stay" {
      set(.day(end - 1), names.endDate, names.endTime, &content)
    } else {
      set(span.end, names.endDate, names.endTime, &content)
    }
    let location = location(properties, &report)
    switch entity {
    case "Stay": readStay(properties, location, &content)
    case "Leg": readLeg(properties, location, reserved, &content)
    default: readItem(properties, location, isTask: isTask, &content)
    }
    if entity == "Stay" { takeEnds(span, names, &reserved, &content) }
    if span.start != nil {
      for name in [names.startDate, names.startTime] { reserved[name] = nil }
    }
    if span.end != nil { for name in [names.endDate, names.endTime] { reserved[name] = nil } }
    if Self.text("STATUS", properties) != nil || cancelsAll {
      for name in ["isConfirmed", "isCancelled", "status"] { reserved[name] = nil }
    }
    let blanks = schema.blankValues(of: entity)
    for (name, value) in reserved where content.values[name] == blanks[name] {
      content.values[name] = value
    }
  }

  private func readStay(
    _ properties: [ContentLine], _ location: Value, _ content: inout ComponentContent
  ) {
    content.values["name"] = .text(Self.text("SUMMARY", properties) ?? "")
    content.values["address"] = .text(Self.text("LOCATION", properties) ?? "")
    content.values["location"] = location
    readBooking(properties, &content)
  }

  private func readLeg(
    _ properties: [ContentLine], _ location: Value, _ reserved: [String: Value],
    _ content: inout ComponentContent
  ) {
    let summary = Self.text("SUMMARY", properties) ?? ""
    let place = Self.text("LOCATION", properties)
    let mode = CalendarCategories.mode(of: CalendarCategories.words(of: properties))
    var ends =
      spans.zones.edition == .first
      ? LegWords(first: summary, place: place)
      : LegWords(CancellationWords.rest(of: summary) ?? summary, place: place, mode: mode)
    // What was derived from the words is less than what the reservation states.
    if !ends.areStated, reserved["from"] != nil || reserved["to"] != nil { ends = LegWords() }
    content.values["mode"] = .text(mode ?? "unknown")
    content.values["from"] = .text(ends.from)
    content.values["to"] = .text(ends.to)
    content.values["number"] = ends.number.map { .text($0) } ?? .null
    content.values["fromLocation"] = location
    readBooking(properties, &content)
  }

  /// Reads what stays and legs have in common.
  private func readBooking(_ properties: [ContentLine], _ content: inout ComponentContent) {
    content.values["notes"] = .text(Self.text("DESCRIPTION", properties) ?? "")
    content.values["isConfirmed"] = .bool(Self.status(properties) == "CONFIRMED")
    content.values["isCancelled"] = .bool(isCancelled(properties))
  }

  private func readItem(
    _ properties: [ContentLine], _ location: Value, isTask: Bool,
    _ content: inout ComponentContent
  ) {
    let status = Self.status(properties)
    content.values["title"] = .text(Self.text("SUMMARY", properties) ?? "")
    content.values["details"] = .text(Self.text("DESCRIPTION", properties) ?? "")
    content.values["address"] = .text(Self.text("LOCATION", properties) ?? "")
    content.values["location"] = location
    if isCancelled(properties) {
      content.values["status"] = .text("cancelled")
    } else if isTask {
      let isDone = status == "COMPLETED" || status == nil && Self.has("COMPLETED", properties)
      content.values["status"] = .text(isDone ? "done" : "open")
    }
    if !isTask {
      content.values["hasReservation"] = .bool(
        status == "CONFIRMED" && (spans.zones.edition == .first || Self.isOwn(properties)))
    }
  }

  private static func status(_ properties: [ContentLine]) -> String? {
    text("STATUS", properties)?.listedWord
  }

  /// Takes the ends of a stay from its reservation where the event has only their days, and its name from there if the event puts words
  /// in front of it.
  ///
  /// KDE's programs write the day of the check-out as the last day of the event, so DTEND is the day after it.
  private func takeEnds(
    _ span: CalendarSpan, _ names: MomentNames, _ reserved: inout [String: Value],
    _ content: inout ComponentContent
  ) {
    func take(_ date: String, _ time: String, _ days: ClosedRange<Int64>) {
      let day: Int64?
      switch (reserved[time], reserved[date]) {
      case (.text(let text)?, _): day = (try? ClockTimeText(text))?.day
      case (_, .integer(let number)?): day = number
      default: day = nil
      }
      guard let day, days.contains(day) else { return }
      content.values[time] = reserved[time] ?? .null
      content.values[date] = reserved[time] == nil ? .integer(day) : .null
    }
    if case .day(let start)? = span.start { take(names.startDate, names.startTime, start...start) }
    if case .day(let end)? = span.end, let start = span.firstDay, start < end {
      take(names.endDate, names.endTime, (end - 1)...end)
    }
    if case .text(let name)? = reserved["name"], case .text(let words)? = content.values["name"],
      !name.isEmpty, words.ends(with: ": " + name)
    {
      content.values["name"] = .text(name)
    }
  }

  /// Returns what the reservation in a component states about an object of an entity.
  private func reserved(_ properties: [ContentLine], _ entity: String) -> [String: Value] {
    guard spans.zones.edition != .first, let reservation = CalendarReservation(properties),
      reservation.form.entity == entity
    else { return [:] }
    return reservation.values(schema, floating: spans.zones.floating)
  }

  private func set(
    _ moment: CalendarSpan.Moment?, _ day: String, _ time: String,
    _ content: inout ComponentContent
  ) {
    switch moment {
    case .day(let number): content.values[day] = .integer(number)
    case .time(let stated): content.values[time] = .text(stated.text)
    case nil: break
    }
  }

  static func text(_ name: String, _ properties: [ContentLine]) -> String? {
    properties.first { $0.name == name }.map { CalendarText.unescaped($0.value) }
  }

  /// Whether this library wrote a component, which then confirms reservations only.
  private static func isOwn(_ properties: [ContentLine]) -> Bool {
    has(entityProperty, properties)
      && text("UID", properties).flatMap { ObjectIdentity($0) } != nil
  }

  /// Whether a status cancels; the first edition knew one spelling.
  private func isCancelled(_ properties: [ContentLine]) -> Bool {
    if cancelsAll { return true }
    let status = Self.text("STATUS", properties)?.listedWord
    if status == "CANCELLED" { return true }
    guard spans.zones.edition != .first else { return false }
    return status == "CANCELED"
      || Self.text("SUMMARY", properties).map(CancellationWords.stand(before:)) ?? false
  }

  private static func has(_ name: String, _ properties: [ContentLine]) -> Bool {
    properties.contains { $0.name == name }
  }

  private func location(
    _ properties: [ContentLine], _ report: inout ImportReport
  ) -> Value {
    guard let line = properties.first(where: { $0.name == "GEO" }) else { return .null }
    let numbers = line.value.parts(dividedBy: ";", omittingEmpty: false)
      .map { Double(String($0).trimmingSpaces) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      -90...90 ~= latitude, -180...180 ~= longitude
    else {
      unread(line, &report)
      return .null
    }
    return .tree(.members(["latitude": .double(latitude), "longitude": .double(longitude)]))
  }

  private func links(_ properties: [ContentLine], _ report: inout ImportReport) -> Value {
    var links: [Value] = []
    // The URL comes first wherever it stands: some programs sort properties.
    let lines = properties.filter { $0.name == "URL" } + properties.filter(Self.isLink)
    for line in lines {
      let text = String(line.value)
      if (try? URLText.parse(text)) != nil {
        links.append(.text(text))
      } else {
        unread(line, &report)
      }
    }
    return .array(links)
  }

  /// Whether a line is an attachment that lies elsewhere on the web.
  static func isLink(_ line: ContentLine) -> Bool {
    guard line.name == "ATTACH", line.parameter("ENCODING") == nil else { return false }
    let scheme = String(decoding: line.value.utf8.prefix(6), as: UTF8.self).lowercased()
    return scheme.begins(with: "http:") || scheme == "https:"
  }

  private func unread(_ line: ContentLine, _ report: inout ImportReport) {
    report.note(
      .init(
        .unreadProperty, line: line.line, column: line.column, subject: line.name,
        String(line.value)))
  }
}
