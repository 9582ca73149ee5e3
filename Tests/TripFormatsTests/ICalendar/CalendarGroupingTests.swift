import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Events of calendars come to the trips to which a traveller would put them.
@Suite struct CalendarGroupingTests {
  /// An event of whole days, both included.
  private func days(
    _ first: String, _ last: String, _ name: String, _ more: String...
  ) throws -> String {
    let end = DayText.text(try DayText.parse(last) + 1)
    return event(
      name, more,
      [
        "DTSTART;VALUE=DATE:\(first.replacing("-", with: ""))",
        "DTEND;VALUE=DATE:\(end.replacing("-", with: ""))",
      ])
  }

  private func times(_ start: String, _ end: String, _ name: String, _ more: String...) -> String {
    event(name, more, ["DTSTART\(start)", "DTEND\(end)"])
  }

  private func event(_ name: String, _ more: [String], _ lines: [String]) -> String {
    (["BEGIN:VEVENT", "UID:\(name)", "SUMMARY:\(name)"] + lines + more + ["END:VEVENT", ""])
      .joined(separator: "\n")
  }

  /// The names of the trips, and those of the parts of each; parts without a trip have the name "".
  private func trips(_ components: [String], head: String = "") throws -> [String: [String]] {
    let file = try CalendarFile(components: components.joined(), head: head)
    var names: [ObjectKey: String] = [:]
    var trips: [String: [String]] = [:]
    for trip in try file.objects("Trip") {
      names[trip.key] = trip.text("name")
      trips[trip.text("name") ?? ""] = []
    }
    for entity in ["Stay", "Leg", "BucketListItem"] {
      for part in try file.objects(entity) {
        var trip = ""
        if case .reference(let key) = part["trip"] { trip = names[key] ?? "" }
        let name = ["name", "title", "to"].compactMap { part.text($0) }.first { !$0.isEmpty }
        trips[trip, default: []].append(name ?? "")
      }
    }
    // What was read comes back line for line, and is read alike.
    #expect(try CalendarFile(try file.lines.joined(separator: "\n")).lines == file.lines)
    return trips.mapValues { $0.sorted() }
  }

