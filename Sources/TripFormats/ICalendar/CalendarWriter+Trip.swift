import DocumentTables

// The trip that was made for a calendar: the calendar's own properties state it as long as they can.
extension CalendarWriter {
  func isTripOfCalendar(_ object: TripObject) -> Bool {
    recordOfObject[object.key].map { $0.component == nil } ?? false
  }

  /// Whether the calendar's own properties cannot state its trip: a field was edited that they do not
  /// have or to a value that they cannot have, or the trip got parts that were not in the calendar.
  func needsEvent(_ trip: TripObject) -> Bool {
    guard let record = recordOfObject[trip.key],
      let calendar = records.file(record.calendar)
    else { return true }
    let named: Set = ["name", "notes", "color"]
    let edits = editsOfTrip[trip.key] ?? []
    if trip.entity != "Trip" || !(objects.participants[trip.key] ?? []).isEmpty { return true }
    if !edits.isSubset(of: named) { return true }
    // An empty name, and a control character in any text.
    let stated = CalendarContent.tripValues(
      properties(calendar.properties, of: trip, calendar), [], fallbackName: calendar.fallbackName,
      schema)
    if edits.contains(where: { trip.values[$0] != stated[$0] }) { return true }
    return (objects.parts[trip.key] ?? []).contains { part in
      guard let own = recordOfObject[part.key] else { return true }
      return !(own.parent?.isEmpty ?? false) || !own.calendar.isSpelled(record.calendar)
    }
  }

  /// Returns the properties of a calendar with the edits of its trip.
  func properties(
    _ properties: [ContentLine], of trip: TripObject, _ calendar: CalendarRecords.Calendar
  ) -> [ContentLine] {
    let edits = editsOfTrip[trip.key] ?? []
    var head = CalendarComponent(name: "VCALENDAR", lines: properties)
    for (field, names) in [
      ("name", ["NAME", "X-WR-CALNAME"]), ("notes", ["DESCRIPTION", "X-WR-CALDESC"]),
      ("color", ["COLOR"]),
    ] where edits.contains(field) {
      let stated = names.filter { head.property($0) != nil }
      let text = trip.text(field)
      for name in stated.isEmpty ? [names[0]] : stated {
        head.replace(
          [name], with: text.isEmpty ? [] : [ContentLine(name, text: text)].compactMap { $0 })
      }
    }
    return head.lines
  }
}
