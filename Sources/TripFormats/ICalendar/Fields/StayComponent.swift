import DocumentTables

// The event of a departure in that of the arrival, and both as one event.
extension CalendarComponent {
  /// The property with the place of the departure among the components of its calendar.
  static let placeProperty = ComponentReading.prefix + "PLACE"

  /// The event of the departure from a stay, and its place in the calendar; nil for any other component.
  var departure: (component: CalendarComponent, place: Int)? {
    guard let begin = departureBegin, let place = Int(lines[begin + 1].value) else { return nil }
    let own = lines[(begin + 2)..<(lines.count - 1)]
    return (CalendarComponent(name: "VEVENT", lines: Array(own)), place)
  }

  /// The line on which the event of the departure begins, behind all others.
  private var departureBegin: Int? {
    guard lines.last?.name == "END", isNamed("VEVENT") else { return nil }
    // No event of a file has an event in it.
    return lines.indices.dropLast(2).first { index in
      lines[index].name == "BEGIN" && lines[index].value.isSpelled("VEVENT")
        && lines[index + 1].name.isSpelled(Self.placeProperty)
        && Int(lines[index + 1].value) != nil
    }
  }

  /// Returns the event of an arrival with that of the departure in it.
  func holding(_ departure: CalendarComponent, at place: Int) -> CalendarComponent {
    var result = alone
    let head = [
      ContentLine("BEGIN", value: "VEVENT"), ContentLine(Self.placeProperty, value: String(place)),
    ]
    result.lines += head.compactMap { $0 } + departure.lines
    result.lines += [ContentLine("END", value: "VEVENT")].compactMap { $0 }
    return result
  }

  /// The component without the event of the departure.
  var alone: CalendarComponent {
    guard let begin = departureBegin else { return self }
    var result = self
    result.lines = Array(lines[..<begin])
    return result
  }

  /// The component as one event, from the arrival to the departure.
  var whole: CalendarComponent {
    guard let (departure, _) = departure else { return self }
    var result = alone
    let summary = result.text("SUMMARY") ?? ""
    if let name = StayEnd(summary)?.name {
      result.set("SUMMARY", to: ContentLine("SUMMARY", text: name))
      if CancellationWords.stand(before: summary) {
        result.set("STATUS", to: ContentLine("STATUS", value: "CANCELLED"))
      }
    }
    // One event has two days or two times.
    let (start, end) = (result.property("DTSTART"), departure.property("DTSTART"))
    if let start, let end, start.isDay != end.isDay {
      result.set("DTSTART", to: start.day("DTSTART"))
      result.set("DTEND", to: end.day("DTEND"))
    } else {
      result.set("DTEND", to: end.flatMap { $0.renamed("DTEND") })
    }
    result.replace(["DURATION"], with: [])
    return result
  }

  /// Returns the component with what an edit has made of it as one event.
  func stating(_ edited: CalendarComponent) -> CalendarComponent {
    guard let (stored, place) = departure else { return edited }
    var departure = stored
    let before = whole
    var arrival = edited
    // No event says that a stay has an open end.
    guard let end = edited.property("DTEND") else { return edited.statingStay }
    let own = alone
    arrival.replace(
      ["DTEND", "DURATION"],
      with: own.properties.filter { ["DTEND", "DURATION"].contains($0.name) })
    if edited.property("DTSTART") != before.property("DTSTART") {
      arrival.replace(["DTEND", "DURATION"], with: [])
    }
    if end != before.property("DTEND") {
      departure.set("DTSTART", to: end.renamed("DTSTART"))
      departure.replace(["DTEND", "DURATION"], with: [])
    }
    for name in ["STATUS", "LOCATION"] where edited.property(name) != before.property(name) {
      // The words of a place are those of both events, or only of the first one.
      if name == "STATUS" || departure.property(name) == before.property(name) {
        departure.set(name, to: edited.property(name))
      }
    }
    if edited.text("SUMMARY") == before.text("SUMMARY") {
      arrival.set("SUMMARY", to: own.property("SUMMARY"))
    } else if let old = before.text("SUMMARY"), let new = edited.text("SUMMARY") {
      arrival.rename(old, to: new, in: own, orSaying: "Check-in: ")
      departure.rename(old, to: new, in: departure, orSaying: "Check-out: ")
    }
    guard arrival.isArrival(before: departure, at: edited.text("SUMMARY") ?? "") else {
      return edited.statingStay
    }
    return arrival.holding(departure, at: place)
  }

  /// Whether this event and that of a departure are read as a stay at a place.
  private func isArrival(before departure: CalendarComponent, at place: String) -> Bool {
    let ends = [self, departure].map { StayEnd($0.text("SUMMARY") ?? "") }
    guard let start = property("DTSTART"), let end = departure.property("DTSTART"),
      let first = start.dayNumber, let last = end.dayNumber, start.isDay == end.isDay
    else { return false }
    return ends[0]?.isArrival == true && ends[1]?.isArrival == false
      && ends.allSatisfy { $0?.name.isSpelled(place) ?? false }
      && 1...StayEnd.mostNights ~= last - first
  }

  /// The event with a line that says that it is a stay.
  private var statingStay: CalendarComponent {
    var result = self
    result.set(
      ComponentReading.entityProperty,
      to: ContentLine(ComponentReading.entityProperty, value: "Stay"))
    return result
  }

  /// States a name in the words around the old one.
  ///
  /// - Parameter words: What stands before a name that is not in the old words once.
  private mutating func rename(
    _ old: String, to new: String, in source: CalendarComponent, orSaying words: String
  ) {
    let summary = source.text("SUMMARY") ?? ""
    let parts = summary.parts(dividedBy: old, omittingEmpty: false).map(String.init)
    var text = parts.count == 2 ? parts[0] + new + parts[1] : ""
    if !(StayEnd(text)?.name.isSpelled(new) ?? false) { text = words + new }
    set("SUMMARY", to: ContentLine("SUMMARY", text: text))
  }

  /// Replaces the component's own property of a name.
  private mutating func set(_ name: String, to line: ContentLine?) {
    replace([name], with: [line].compactMap { $0 })
  }
}

extension [CalendarComponent] {
  /// Makes two events of each stay, the departure at its place.
  mutating func divideStays() {
    let departures = compactMap(\.departure).sorted { $0.place < $1.place }
    guard !departures.isEmpty else { return }
    var rest = map(\.alone)[...]
    self = []
    for (component, place) in departures {
      let before = rest.prefix(Swift.max(0, place &- count))
      append(contentsOf: before)
      rest = rest.dropFirst(before.count)
      append(component)
    }
    append(contentsOf: rest)
  }
}

extension ContentLine {
  /// Whether the value is a day without a time.
  fileprivate var isDay: Bool { if case .day? = CalendarTime(value) { true } else { false } }

  /// The day of the value, as it is written; nil for any other value.
  fileprivate var dayNumber: Int64? {
    switch CalendarTime(value) {
    case .day(let day): day
    case .local(let second, _): LocalTime.day(ofSecond: second)
    case nil: nil
    }
  }

  /// Returns a line with the day of the value.
  fileprivate func day(_ name: String) -> ContentLine? {
    dayNumber.flatMap { ContentLine(name, [("VALUE", "DATE")], value: CalendarTime.day($0).text) }
  }

  /// Returns the line under another name.
  fileprivate func renamed(_ name: String) -> ContentLine? {
    let rest = text.utf8.drop { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ":") }
    return try? ContentLine(name + String(Substring(rest)))
  }
}
