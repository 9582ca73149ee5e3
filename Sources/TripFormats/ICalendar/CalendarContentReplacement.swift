import DocumentFile
import DocumentTables

extension ExtensionRecord {
  /// Returns a record that a document keeps of a calendar with other content; nil for a record of another program.
  ///
  /// Names of components, properties and parameters that specifications and this library define, enumerated values,
  /// durations, zones of the IANA database and rules of zones stay, so the copy can be written as a calendar.
  ///
  /// - Parameter replacement: As in ``replacingContent(in:_:)``.
  func replacingCalendarContent(_ replacement: (Tree) -> Tree) -> ExtensionRecord? {
    guard CalendarRecords.isOwn(self), case .object(let members) = value
    else { return nil }
    return withoutActuallyEscaping(replacement) { replacement in
      let content = CalendarContentReplacement(replacement: replacement)
      var record = self
      let isZone = value["name"]?.textValue?.isSpelled("VTIMEZONE") ?? false
      record.value = .object(
        members.map { member in
          TreeMember(
            member.name, content.replaced(member.value, named: member.name, isZone: isZone))
        })
      return record
    }
  }
}

/// The replacement of what content lines say.
private struct CalendarContentReplacement {
  let replacement: (Tree) -> Tree

  /// Properties whose values are no content: numbers, words of a list, zones and names of programs.
  private static let structure: Set<String> = [
    "ACTION", "CALSCALE", "CLASS", "COLOR", "DURATION", "METHOD",
    "PERCENT-COMPLETE", "PRIORITY", "REFRESH-INTERVAL", "REPEAT", "SEQUENCE", "STATUS",
    "TRANSP", "TZOFFSETFROM", "TZOFFSETTO", "VERSION", "X-APPLE-CALENDAR-COLOR",
    "X-MICROSOFT-CDO-BUSYSTATUS", "X-PUBLISHED-TTL", "X-TRIPDOCUMENTS-ENTITY",
    "X-TRIPDOCUMENTS-PLACE", "X-WR-TIMEZONE",
  ]
  private static let times: Set<String> = [
    "ACKNOWLEDGED", "COMPLETED", "CREATED", "DTEND", "DTSTAMP", "DTSTART", "DUE", "EXDATE",
    "FREEBUSY", "LAST-MODIFIED", "RDATE", "RECURRENCE-ID", "TRIGGER",
  ]
  private static let references: Set<String> = [
    "ATTACH", "ATTENDEE", "CONFERENCE", "IMAGE", "ORGANIZER", "SOURCE", "TZURL", "URL",
  ]
  /// Parameters whose values are no content.
  private static let structuralParameters: Set<String> = [
    "CUTYPE", "DISPLAY", "ENCODING", "FBTYPE", "FEATURE", "FMTTYPE", "LANGUAGE", "PARTSTAT",
    "RANGE", "RELATED", "RELTYPE", "ROLE", "RSVP", "VALUE",
  ]

  /// Returns the replacement of a member of a record.
  func replaced(_ value: Tree, named name: String, isZone: Bool) -> Tree {
    switch (name, value) {
    case ("entity", _), ("timeZone", _), (FloatingZone.member, _), (MadeFields.member, _),
      ("stated", _):
      return value
    case ("name", .text(let name)): return .text(CalendarNames.component(name, text))
    case ("lines", .text(let lines)), ("properties", .text(let lines)):
      return .text(replaced(lines: lines, isZone: isZone))
    case ("identity", .text(let text)), ("calendar", .text(let text)), ("parent", .text(let text)):
      return .text(replaced(identity: text))
    case ("known", .array(let items)):
      return .array(items.map { $0.textValue.map { .text(replaced(identity: $0)) } ?? $0 })
    default: return replacement(value)
    }
  }

  /// Returns an identity with the same digest or property name in front, and with a moved occurrence behind.
  private func replaced(identity: String) -> String {
    var parts = identity.parts(dividedBy: "\t", omittingEmpty: false).map(String.init)
    if !parts[0].begins(with: "sha256:") {
      let name =
        ["NAME:", "PRODID:", "SOURCE:", "UID:", "X-WR-CALNAME:", "X-WR-RELCALID:"]
        .first(where: parts[0].begins) ?? ""
      parts[0] =
        name + text(String(decoding: parts[0].utf8.dropFirst(name.utf8.count), as: UTF8.self))
    }
    for index in parts.indices.dropFirst() { parts[index] = moved(parts[index]) ?? parts[index] }
    return parts.joined(separator: "\t")
  }

  /// - Parameter isZone: Whether the lines are those of a zone, whose times and rules stay.
  private func replaced(lines text: String, isZone: Bool) -> String {
    var zoneDepth = isZone ? 1 : 0
    return text.parts(dividedBy: "\n").compactMap { line -> String? in
      // A line that is no content line is not read either.
      guard let line = try? ContentLine(String(line)) else { return nil }
      let isEdge = line.value.uppercased().isSpelled("VTIMEZONE")
      if isEdge, line.name == "BEGIN" { zoneDepth += 1 }
      defer { if isEdge, line.name == "END" { zoneDepth -= 1 } }
      return zoneDepth > 0 && Self.ofZones.contains(line.name) ? line.text : replaced(line)
    }.joined(separator: "\n")
  }

  /// The properties of a zone that say when which offset holds.
  private static let ofZones: Set<String> = [
    "DTSTART", "EXDATE", "LAST-MODIFIED", "RDATE", "RRULE", "TZOFFSETFROM", "TZOFFSETTO", "TZUNTIL",
  ]

