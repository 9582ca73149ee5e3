import DocumentFile

/// The codes of errors about calendars.
///
/// The format of documents has no such rules, so the detail of an error contains all of its words.
extension DocumentError.Code {
  /// The file has no calendar, or another encoding.
  package static let calendarMalformed = Self(rawValue: "calendar-malformed")
  /// A line of a calendar, or all lines together, exceed the limits.
  package static let calendarLine = Self(rawValue: "limit-calendar-bytes")
}

/// A component of a calendar as its content lines: properties, and components in it with their
/// `BEGIN` and `END`.
struct CalendarComponent: Hashable, Sendable {
  /// The name in upper case.
  let name: String
  /// The lines between the component's own `BEGIN` and `END`.
  var lines: [ContentLine] = []
  /// The line of the file on which the component begins; 0 if it is from no file.
  var line = 0

  /// Whether the component becomes an object.
  var isObject: Bool { isNamed("VEVENT") || isTask }

  var isTask: Bool { isNamed("VTODO") }

  /// Whether the component has a name of the specification.
  func isNamed(_ name: String) -> Bool { self.name.isSpelled(name) }

  /// The component's own properties, without those of components in it.
  var properties: [ContentLine] {
    var depth = 0
    return lines.filter { line in
      switch line.name {
      case "BEGIN":
        depth += 1
        return false
      case "END":
        depth -= 1
        return false
      default: return depth == 0
      }
    }
  }

  func property(_ name: String) -> ContentLine? {
    var depth = 0
    for line in lines {
      switch line.name {
      case "BEGIN": depth += 1
      case "END": depth -= 1
      case name where depth == 0: return line
      default: break
      }
    }
    return nil
  }

  /// The text of a property; nil if the component does not have it.
  func text(_ name: String) -> String? {
    property(name).map { CalendarText.unescaped($0.value) }
  }

  /// Whether two components differ at most in the times of their making.
  func isSame(as other: CalendarComponent) -> Bool {
    func content(_ component: CalendarComponent) -> some Sequence<ContentLine> {
      component.lines.lazy.filter {
        $0.name != "DTSTAMP" && !$0.name.isSpelled(CalendarComponent.placeProperty)
      }
    }
    return isNamed(other.name) && content(self).elementsEqual(content(other))
  }

  /// Appends the component with its `BEGIN` and `END`.
  func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "BEGIN:\(name)\r\n".utf8)
    for line in lines { line.append(to: &bytes) }
    bytes.append(contentsOf: "END:\(name)\r\n".utf8)
  }
}

/// A calendar: its own properties, and its components.
struct ParsedCalendar: Sendable {
  var properties: [ContentLine] = []
  var components: [CalendarComponent] = []
  /// The components and lines that are not in the calendar.
  var rejected: [CalendarComponent] = []

  /// The value of PRODID in calendars that this library makes.
  static let product = "-//TripDocuments//tripconv//EN"

  /// A calendar without components, with the properties that every calendar needs.
  static var made: ParsedCalendar {
    ParsedCalendar(
      properties: [
        ContentLine("VERSION", value: "2.0"), ContentLine("PRODID", value: product),
      ].compactMap { $0 })
  }

  func text(_ name: String) -> String? {
    properties.first { $0.name == name }.map { CalendarText.unescaped($0.value) }
  }

  /// What a calendar asks for (RFC 5546, 1.4).
  enum Method {
    /// It states all that it has.
    case publish
    /// It is a message about some events.
    case request
    case cancel
    /// It is what a guest says, who cannot change an event.
    case answer
  }

  var method: Method {
    switch text("METHOD")?.listedWord {
    case "REQUEST", "ADD": .request
    case "CANCEL": .cancel
    case "REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER": .answer
    default: .publish
    }
  }
}

/// The calendars of a file.
struct CalendarStream: Sendable {
  var calendars: [ParsedCalendar] = []

  /// The components that no other of them may contain: where one begins, an open one has no end.
  private static let outermost: Set = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]

  /// The memory that a line needs beside its bytes, about.
  private static let lineBytes = 256

  /// Whether a file begins as a calendar does, or as a component that lacks its calendar.
  static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
    let start = bytes.prefix(512).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
      .prefix { $0 > 0x20 }
    let line = String(decoding: start, as: UTF8.self).uppercased()
    return line.begins(with: "BEGIN:VCALENDAR")
      || outermost.contains { line.isSpelled("BEGIN:\($0)") }
  }

  /// Parses the bytes of a file.
  ///
  /// - Throws: `calendar-malformed` if the file has no calendar; `limit-calendar-bytes`.
  init(
    _ bytes: [UInt8], limits: DocumentLimits, _ report: inout ImportReport
  ) throws(DocumentError) {
    var unfolding = CalendarUnfolding(bytes, limits: limits)
    if unfolding.indentation != .none {
      report.note(.init(.calendarLayout, "the lines are indented"))
    }
    var parsing = Parsing()
    var memory = 0
    while let line = try unfolding.next() {
      memory += Self.lineBytes + 3 * line.bytes.count
      guard memory <= limits.totalBytes else {
        throw DocumentError(
          .calendarLine, place: .line(line.number, column: 1),
          "the calendar needs more memory than the limit total-bytes allows")
      }
      if let content = Self.content(of: line, &report) {
        parsing.append(content, number: line.number, &report)
      } else {
        parsing.reject(line)
      }
    }
    calendars = parsing.finish(&report)
    guard !calendars.isEmpty else {
      throw DocumentError(.calendarMalformed, "the file has no BEGIN:VCALENDAR")
    }
  }

  private static func content(
    of line: CalendarUnfolding.Line, _ report: inout ImportReport
  ) -> ContentLine? {
    var text: String
    if let valid = String(validating: line.bytes, as: UTF8.self) {
      text = valid
    } else {
      report.note(.init(.notUTF8, line: line.number))
      text = String(String.UnicodeScalarView(line.bytes.map { Unicode.Scalar($0) }))
    }
    if line.bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
      report.note(.init(.controlCharacters, line: line.number))
      text.unicodeScalars.removeAll(where: CalendarText.isControl)
    }
    do throws(ContentLine.Problem) {
      let content = try ContentLine(text)
      let place = line.place(ofByte: content.valueOffset)
      return content.placed(line: place.line, column: place.column)
    } catch {
      let place = line.place(ofByte: error.offset)
      report.note(.init(.invalidLine, line: place.line, column: place.column, error.words))
      return nil
    }
  }
}