  @Test("An event of two or more nights is a trip")
  func nights() throws {
    let berlin = ";TZID=Europe/Berlin:"
    let found = try trips([
      times(berlin + "20260605T170000", berlin + "20260607T210000", "Hamburg"),
      times(berlin + "20260606T100000", berlin + "20260606T130000", "Miniatur Wunderland"),
      times(berlin + "20260701T220000", berlin + "20260702T070000", "Night shift"),
      times(
        berlin + "20260901T080000", berlin + "20260903T180000", "On call", "RRULE:FREQ=MONTHLY"),
    ])
    #expect(
      found == ["Hamburg": ["Miniatur Wunderland"], "": ["Night shift", "On call"]])
  }

  @Test("A long event around trips to other places is none")
  func frame() throws {
    let flight = times(
      ";TZID=Europe/Berlin:20260810T070000", ";TZID=Europe/Athens:20260810T110000",
      "Flug nach Chania")
    let found = try trips([
      try days("2026-08-03", "2026-09-14", "Sommerferien"),
      try days("2026-08-10", "2026-08-17", "Kreta", "LOCATION:Chania"),
      try days("2026-08-25", "2026-08-28", "Wien", "LOCATION:Wien"), flight,
    ])
    #expect(found == ["Kreta": ["Flug nach Chania"], "Wien": [], "": ["Sommerferien"]])
  }

  @Test("Travel beyond the trips makes a long event the trip, and events without a place part none")
  func frameWithTravel() throws {
    let holidays = try days("2026-08-03", "2026-09-14", "Ferien")
    let crete = try days("2026-08-10", "2026-08-17", "Kreta", "LOCATION:Chania")
    let wien = try days("2026-08-25", "2026-08-28", "Wien", "LOCATION:Wien")
    let between = try days("2026-08-20", "2026-08-22", "Besuch")
    let inn = try days("2026-08-15", "2026-09-10", "Inn", "CATEGORIES:HOTEL")
    let hotel = try days("2026-08-10", "2026-08-18", "Hotel", "CATEGORIES:HOTEL")
    #expect(try trips([holidays, crete, wien, inn])["Ferien"]?.count == 3)
    #expect(
      try trips([holidays, crete, wien, between])
        == ["Kreta": [], "Wien": [], "Besuch": [], "": ["Ferien"]])
    #expect(try trips([holidays, crete, wien, hotel])["Ferien"] == nil)
  }

  @Test("Trips with times in UTC and their parts have the days of the calendar's zone")
  func zonedTrips() throws {
    let trip = times(":20260605T150000Z", ":20260607T230000Z", "Weekend")
    let part = times(":20260607T221500Z", ":20260607T224500Z", "Taxi")
    #expect(
      try trips([trip, part], head: "X-WR-TIMEZONE:Europe/Berlin\n") == ["Weekend": ["Taxi"]])
  }

  @Test("A long event with a place, with travel of its own or with stages is the trip")
  func stages() throws {
    let kyoto = try days("2026-04-05", "2026-04-07", "Kyoto", "LOCATION:Kyoto")
    let tokyo = try days("2026-04-15", "2026-04-18", "Tokyo", "LOCATION:Tokyo")
    let parts = ["Kyoto", "Tokyo"]
    #expect(
      try trips([
        try days("2026-04-02", "2026-04-20", "Japan", "LOCATION:Japan"), kyoto, tokyo,
      ]) == ["Japan": parts])
    let flight = times(
      ":20260402T100000Z", ":20260402T200000Z", "Flight", "CATEGORIES:FLIGHT",
      "X-TRIPDOCUMENTS-TO:\"Narita\"")
    let found = try trips([
      try days("2026-04-02", "2026-04-20", "Japan"), kyoto, tokyo, flight,
    ])
    #expect(found["Japan"]?.count == 3 && found.count == 1)
    #expect(
      try trips([
        try days("2026-04-02", "2026-04-20", "Japan"), kyoto,
        try days("2026-04-08", "2026-04-18", "Tokyo", "LOCATION:Tokyo"),
      ]) == ["Japan": parts])
    #expect(
      try trips([
        try days("2026-04-02", "2026-04-20", "Japan"), kyoto,
        try days("2026-04-15", "2026-04-18", "Tokyo", "LOCATION:Kyoto"),
      ]) == ["Japan": parts])
  }

  @Test(
    "A time in UTC just outside a trip belongs to it",
    arguments: [
      // The evening of the last day in San Francisco, and the morning of the first one in Auckland.
      ("20261014T031900Z", "20261014T051900Z", true),
      ("20261014T060000Z", "20261014T120000Z", true),
      ("20261014T060000Z", "20261014T120000Z", true),
      ("20261014T060000Z", "20261014T120100Z", false),
      ("20261010T100000Z", "20261010T120000Z", true),
      ("20261010T095900Z", "20261010T120000Z", false),
    ])
  func edge(start: String, end: String, isOfTrip: Bool) throws {
    let parts = [
      try days("2026-10-11", "2026-10-13", "San Francisco"),
      times(":" + start, ":" + end, "Flight"),
    ]
    #expect(
      try trips(parts)
        == ["San Francisco": isOfTrip ? ["Flight"] : []].merging(
          isOfTrip ? [:] : ["": ["Flight"]]
        ) { $1 })
    let file = try CalendarFile(components: parts.joined())
    #expect(file.findings(.tripEdge).map(\.subject) == (isOfTrip ? ["Flight"] : []))
    #expect(file.findings(.noTrip).map(\.subject) == (isOfTrip ? [] : ["Flight"]))
  }

  @Test(
    "Between two trips the nearer one counts, and the zone of the calendar decides without a guess")
  func nearest() throws {
    let trip = try days("2026-10-11", "2026-10-13", "San Francisco")
    let next = try days("2026-10-15", "2026-10-16", "Auckland")
    let early = times(":20261014T031900Z", ":20261014T041900Z", "Early")
    let late = times(":20261014T220000Z", ":20261014T230000Z", "Late")
    #expect(
      try trips([trip, next, early, late])
        == ["San Francisco": ["Early"], "Auckland": ["Late"]])
    #expect(
      try trips([trip, next, early, late], head: "X-WR-TIMEZONE:Europe/Berlin\n")
        == ["San Francisco": [], "Auckland": ["Late"], "": ["Early"]])
  }

  @Test("Appointments outside all trips have none")
  func appointments() throws {
    let dentist = times(":20260110T100000Z", ":20260110T110000Z", "Dentist")
    let birthday = try days("2026-03-22", "2026-03-22", "Birthday")
    #expect(try trips([dentist, birthday]) == ["": ["Birthday", "Dentist"]])
    let trip = try days("2026-05-01", "2026-05-03", "Porto")
    #expect(try trips([dentist, birthday, trip]) == ["Porto": [], "": ["Birthday", "Dentist"]])
    let todo = "BEGIN:VTODO\nUID:t\nSUMMARY:Passport\nEND:VTODO\n"
    #expect(
      try trips([dentist, birthday, trip, todo])
        == ["Porto": ["Passport"], "": ["Birthday", "Dentist"]])
    #expect(try trips([dentist, birthday, todo]) == ["": ["Birthday", "Dentist", "Passport"]])
  }

  @Test(
    "What a calendar has with pauses of two weeks is its trip, and so are stays and legs of two months"
  )
  func together() throws {
    let head = "NAME:Japan 2026\n"
    let temple = times(":20260402T100000Z", ":20260402T110000Z", "Temple")
    let garden = times(":20260405T100000Z", ":20260405T110000Z", "Garden")
    let museum = times(":20260421T100000Z", ":20260421T110000Z", "Museum")
    let flight = times(":20260420T100000Z", ":20260420T110000Z", "Flight")
    #expect(try trips([temple, garden], head: head) == ["Japan 2026": ["Garden", "Temple"]])
    #expect(
      try trips([temple, garden, museum], head: head)
        == ["": ["Garden", "Museum", "Temple"]])
    #expect(
      try trips([temple, garden, flight], head: head)
        == ["Japan 2026": ["Flight", "Garden", "Temple"]])
    let hotel = times(
      ":20260402T150000Z", ":20260409T100000Z", "Hotel", "CATEGORIES:HOTEL")
    let inn = times(":20260531T150000Z", ":20260601T100000Z", "Inn", "CATEGORIES:HOTEL")
    let lodge = times(":20260601T150000Z", ":20260602T100000Z", "Lodge", "CATEGORIES:HOTEL")
    #expect(try trips([hotel, inn], head: head) == ["Japan 2026": ["Hotel", "Inn"]])
    #expect(try trips([hotel, lodge], head: head) == ["": ["Hotel", "Lodge"]])
    #expect(
      try trips(["BEGIN:VTODO\nUID:t\nSUMMARY:Passport\nEND:VTODO\n"], head: head)
        == ["Japan 2026": ["Passport"]])
  }

  @Test("A journey there or back, and a night, may begin or end on a day outside the trip")
  func edges() throws {
    let tokyo = try days("2026-05-03", "2026-05-10", "Tokyo")
    let there = times(
      ";TZID=Europe/Berlin:20260502T134000", ";TZID=Asia/Tokyo:20260503T094500", "there")
    let back = times(
      ";TZID=Asia/Tokyo:20260510T230000", ";TZID=Europe/Berlin:20260511T060000", "back")
    for (first, last) in [("", ""), ("CATEGORIES:FLIGHT", "CATEGORIES:FLIGHT")] {
      let found = try trips([
        tokyo,
        there.replacing("END:VEVENT", with: first + (first.isEmpty ? "" : "\n") + "END:VEVENT"),
        back.replacing("END:VEVENT", with: last + (last.isEmpty ? "" : "\n") + "END:VEVENT"),
      ])
      #expect(found.keys.sorted() == ["Tokyo"])
      #expect(found["Tokyo"]?.count == 2)
    }
    // A flight of eleven hours that leaves within twelve hours behind the trip.
    let home = times(":20261014T030000Z", ":20261014T140000Z", "home", "CATEGORIES:FLIGHT")
    let francisco = try days("2026-10-11", "2026-10-13", "San Francisco")
    #expect(try trips([francisco, home])["San Francisco"]?.count == 1)
    for (start, isOfTrip) in [("115900", true), ("120000", false)] {
      let late = home.replacing("T030000Z", with: "T\(start)Z")
      #expect(try trips([francisco, late])["San Francisco"]?.isEmpty == !isOfTrip)
    }
    // Work on the day after the trip is none of it.
    let work = times(":20261014T080000Z", ":20261014T160000Z", "Work")
    #expect(try trips([francisco, work])["San Francisco"] == [])
    // The whole day after a trip is none of it, nor a hotel that begins with its end.
    let hotel = times(
      ";TZID=Asia/Tokyo:20260510T230000", ";TZID=Asia/Tokyo:20260511T060000", "hotel",
      "CATEGORIES:HOTEL")
    #expect(try trips([tokyo, try days("2026-05-11", "2026-05-11", "home")])["Tokyo"] == [])
    #expect(try trips([tokyo, hotel])["Tokyo"] == [])
    // A concert on the last evening is, but neither a night shift before the trip nor a duty of each week.
    let tokyoTime = ";TZID=Asia/Tokyo:"
    let concert = times(tokyoTime + "20260510T220000", tokyoTime + "20260511T003000", "concert")
    let shift = times(tokyoTime + "20260502T220000", tokyoTime + "20260503T060000", "shift")
    #expect(try trips([tokyo, concert])["Tokyo"] == ["concert"])
    #expect(try trips([tokyo, shift])["Tokyo"] == [])
    let weekly = concert.replacing("END:VEVENT", with: "RRULE:FREQ=WEEKLY\nEND:VEVENT")
    #expect(try trips([tokyo, weekly])["Tokyo"] == [])
  }

  @Test("Appointments long before or behind travel are none of its trip, what lies near to it is")
  func nearTravel() throws {
    let dentist = times(":20260110T100000Z", ":20260110T110000Z", "Dentist")
    let flight = times(
      ":20260210T100000Z", ":20260210T120000Z", "LH 1 to Rome", "CATEGORIES:FLIGHT")
    let hairdresser = times(":20260301T100000Z", ":20260301T110000Z", "Hairdresser")
    let forum = times(":20260212T100000Z", ":20260212T110000Z", "Forum")
    let museum = times(":20260213T100000Z", ":20260213T110000Z", "Museum")
    let later = times(":20260214T100000Z", ":20260214T110000Z", "Later")
    let head = "X-WR-CALNAME:Work\n"
    #expect(
      try trips([dentist, flight, hairdresser, forum, museum, later], head: head) == [
        "": ["Dentist", "Hairdresser", "Later"], "Work": ["", "Forum", "Museum"],
      ])
    // Many appointments around them change nothing.
    let duties = (10...28).map { day in
      times(":202601\(day)T080000Z", ":202601\(day)T083000Z", "Duty \(day)")
    }
    #expect(
      try trips(duties + [flight, forum], head: head)["Work"] == ["", "Forum"])
  }

  @Test("An import again moves no object, also where other events have come")
  func update() throws {
    let temple = times(":20260402T100000Z", ":20260402T110000Z", "Temple")
    let birthday = try days("2026-08-22", "2026-08-22", "Birthday")
    let file = try CalendarFile(components: temple)
    let trip = try #require(try file.objects("Trip").first)
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Test//EN\nNAME:Journey\n"
    let updated = try file.tables.updated(
      with: text + temple + birthday + "END:VCALENDAR\n", .iCalendar, named: "feed"
    ).outcome.tables
    let items = try updated.testObjects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Temple", "Birthday"])
    #expect(items.map { $0["trip"] } == [.reference(trip.key), .null])
    // The written calendar says what no rule would.
    let again = try CalendarFile(try CalendarFile.lines(of: updated).joined(separator: "\n"))
    #expect(try again.objects("Trip").map { $0.text("name") } == ["Journey"])
    let read = try again.objects("BucketListItem")
    #expect(read.count { $0["trip"] == .null } == 1)
  }

  @Test("Only travel is read on request, and what the document has already stays")
  func travelOnly() throws {
    let trip = try days("2026-05-01", "2026-05-03", "Porto")
    let frame = try days("2026-07-01", "2026-08-20", "Holidays")
    let crete = try days("2026-07-05", "2026-07-10", "Crete", "LOCATION:Chania")
    let wien = try days("2026-08-01", "2026-08-05", "Wien", "LOCATION:Wien")
    let dentist = times(":20260110T100000Z", ":20260110T110000Z", "Dentist")
    let birthday = try days("2026-03-22", "2026-03-22", "Birthday")
    func calendar(_ parts: [String]) -> String {
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nUID:c\n\(parts.joined())END:VCALENDAR\n"
    }
    let options = ImportOptions(fallbackName: "feed", isTravelOnly: true)
    let text = calendar([trip, frame, crete, wien, dentist])
    let file = try ImportedFile(Array(text.utf8), .iCalendar, options)
    #expect(try file.tables.testObjects("BucketListItem").isEmpty)
    #expect(
      try file.tables.testObjects("Trip").map { $0.text("name") } == ["Porto", "Crete", "Wien"])
    #expect(file.report.counts[.leftOut] == 2 && file.report.isStrictlyRead)
    #expect(file.rejected == nil)
    // The same calendar again without the wish has what was left out.
    let whole = try file.tables.updated(with: text, .iCalendar, named: "feed")
    #expect(whole.report.counts[.added] == 2 && whole.report.counts[.deleted] == nil)
    let again = try UpdatedFile(
      whole.outcome.tables,
      with: Array(calendar([trip, frame, crete, wien, dentist, birthday]).utf8),
      .iCalendar, options, removesCancelled: false, side: .ours)
    #expect(again.report.counts[.added] == nil && again.report.counts[.missing] == nil)
    #expect(
      try again.outcome.tables.testObjects("BucketListItem").map { $0.text("title") }
        == ["Holidays", "Dentist"])
  }

  @Test("What a person deleted does not return after an import of travel only")
  func deleted() throws {
    let trip = try days("2026-05-01", "2026-05-03", "Porto")
    let dentist = times(":20260110T100000Z", ":20260110T110000Z", "Dentist")
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nUID:c\n\(trip)\(dentist)END:VCALENDAR\n"
    let file = try CalendarFile(text)
    let item = try #require(try file.objects("BucketListItem").first)
    let without = try file.tables.deleting(item.key)
    let travel = try UpdatedFile(
      without, with: Array(text.utf8), .iCalendar,
      ImportOptions(fallbackName: "feed", isTravelOnly: true), removesCancelled: false, side: .ours)
    let again = try travel.outcome.tables.updated(with: text, .iCalendar, named: "feed")
    #expect(again.report.counts == [.deleted: 1])
  }

  @Test("Many events within each other cost no square of time")
  func hostile() throws {
    var components: [String] = []
    for number in 0..<4_000 {
      let start = DayText.text(Int64(number % 2_000))
      let end = DayText.text(Int64(9_000 - number % 2_000))
      components.append(
        try days(start, end, "\(number)", number % 3 == 0 ? "LOCATION:\(number)" : "X-A:1"))
      components.append(try days(start, start, "leg \(number)", "CATEGORIES:TRAIN"))
    }
    let file = try CalendarFile(components: components.joined())
    #expect(try file.objects("Trip").count == 1)
  }
}