  // MARK: Lines

  private func replaced(_ line: ContentLine) -> String {
    let isOwn = line.name.hasPrefix("X-TRIPDOCUMENTS-")
    let parameters = line.parameters.map { parameter -> String in
      let name = CalendarNames.parameter(parameter.name, text)
      guard !parameter.values.isEmpty else { return ";\(name)" }
      let values = parameter.values.map { value -> String in
        if Self.structuralParameters.contains(parameter.name) { return value }
        if parameter.name == "TZID" { return zone(value) }
        if isOwn { return tree(value) }
        let isURL =
          value.parts(dividedBy: "://", most: 1).count > 1 || value.begins(with: "mailto:")
        return isURL ? url(value) : text(value)
      }
      return ";\(name)=" + values.map(ContentLine.escaped(parameter:)).joined(separator: ",")
    }
    return CalendarNames.property(line.name, text) + parameters.joined() + ":"
      + replaced(valueOf: line, isOwn)
  }

  /// Returns the name of a zone; a name of the IANA database or of Windows stays, because it is one of few.
  private func zone(_ name: String) -> String { KnownZone(name) == nil ? text(name) : name }

  private func replaced(valueOf line: ContentLine, _ isOwn: Bool) -> String {
    let value = String(line.value)
    if line.name == "BEGIN" || line.name == "END" {
      return CalendarNames.component(value.uppercased().trimmingSpaces, text)
    }
    if line.name == "TZID" || line.name == "X-LIC-LOCATION" {
      return CalendarText.escaped(zone(CalendarText.unescaped(value)))
    }
    if Self.structure.contains(line.name) { return value }
    let type = line.parameter("VALUE")?.listedWord
    if Self.times.contains(line.name) || ["DATE", "DATE-TIME", "PERIOD"].contains(type) {
      if let moved = moved(value) { return moved }
    }
    switch line.name {
    case "RRULE", "EXRULE":
      return value.parts(dividedBy: ";", omittingEmpty: false).map { part in
        let name = String(decoding: part.utf8.prefix(6), as: UTF8.self)
        guard name.uppercased() == "UNTIL=" else { return String(part) }
        let until = String(decoding: part.utf8.dropFirst(6), as: UTF8.self)
        return name + (moved(until) ?? "")
      }.joined(separator: ";")
    case "GEO": return coordinates(value)
    case "SUMMARY":
      // The words for the ends of a stay are no content.
      let summary = CalendarText.unescaped(value)
      guard let name = StayEnd(summary)?.name else { break }
      let words = summary.parts(dividedBy: name, omittingEmpty: false).map(String.init)
      if words.count == 2 { return CalendarText.escaped(words[0] + text(name) + words[1]) }
    case "CATEGORIES":
      return CalendarText.list(value).map { word in
        let isKind = CalendarCategories.entity(of: [word.listedWord]) != "BucketListItem"
        return CalendarText.escaped(isKind ? word : text(word))
      }.joined(separator: ",")
    default: break
    }
    if isOwn { return CalendarText.escaped(tree(CalendarText.unescaped(value))) }
    if type != "BINARY",
      Self.references.contains(line.name) || ["URI", "CAL-ADDRESS"].contains(type)
    {
      return url(value)
    }
    return CalendarText.escaped(text(CalendarText.unescaped(value)))
  }

  /// Returns times, periods and durations that commas and slashes divide, each time moved; nil if there is anything
  /// else.
  private func moved(_ value: String) -> String? {
    var result = ""
    var rest = Substring(value)
    while true {
      let token = rest.prefix { $0 != "," && $0 != "/" }
      if let time = CalendarTime(token) {
        result += moved(time).text
      } else if CalendarDuration(token) != nil {
        result += token
      } else {
        return nil
      }
      rest = rest[token.endIndex...]
      guard let separator = rest.popFirst() else { return result }
      result.append(separator)
    }
  }

  private func moved(_ time: CalendarTime) -> CalendarTime {
    switch time {
    case .day(let day): return .day(moved(day: day))
    case .local(let second, let isUTC):
      let day = LocalTime.day(ofSecond: second)
      return .local(
        moved(day: day) * 86_400 + LocalTime.time(ofSecond: second), isUTC: isUTC)
    }
  }

  private func moved(day: Int64) -> Int64 {
    if case .day(let moved) = replacement(.day(day)) { moved } else { day }
  }

  /// Returns a latitude and a longitude with other digits, each in its range.
  private func coordinates(_ value: String) -> String {
    zip(value.parts(dividedBy: ";"), [90.0, 180.0]).map { part, limit in
      guard let number = Double(part), case .double(let other) = replacement(.double(number))
      else { return "0" }
      return other.truncatingRemainder(dividingBy: limit).description
    }.joined(separator: ";")
  }

  private func text(_ text: String) -> String { replacement(.text(text)).textValue ?? "" }

  private func url(_ text: String) -> String {
    if case .spelled(_, let url) = replacement(.spelled(.url, text)) { url } else { "" }
  }

  /// Returns the JSON of a tree with other leaves; of any other text a replacement.
  private func tree(_ json: String) -> String {
    guard let tree = try? JSONTreeReader.tree(of: Array(json.utf8)) else { return text(json) }
    return String(decoding: CanonicalJSON.bytes(of: replacement(tree)), as: UTF8.self)
  }
}
