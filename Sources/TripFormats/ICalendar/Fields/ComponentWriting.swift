import DocumentFile
import DocumentTables
import Foundation

/// Writes objects of the trip schema as components.
///
///     fields ─► standard properties ─► the reading of these ─► exact values of the fields that differ
struct ComponentWriting {
  /// The properties of one or several fields, which are replaced together.
  enum Group: CaseIterable {
    case name, place, time, notes, status, color, links, people, route

    /// The names of the properties, with those of other programs that repeat them.
    var names: Set<String> {
      switch self {
      case .name: ["SUMMARY"]
      case .place:
        ["LOCATION", "GEO", "X-APPLE-STRUCTURED-LOCATION", "X-MICROSOFT-LOCATIONS"]
      case .time:
        [
          "DTSTART", "DTEND", "DUE", "DURATION", "X-MICROSOFT-CDO-ALLDAYEVENT",
          "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY",
        ]
      case .notes: ["DESCRIPTION", "X-ALT-DESC", "STYLED-DESCRIPTION"]
      case .status: ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]
      case .color: ["COLOR"]
      case .links: ["URL"]
      case .people: []
      case .route: Group.name.names.union(Group.place.names)
      }
    }

    /// The properties of the schema that the group states, for an entity.
    func fields(of entity: String, isTrip: Bool) -> [String] {
      let parts = MomentNames(entity)
      switch self {
      case .name: return entity == "BucketListItem" ? ["title"] : entity == "Leg" ? [] : ["name"]
      case .place:
        return isTrip
          ? ["destination", "location"] : entity == "Leg" ? [] : ["address", "location"]
      case .time:
        return isTrip
          ? ["startDate", "endDate"]
          : [parts.startDate, parts.startTime, parts.endDate, parts.endTime]
      case .notes: return entity == "BucketListItem" ? ["details"] : ["notes"]
      case .status:
        return isTrip
          ? ["isCancelled"]
          : entity == "BucketListItem"
            ? ["status", "hasReservation"] : ["isConfirmed", "isCancelled"]
      case .color: return isTrip ? ["color"] : []
      case .links: return ["links"]
      case .people: return []
      case .route:
        return entity == "Leg" ? ["from", "to", "mode", "provider", "number", "fromLocation"] : []
      }
    }
  }

  let schema: TripSchema

  /// Whether an object without dates is a to-do.
  func isTask(_ object: TripObject) -> Bool {
    let span = span(of: object)
    return object.entity == "BucketListItem"
      ? span.start == nil : span.start == nil && span.end == nil
  }

  /// Returns the lines of a group of fields.
  func lines(
    _ group: Group, of object: TripObject, _ participants: [TripParticipant], isTask: Bool
  ) -> [ContentLine?] {
    let isTrip = schema.isTrip(object.entity)
    guard group == .people || !group.fields(of: object.entity, isTrip: isTrip).isEmpty else {
      return []
    }
    switch group {
    case .name:
      return [
        ContentLine(
          "SUMMARY", text: object.text(object.entity == "BucketListItem" ? "title" : "name"))
      ]
    case .place:
      let words = object.text(isTrip ? "destination" : "address")
      return [
        words.isEmpty ? nil : ContentLine("LOCATION", text: words), Self.position(object.location),
      ]
    case .time: return times(of: object, isTask: isTask)
    case .notes:
      let notes = object.text(object.entity == "BucketListItem" ? "details" : "notes")
      return [notes.isEmpty ? nil : ContentLine("DESCRIPTION", text: notes)]
    case .status: return [status(of: object, isTask: isTask)]
    case .color:
      let color = object.text("color")
      let isName = !color.isEmpty && color.utf8.allSatisfy { $0 &- UInt8(ascii: "a") < 26 }
      return [isName ? ContentLine("COLOR", value: color) : nil]
    case .links:
      return object.links.enumerated().map { index, link in
        ContentLine(index == 0 ? "URL" : "ATTACH", value: link)
      }
    case .people: return isTrip ? participants.map(Self.attendee) : []
    case .route:
      let tree: Tree? =
        if case .tree(let tree)? = object.values["fromLocation"] { tree } else { nil }
      let from = object.text("from")
      return [
        ContentLine("SUMMARY", text: summary(ofLeg: object)),
        from.isEmpty ? nil : ContentLine("LOCATION", text: from), Self.position(tree),
      ]
    }
  }

  static func attendee(_ participant: TripParticipant) -> ContentLine? {
    ContentLine(
      "ATTENDEE", [("CN", participant.name)],
      value: ComponentReading.address(of: participant.email))
  }

  /// Returns the ends of a leg with its number, such as `Frankfurt → Lisboa (LH 1166)`; the number alone where no end is
  /// stated, but for the beginning, which is the place of the event.
  private func summary(ofLeg object: TripObject) -> String {
    let ends = object.text("from") + " → " + object.text("to")
    var names = [object.text("provider"), object.text("number")].filter { !$0.isEmpty }
    // The number of a flight begins with the code of its airline.
    if names.count == 2, names[1].begins(with: names[0]) { names.removeFirst() }
    let number = names.joined(separator: " ")
    if object.text("to").isEmpty, !number.isEmpty { return number }
    return number.isEmpty ? ends : "\(ends) (\(number))"
  }

  private static func position(_ tree: Tree?) -> ContentLine? {
    guard let latitude = tree?["latitude"]?.numberValue,
      let longitude = tree?["longitude"]?.numberValue,
      -90...90 ~= latitude, -180...180 ~= longitude
    else { return nil }
    return ContentLine("GEO", value: "\(text(latitude));\(text(longitude))")
  }

  /// Returns a number without an exponent, which the type FLOAT does not have.
  private static func text(_ number: Double) -> String {
    let text = String(number)
    guard text.contains("e") else { return text }
    return String(format: "%.15f", locale: nil, number)
  }

  private func status(of object: TripObject, isTask: Bool) -> ContentLine? {
    let isConfirmed = object.isTrue(
      object.entity == "BucketListItem" ? "hasReservation" : "isConfirmed")
    let status = object.text("status")
    if status.isSpelled("cancelled") || object.isTrue("isCancelled") {
      return ContentLine("STATUS", value: "CANCELLED")
    }
    if isTask {
      if object.entity != "BucketListItem" { return nil }
      return ContentLine("STATUS", value: status.isSpelled("done") ? "COMPLETED" : "NEEDS-ACTION")
    }
    return isConfirmed ? ContentLine("STATUS", value: "CONFIRMED") : nil
  }

  // MARK: Times

  /// Returns when an object takes place; days at the end are exclusive.
  func span(of object: TripObject) -> CalendarSpan {
    if schema.isTrip(object.entity) {
      return CalendarSpan(
        start: object.day("startDate").map { .day($0) },
        end: object.day("endDate").map { .day($0 + 1) })
    }
    let names = MomentNames(object.entity)
    func moment(_ day: String, _ time: String) -> CalendarSpan.Moment? {
      // Where both are stated, the time holds (spec 7.2-9).
      if let text = object.optionalText(time), let stated = try? ClockTimeText(text) {
        return .time(stated)
      }
      return object.day(day).map { .day($0) }
    }
    var span = CalendarSpan(
      start: moment(names.startDate, names.startTime), end: moment(names.endDate, names.endTime))
    if object.entity != "Stay", case .day(let last)? = span.end { span.end = .day(last + 1) }
    return span
  }

  private func times(of object: TripObject, isTask: Bool) -> [ContentLine?] {
    let span = span(of: object)
    if isTask {
      var due = span.end
      if case .day(let end)? = due { due = .day(end - 1) }
      return [span.start.flatMap { line("DTSTART", $0) }, due.flatMap { line("DUE", $0) }]
    }
    switch (span.start, span.end) {
    case (nil, nil): return []
    case (nil, .day(let end)?):
      return [line("DTSTART", .day(object.entity == "Stay" ? end : end - 1))]
    case (nil, let end?): return [line("DTSTART", end)]
    case (let start?, nil): return [line("DTSTART", start)]
    case (.day(let start)?, .day(let end)?):
      return [line("DTSTART", .day(start)), end > start ? line("DTEND", .day(end)) : nil]
    case (.day(let start)?, .time(let end)?):
      // Both have one type; the exact time follows in a property of its own.
      let day = end.day + (object.entity == "Stay" ? 0 : 1)
      return [line("DTSTART", .day(start)), day > start ? line("DTEND", .day(day)) : nil]
    case (.time(let start)?, .day(let end)?):
      let midnight: ClockTimeText? =
        switch start {
        case .local: LocalTimeText(second: end * 86_400, nanosecond: 0).map { .local($0) }
        case .zoned(let start):
          ClockTimeText(second: end * 86_400, offset: start.offset, zone: start.zone)
        }
      guard let midnight, start.precedes(midnight) else { return [line("DTSTART", .time(start))] }
      return [line("DTSTART", .time(start)), line("DTEND", .time(midnight))]
    case (.time(let start)?, .time(let end)?):
      // Both have one form; a time with a zone beside one without follows in a property of its own.
      return [
        line("DTSTART", .time(start)), start.precedes(end) ? line("DTEND", .time(end)) : nil,
      ]
    }
  }

  private func line(_ name: String, _ moment: CalendarSpan.Moment) -> ContentLine? {
    switch moment {
    case .day(let day):
      guard DayText.range.contains(day) else { return nil }
      return ContentLine(name, [("VALUE", "DATE")], value: CalendarTime.day(day).text)
    case .time(.local(let time)):
      return ContentLine(name, value: CalendarTime.local(time.second, isUTC: false).text)
    case .time(.zoned(let time)):
      if time.zone != "Etc/UTC", TimeZone(identifier: time.zone) != nil,
        KnownZone(time.zone)?.identifier == time.zone
      {
        return ContentLine(
          name, [("TZID", time.zone)],
          value: CalendarTime.local(time.localSecond, isUTC: false).text)
      }
      return ContentLine(
        name, value: CalendarTime.local(time.instantSecond, isUTC: true).text)
    }
  }
}