extension CalendarStream {
  /// The components that are open while lines are read.
  private struct Parsing {
    var calendars: [ParsedCalendar] = []
    private var calendar: ParsedCalendar?
    /// Whether the open calendar has no `BEGIN`.
    private var isBare = false
    private var component: CalendarComponent?
    /// The names of the components in ``component`` that are open.
    private var inner: [String] = []

    mutating func append(_ line: ContentLine, number: Int, _ report: inout ImportReport) {
      let isEdge = line.name == "BEGIN" || line.name == "END"
      let name = isEdge ? line.value.uppercased().trimmingSpaces : ""
      switch line.name {
      case "BEGIN" where name.isSpelled("VCALENDAR"):
        close(&report)
        calendar = ParsedCalendar()
      case "BEGIN"
      where calendar == nil && calendars.isEmpty
        && CalendarStream.outermost.contains(name.listedWord):
        report.note(
          .init(.calendarLayout, line: number, subject: name, "no BEGIN:VCALENDAR is in front"))
        isBare = true
        calendar = .made
        component = CalendarComponent(name: name, line: number)
      case "BEGIN" where calendar == nil: stray(line, number, &report)
      case "BEGIN" where component == nil:
        component = CalendarComponent(name: name, line: number)
      case "BEGIN" where CalendarStream.outermost.contains(name.listedWord):
        abandon(&report)
        component = CalendarComponent(name: name, line: number)
      case "BEGIN":
        inner.append(name)
        component?.lines.append(line)
      case "END" where name.isSpelled("VCALENDAR") && calendar != nil: close(&report)
      case "END" where inner.isEmpty && component?.isNamed(name) ?? false:
        if let component { calendar?.components.append(component) }
        component = nil
      case "END" where inner.last?.isSpelled(name) ?? false:
        inner.removeLast()
        component?.lines.append(line)
      case "END" where component?.isNamed(name) ?? false:
        // A component in this one has no end.
        abandon(&report)
      case "END": stray(line, number, &report)
      default:
        if component != nil {
          component?.lines.append(line)
        } else if calendar != nil {
          calendar?.properties.append(line)
        } else {
          stray(line, number, &report)
        }
      }
    }

    /// Keeps the bytes of a line that is no content line for the file of rejected content.
    mutating func reject(_ line: CalendarUnfolding.Line) {
      let text = String(decoding: line.bytes, as: UTF8.self)
      guard let kept = ContentLine("X-REJECTED-LINE", text: text) else { return }
      put(aside: CalendarComponent(name: "", lines: [kept], line: line.number))
    }

    private mutating func stray(
      _ line: ContentLine, _ number: Int, _ report: inout ImportReport
    ) {
      report.note(.init(.invalidLine, line: number, subject: line.name, "no component is open"))
      put(aside: CalendarComponent(name: "", lines: [line], line: number))
    }

    private mutating func put(aside component: CalendarComponent) {
      if calendar != nil {
        calendar?.rejected.append(component)
      } else if !calendars.isEmpty {
        calendars[calendars.count - 1].rejected.append(component)
      }
    }

    /// Rejects the open component.
    private mutating func abandon(_ report: inout ImportReport) {
      guard var open = component else { return }
      report.note(.init(.unterminatedComponent, line: open.line, subject: open.name))
      report.rejectedComponents += 1
      while let name = inner.popLast() {
        if let end = ContentLine("END", value: name) { open.lines.append(end) }
      }
      calendar?.rejected.append(open)
      component = nil
    }

    private mutating func close(_ report: inout ImportReport) {
      abandon(&report)
      if let calendar { calendars.append(calendar) }
      calendar = nil
      isBare = false
    }

    mutating func finish(_ report: inout ImportReport) -> [ParsedCalendar] {
      if calendar != nil, component == nil, !isBare {
        report.note(.init(.unterminatedComponent, subject: "VCALENDAR", "it was read all the same"))
      }
      close(&report)
      return calendars
    }
  }
}

extension String {
  /// The text without spaces and tabulators at its ends.
  var trimmingSpaces: String {
    var bytes = utf8[...]
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes.count == utf8.count ? self : String(Substring(bytes))
  }
}
