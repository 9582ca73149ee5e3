import DocumentTables

/// One calendar of a file with what its components mean, before they become objects.
struct CalendarContent {
  private(set) var parsed: ParsedCalendar
  /// What identifies the calendar: its UID, or else another property.
  var identity: String
  var reading: ComponentReading
  /// For each component of the calendar, what it becomes; nil for components that are only kept.
  private(set) var identities: [String?]
  private(set) var spans: [CalendarSpan?]

  /// Whether the identity is a name that people choose.
  var hasName: Bool { identity.begins(with: "NAME:") || identity.begins(with: "X-WR-CALNAME:") }

  /// Whether another calendar may have the same identity: the program that wrote it, or a name that people choose.
  var isAmbiguous: Bool { Self.isAmbiguous(identity) }

  static func isAmbiguous(_ identity: String) -> Bool {
    identity.isEmpty
      || ["PRODID:", "NAME:", "X-WR-CALNAME:"].contains { identity.begins(with: $0) }
  }

  /// - Parameter number: How many calendars before this one in the file have the same identity.
  init(
    _ parsed: ParsedCalendar, _ schema: TripSchema, _ options: ImportOptions, number: Int
  ) {
    self.parsed = parsed
    identity = Self.identity(of: parsed) + (number == 0 ? "" : "\t#\(number + 1)")
    var reading = ComponentReading(
      schema, CalendarZones(parsed, floating: options.timeZone),
      cancelsAll: parsed.method == .cancel)
    var seen: [ComparisonText: Int] = [:]
    var identities: [String?] = []
    var spans: [CalendarSpan?] = []
    for component in parsed.components {
      guard component.isObject else {
        identities.append(nil)
        spans.append(nil)
        continue
      }
      var own = Self.identity(of: component)
      let count = seen[ComparisonText(own), default: 0]
      seen[ComparisonText(own)] = count + 1
      if count > 0 { own += Self.suffix(ofCopy: count + 1) }
      identities.append(own)
      // Reading the fields reports what is wrong with them.
      var unused = ImportReport()
      spans.append(
        reading.spans.span(
          of: component.whole.properties, isTask: component.isTask, &unused))
    }
    self.identities = identities
    self.spans = spans
    self.reading = reading
  }

  /// What further components of one identity have behind it.
  private static func suffix(ofCopy number: Int) -> String { "\t#\(number)" }

  /// Takes the newest of several versions of an event, and only keeps the others.
  ///
  /// - Parameter isKnown: Whether a document has, or had, an object of an identity: then both are objects.
  mutating func foldVersions(
    besides isKnown: (ComparisonText) -> Bool, _ report: inout ImportReport
  ) {
    var seen: Set<ComparisonText> = []
    // The newest version so far of each identity with a title, and with a day.
    var newest: [ComparisonText: Int] = [:]
    for (index, component) in parsed.components.enumerated() where identities[index] != nil {
      let own = Self.identity(of: component)
      let day = spans[index]?.firstDay
      let names = ["\(own)\t\(component.title.text)", "\(own)\t\t\(day ?? .min)"]
        .map { ComparisonText($0) }
      let isFirst = seen.insert(ComparisonText(own)).inserted
      let rival =
        isFirst || isKnown(ComparisonText(identities[index] ?? own))
        ? nil
        : names.lazy.compactMap { newest[$0] }.first { other in
          CalendarVersion.areVersions(
            component, parsed.components[other], days: (day, spans[other]?.firstDay))
        }
      guard let rival else {
        for name in names where newest[name] == nil { newest[name] = index }
        if !isFirst {
          report.note(.init(.duplicateIdentity, line: component.line, subject: component.name))
        }
        continue
      }
      let isOlder =
        switch CalendarVersion(of: component, against: parsed.components[rival]) {
        case .older: true
        case .same, .newer, .open: false
        }
      let older = isOlder ? index : rival
      if !isOlder {
        identities[index] = identities[rival]
        for name in names { newest[name] = index }
      }
      identities[older] = nil
      spans[older] = nil
      let dropped = parsed.components[older]
      report.note(
        .init(.olderVersion, line: dropped.line, subject: dropped.text("SUMMARY") ?? dropped.name))
    }
  }

  /// Puts another component in place of one.
  mutating func replace(_ index: Int, with component: CalendarComponent, _ identity: String) {
    parsed.components[index] = component
    identities[index] = identity
    var unused = ImportReport()
    spans[index] = reading.spans.span(of: component.whole.properties, isTask: false, &unused)
  }

  /// Leaves components out of the calendar.
  mutating func remove(_ indices: Set<Int>) {
    let left = parsed.components.indices.filter { !indices.contains($0) }
    parsed.components = left.map { parsed.components[$0] }
    identities = left.map { identities[$0] }
    spans = left.map { spans[$0] }
  }

  /// Puts the event of each departure from a stay into that of the arrival, which becomes the event of the whole stay.
  ///
  /// Events that a document has, or had, as objects of their own stay two. If the file has one event of a stay,
  /// the document's other event stays as it was.
  ///
  /// - Parameter isElsewhere: Whether another calendar of the document has an event as an object of its own.
  /// - Returns: The events that are older than those of the document.
  mutating func joinStays(
    _ stored: StoredCalendar, takesAll: Bool,
    besides isElsewhere: (ComparisonText, CalendarComponent) -> Bool
  ) -> [CalendarComponent] {
    let pairs = StayPairs(
      parsed.components, identities, spans, stored, takesAll: takesAll, besides: isElsewhere)
    guard !pairs.joined.isEmpty else { return [] }
    for (index, component) in pairs.joined {
      replace(index, with: component, pairs.identities[index] ?? identities[index] ?? "")
    }
    remove(pairs.departures)
    return pairs.older
  }

  /// Returns the identity of a component: its UID, and the occurrence that it replaces.
  static func identity(of component: CalendarComponent) -> String {
    let occurrence = component.property("RECURRENCE-ID").map { "\t\($0.value)" } ?? ""
    if let uid = component.text("UID"), !uid.isEmpty { return uid + occurrence }
    // Without a UID the content is the identity.
    let digest = Digest(of: Array(component.lines.map(\.text).joined(separator: "\n").utf8))
    return "sha256:\(digest.text)" + occurrence
  }

  private static func identity(of calendar: ParsedCalendar) -> String {
    for name in ["UID", "X-WR-RELCALID", "SOURCE", "NAME", "X-WR-CALNAME", "PRODID"] {
      if let text = calendar.text(name), !text.isEmpty { return "\(name):\(text)" }
    }
    return ""
  }

  /// The values of the trip that is made for the calendar.
  ///
  /// - Parameter spans: When its parts take place.
  static func tripValues(
    _ properties: [ContentLine], _ spans: [CalendarSpan], fallbackName: String,
    _ schema: TripSchema
  ) -> [String: Value] {
    func text(_ names: String...) -> String? {
      names.lazy.compactMap { ComponentReading.text($0, properties) }.first { !$0.isEmpty }
    }
    var values = schema.blankValues(of: "Trip")
    values["name"] = .text(text("NAME", "X-WR-CALNAME") ?? fallbackName)
    values["notes"] = .text(text("DESCRIPTION", "X-WR-CALDESC") ?? "")
    values["color"] = text("COLOR").map { .text($0) } ?? .null
    let first = spans.compactMap(\.firstDay).min()
    let last = spans.compactMap(\.lastDay).max()
    if let first, let last {
      values["startDate"] = .integer(first)
      values["endDate"] = .integer(max(last, first))
    }
    return values
  }
}
