import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// A calendar with a trip, the two events of a stay and a walk between them.
enum StayFeed {
  static func event(
    _ uid: String, _ summary: String, _ start: String, _ end: String, more: String = ""
  ) -> String {
    """
    BEGIN:VEVENT
    UID:\(uid)
    DTSTAMP:20260101T000000Z
    SUMMARY:\(summary)
    DTSTART;TZID=Asia/Tokyo:202605\(start)00
    DTEND;TZID=Asia/Tokyo:202605\(end)00
    \(more)END:VEVENT

    """
  }

  static func feed(_ events: String...) -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nUID:feed\n" + events.joined() + "END:VCALENDAR\n"
  }

  static let trip =
    "BEGIN:VEVENT\nUID:t\nSUMMARY:Tokyo\nDTSTART;VALUE=DATE:20260503\nDTEND;VALUE=DATE:20260511\nEND:VEVENT\n"
  static let arrival = event(
    "in", "Check-in: Park Hotel", "04T1500", "04T1530",
    more: "LOCATION:Shinjuku\nBEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM\n")
  static let walk = event("walk", "Walk", "05T1000", "05T1100")
  static let departure = event(
    "out", "Check-out: Park Hotel", "10T1100", "10T1130",
    more: "BEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM\n")
  static let pair = feed(trip, arrival, walk, departure)

  static func update(
    _ tables: Tables, _ text: String, removes: Bool = false
  ) throws -> UpdatedFile {
    try tables.updated(
      with: text, .iCalendar, named: "feed", removesCancelled: removes, side: .ours)
  }

  static func stay(_ tables: Tables) throws -> TestObject {
    let stays = try tables.testObjects("Stay")
    #expect(stays.count == 1)
    return try #require(stays.first)
  }

  static func written(_ tables: Tables) throws -> String {
    try CalendarFile.lines(of: tables).joined(separator: "\n") + "\n"
  }
}

/// Two events, of the arrival at a hotel and of the departure, are one stay.
@Suite struct StayPairTests {
  @Test("A stay has the check-in of one event and the check-out of the other")
  func one() throws {
    let file = try CalendarFile(StayFeed.pair)
    let stay = try StayFeed.stay(file.tables)
    #expect(stay.text("name") == "Park Hotel" && stay.text("address") == "Shinjuku")
    #expect(stay.text("checkinTime") == "2026-05-04T15:00:00+09:00[Asia/Tokyo]")
    #expect(stay.text("checkoutTime") == "2026-05-10T11:00:00+09:00[Asia/Tokyo]")
    #expect(stay["trip"] == .reference(try #require(file.objects("Trip").first).key))
    #expect(try file.objects("BucketListItem").map { $0.text("title") } == ["Walk"])
  }

  @Test("Both events return in their places as they were, and importing them again changes nothing")
  func same() throws {
    let file = try CalendarFile(StayFeed.pair)
    #expect(try StayFeed.written(file.tables) == StayFeed.pair)
    let again = try StayFeed.update(file.tables, StayFeed.pair)
    #expect(again.report.counts.isEmpty && again.outcome.conflicts.isEmpty)
    #expect(ChangeSet(from: file.tables, to: again.outcome.tables).isEmpty)
  }

  @Test(
    "Words of many programs and languages say the ends of a stay",
    arguments: [
      ("Check in: Ritz", "Check out: Ritz"), ("Checkin Ritz", "Checkout Ritz"),
      ("Check in at Ritz", "Check out of Ritz"),
      ("Hotel check-in - Ritz", "Hotel check-out - Ritz"),
      ("Ritz: Check-in", "Ritz: Check-out"), ("Einchecken im Ritz", "Auschecken aus Ritz"),
      ("Inchecken: Ritz", "Uitchecken: Ritz"), ("Zameldowanie: Ritz", "Wymeldowanie: Ritz"),
      ("チェックイン：Ritz", "チェックアウト：Ritz"), ("Check-in: Ritz", "Check out Ritz"),
    ])
  func words(_ first: String, _ second: String) throws {
    let text = StayFeed.feed(
      StayFeed.event("1", first, "04T1500", "04T1530"),
      StayFeed.event("2", second, "06T1100", "06T1130"))
    let file = try CalendarFile(text)
    #expect(try StayFeed.stay(file.tables).text("name") == "Ritz")
    #expect(try StayFeed.written(file.tables) == text)
  }

  @Test("A preposition with a capital belongs to the name of the hotel")
  func capital() throws {
    let text = StayFeed.pair.replacing("-in: Park Hotel", with: " in At Six")
      .replacing("-out: Park Hotel", with: " out of At Six")
    #expect(try StayFeed.stay(CalendarFile(text).tables).text("name") == "At Six")
  }

  @Test(
    "What is no pair stays two events",
    arguments: [
      ("Check-in: Ritz", "Check-out: Plaza", "06T1100"),
      ("Check-in: Ritz", "Check-out: Ritz", "03T1100"),
      ("Check-in: LH 1166", "Lunch", "06T1100"), ("Check-in: ", "Check-out: ", "06T1100"),
      ("Check this in", "Check it out", "06T1100"),
    ])
  func none(_ first: String, _ second: String, _ end: String) throws {
    let file = try CalendarFile(
      StayFeed.feed(
        StayFeed.event("1", first, "04T1500", "04T1530"), StayFeed.event("2", second, end, end)))
    #expect(try file.objects("Stay").isEmpty)
    #expect(try file.objects("BucketListItem").count == 2)
  }

  @Test("Two stays in one hotel are two")
  func twice() throws {
    let text = StayFeed.feed(
      StayFeed.event("1", "Check-in: Ritz", "04T1500", "04T1530"),
      StayFeed.event("3", "Check-in: Ritz", "08T1500", "08T1530"),
      StayFeed.event("2", "Check-out: Ritz", "06T1100", "06T1130"),
      StayFeed.event("4", "Check-out: Ritz", "09T1100", "09T1130"))
    let file = try CalendarFile(text)
    let stays = try file.objects("Stay")
    #expect(stays.map { $0.text("checkoutTime")?.prefix(10) } == ["2026-05-06", "2026-05-09"])
    #expect(try StayFeed.written(file.tables) == text)
  }

  @Test("A later check-out arrives from its event, also if the file has no other one any more")
  func moved() throws {
    let file = try CalendarFile(StayFeed.pair)
    let later = StayFeed.departure.replacing("20260510T11", with: "20260511T09")
    for text in [
      StayFeed.feed(StayFeed.trip, StayFeed.arrival, StayFeed.walk, later),
      StayFeed.feed(StayFeed.trip, later),
    ] {
      let updated = try StayFeed.update(file.tables, text)
      #expect(updated.outcome.conflicts.isEmpty && updated.report.counts[.added] == nil)
      let stay = try StayFeed.stay(updated.outcome.tables)
      #expect(stay.text("checkinTime") == "2026-05-04T15:00:00+09:00[Asia/Tokyo]")
      #expect(stay.text("checkoutTime") == "2026-05-11T09:00:00+09:00[Asia/Tokyo]")
    }
  }

  @Test("A stay whose events are both gone is missing, and one whose departure is gone is not")
  func missing() throws {
    let file = try CalendarFile(StayFeed.pair)
    let half = try StayFeed.update(
      file.tables, StayFeed.feed(StayFeed.trip, StayFeed.arrival, StayFeed.walk), removes: true)
    #expect(half.report.counts[.missing] == nil)
    #expect(try StayFeed.stay(half.outcome.tables).text("checkoutTime") != nil)
    let gone = try StayFeed.update(
      file.tables, StayFeed.feed(StayFeed.trip, StayFeed.walk), removes: true)
    #expect(gone.report.counts[.missing] == 1)
    #expect(try gone.outcome.tables.testObjects("Stay").isEmpty)
    let deleted = try file.tables.deleting(StayFeed.stay(file.tables).key)
    let again = try StayFeed.update(deleted, StayFeed.pair)
    #expect(again.report.counts == [.deleted: 2])
    #expect(again.outcome.tables.rowCount == deleted.rowCount)
  }

  @Test(
    "Events of one UID stay two, and another event that takes the UID of a departure is no departure"
  )
  func sharedIdentity() throws {
    let one = StayFeed.feed(
      StayFeed.event("1", "Check-in: Ritz", "04T1500", "04T1530"),
      StayFeed.event("1", "Check-out: Ritz", "06T1100", "06T1130"))
    let file = try CalendarFile(one)
    #expect(try file.objects("BucketListItem").count == 2)
    let again = try StayFeed.update(file.tables, one)
    #expect(again.report.counts.isEmpty)
  }

  @Test("A second arrival at the hotel does not take the departure of a stay that is known")
  func secondGuest() throws {
    let file = try CalendarFile(StayFeed.pair)
    let second = StayFeed.event("in2", "Check-in: Park Hotel", "06T1500", "06T1530")
    let text = StayFeed.feed(
      StayFeed.trip, StayFeed.arrival, second, StayFeed.walk, StayFeed.departure)
    let updated = try StayFeed.update(file.tables, text)
    #expect(updated.report.counts == [.added: 1])
    #expect(
      try StayFeed.stay(updated.outcome.tables).text("checkoutTime")?.hasPrefix("2026-05-10")
        == true)
    #expect(
      try StayFeed.written(updated.outcome.tables).components(separatedBy: "UID:out\n").count == 2)
  }

  @Test("A stranger's message about a departure changes nothing")
  func stranger() throws {
    let organizer = "ORGANIZER:mailto:hotel@example.com\n"
    let text = StayFeed.feed(
      StayFeed.event("in", "Check-in: Ritz", "04T1500", "04T1530", more: organizer),
      StayFeed.event("out", "Check-out: Ritz", "06T1100", "06T1130", more: organizer))
    let file = try CalendarFile(text)
    for (sender, isHeard) in [("other", false), ("hotel", true)] {
      let message = StayFeed.feed(
        StayFeed.event(
          "out", "Check-out: Ritz", "07T1100", "07T1130",
          more: "ORGANIZER:mailto:\(sender)@example.com\n")
      ).replacing("UID:feed\n", with: "UID:feed\nMETHOD:REQUEST\n")
      let updated = try StayFeed.update(file.tables, message)
      let stay = try StayFeed.stay(updated.outcome.tables)
      #expect(stay.text("checkoutTime")?.hasPrefix(isHeard ? "2026-05-07" : "2026-05-06") == true)
      #expect((updated.report.counts[.stranger] == 1) != isHeard)
      #expect(updated.outcome.tables.rowCount == file.tables.rowCount)
    }
  }

  @Test("A file cannot make an event that has something in it a stay")
  func smuggled() throws {
    let text = StayFeed.feed(
      StayFeed.event(
        "1", "Dinner", "04T1500", "04T1530",
        more: "BEGIN:VALARM\nX-TRIPDOCUMENTS-PLACE:0\nACTION:DISPLAY\nEND:VALARM\n"))
    let file = try CalendarFile(text)
    #expect(try file.objects("Stay").isEmpty)
    #expect(try StayFeed.written(file.tables) == text)
  }

  @Test("A calendar of stays only is found again under another name")
  func renamed() throws {
    let stays = [
      StayFeed.arrival, StayFeed.departure,
      StayFeed.event("3", "Check-in: Ritz", "11T1500", "11T1530"),
      StayFeed.event("4", "Check-out: Ritz", "12T1100", "12T1130"),
    ].joined()
    func text(_ name: String) -> String {
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nNAME:\(name)\n\(stays)END:VCALENDAR\n"
    }
    let file = try CalendarFile(text("Old"))
    let updated = try StayFeed.update(file.tables, text("New"))
    #expect(updated.report.counts[.added] == nil)
    #expect(updated.outcome.tables.rowCount == file.tables.rowCount)
  }

  @Test("What a stay keeps of its departure is named")
  func keptNames() throws {
    let file = try CalendarFile(
      StayFeed.feed(
        StayFeed.arrival,
        StayFeed.event(
          "out", "Check-out: Park Hotel", "10T1100", "10T1130", more: "DESCRIPTION:Key\n"))
    )
    #expect(file.report.keptNames["DESCRIPTION"] == 1)
  }

  @Test("Of both events the newest version counts, and copies return")
  func versions() throws {
    func event(_ uid: String, _ summary: String, _ day: String, _ number: Int) -> String {
      StayFeed.event(uid, summary, "\(day)T1100", "\(day)T1130", more: "SEQUENCE:\(number)\n")
    }
    let arrival = event("in", "Check-in: Ritz", "04", 3)
    let text = StayFeed.feed(
      arrival, event("out", "Check-out: Ritz", "10", 2), event("out", "Check-out: Ritz", "10", 3))
    let file = try CalendarFile(text)
    #expect(try StayFeed.written(file.tables) == text)
    let older = StayFeed.feed(arrival, event("out", "Check-out: Ritz", "09", 1))
    let kept = try StayFeed.update(file.tables, older)
    #expect(
      try StayFeed.stay(kept.outcome.tables).text("checkoutTime")?.hasPrefix("2026-05-10") == true)
    #expect(kept.report.counts[.older] == 1)
    let newer = StayFeed.feed(
      event("in", "Check-in: Ritz", "05", 1), event("out", "Check-out: Ritz", "12", 5))
    let stay = try StayFeed.stay(try StayFeed.update(file.tables, newer).outcome.tables)
    #expect(stay.text("checkinTime")?.hasPrefix("2026-05-04") == true)
    #expect(stay.text("checkoutTime")?.hasPrefix("2026-05-12") == true)
  }

  @Test("A file that has only the departure of a calendar without a UID is of that calendar")
  func onlyDeparture() throws {
    func feed(_ events: String) -> String {
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nX-WR-CALNAME:Trips\n\(events)END:VCALENDAR\n"
    }
    let file = try CalendarFile(feed(StayFeed.arrival + StayFeed.departure))
    let later = StayFeed.departure.replacing("20260510T11", with: "20260511T09")
    let updated = try StayFeed.update(file.tables, feed(later))
    #expect(updated.report.counts == [.updated: 1])
    #expect(
      try StayFeed.stay(updated.outcome.tables).text("checkoutTime")?.hasPrefix("2026-05-11")
        == true)
    let deleted = try file.tables.deleting(StayFeed.stay(file.tables).key)
    #expect(try StayFeed.update(deleted, feed(later)).report.counts[.added] == nil)
  }

  @Test("An event whose time became a day makes days of both")
  func dayAndTime() throws {
    let file = try CalendarFile(StayFeed.pair)
    let day = StayFeed.arrival.replacing(
      "DTSTART;TZID=Asia/Tokyo:20260504T150000\nDTEND;TZID=Asia/Tokyo:20260504T153000",
      with: "DTSTART;VALUE=DATE:20260504")
    let updated = try StayFeed.update(
      file.tables, StayFeed.feed(StayFeed.trip, day, StayFeed.walk, StayFeed.departure))
    let stay = try StayFeed.stay(updated.outcome.tables)
    #expect(stay.day("checkinDate") == "2026-05-04" && stay.day("checkoutDate") == "2026-05-10")
  }

  @Test("A word for a cancellation in front of both events cancels the stay and is not its name")
  func cancelledByWords() throws {
    let file = try CalendarFile(StayFeed.pair)
    let text = StayFeed.pair.replacing("SUMMARY:Check", with: "SUMMARY:Canceled: Check")
    let stay = try StayFeed.stay(try StayFeed.update(file.tables, text).outcome.tables)
    #expect(stay.text("name") == "Park Hotel" && stay["isCancelled"] == .bool(true))
  }

  @Test("A message about one event of a stay of another calendar leaves the other event")
  func messages() throws {
    let organizer = "ORGANIZER:mailto:hotel@example.com\nSEQUENCE:0\n"
    let arrival = StayFeed.event("in", "Check-in: Ritz", "04T1500", "04T1530", more: organizer)
    let departure = StayFeed.event("out", "Check-out: Ritz", "06T1100", "06T1130", more: organizer)
    let file = try CalendarFile(StayFeed.feed(arrival, departure))
    func message(_ event: String) -> String {
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:mail\nMETHOD:REQUEST\n"
        + event.replacing("SEQUENCE:0", with: "SEQUENCE:1") + "END:VCALENDAR\n"
    }
    let earlier = arrival.replacing("20260504", with: "20260503")
    let later = departure.replacing("20260506", with: "20260507")
    for (text, first, last) in [
      (earlier, "2026-05-03", "2026-05-06"), (later, "2026-05-04", "2026-05-07"),
      (earlier + later, "2026-05-03", "2026-05-07"),
      (later.replacing("hotel@", with: "other@"), "2026-05-04", "2026-05-06"),
    ] {
      let updated = try file.tables.updated(with: message(text), .iCalendar, named: "mail")
      let stay = try StayFeed.stay(updated.outcome.tables)
      #expect(stay.text("name") == "Ritz")
      #expect(stay.text("checkinTime")?.hasPrefix(first) == true, "\(text)")
      #expect(stay.text("checkoutTime")?.hasPrefix(last) == true, "\(text)")
      #expect(updated.outcome.tables.rowCount == file.tables.rowCount)
    }
  }

  @Test(
    "A new stay in the hotel of a deleted one has its own departure, and both come back by choice")
  func besideDeleted() throws {
    let file = try CalendarFile(StayFeed.pair)
    let deleted = try file.tables.deleting(StayFeed.stay(file.tables).key)
    let second = [
      StayFeed.event("in2", "Check-in: Park Hotel", "04T1500", "04T1530"),
      StayFeed.event("out2", "Check-out: Park Hotel", "10T1100", "10T1130"),
    ].joined()
    let text = StayFeed.feed(
      StayFeed.trip, second, StayFeed.arrival, StayFeed.walk, StayFeed.departure)
    let updated = try StayFeed.update(deleted, text)
    #expect(updated.report.counts == [.added: 1, .deleted: 2])
    #expect(
      try StayFeed.stay(updated.outcome.tables).text("checkoutTime")?.hasPrefix("2026-05-10")
        == true)
    let again = try deleted.updated(with: StayFeed.pair, .iCalendar, named: "feed", side: .theirs)
    #expect(
      try StayFeed.stay(again.outcome.tables).text("checkoutTime")?.hasPrefix("2026-05-10") == true)
  }

  @Test(
    "A copy of one event in another calendar leaves the stay as it is, also at the second import",
    arguments: [StayFeed.arrival, StayFeed.departure])
  func copies(_ event: String) throws {
    let file = try CalendarFile(StayFeed.pair)
    let copy = StayFeed.feed(event).replacing("UID:feed\n", with: "UID:other\n")
    let once = try file.tables.updated(with: copy, .iCalendar, named: "other").outcome.tables
    let twice = try once.updated(with: copy, .iCalendar, named: "other")
    #expect(twice.report.counts.isEmpty)
    for tables in [once, twice.outcome.tables] {
      let stay = try StayFeed.stay(tables)
      #expect(stay.values == (try StayFeed.stay(file.tables)).values)
      #expect(try tables.testObjects("Trip").count == 1)
    }
  }

  @Test("A message that cancels both events cancels the stay, and all of it is known")
  func cancelMessage() throws {
    let file = try CalendarFile(StayFeed.feed(StayFeed.arrival, StayFeed.departure))
    let message = StayFeed.feed(StayFeed.arrival, StayFeed.departure)
      .replacing("UID:feed\n", with: "UID:feed\nMETHOD:CANCEL\n")
    let updated = try StayFeed.update(file.tables, message)
    #expect(try StayFeed.stay(updated.outcome.tables)["isCancelled"] == .bool(true))
    #expect(updated.report.counts[.unknownCancellation] == nil)
  }

  @Test("A known stay whose arrival repeats stays one")
  func repeated() throws {
    let file = try CalendarFile(StayFeed.pair)
    let text = StayFeed.pair.replacing(
      "SUMMARY:Check-in: Park Hotel\n", with: "SUMMARY:Check-in: Park Hotel\nRRULE:FREQ=DAILY\n")
    let updated = try StayFeed.update(file.tables, text)
    #expect(
      try StayFeed.stay(updated.outcome.tables).text("checkoutTime")?.hasPrefix("2026-05-10")
        == true)
    #expect(try StayFeed.written(updated.outcome.tables) == text)
    #expect(try StayFeed.update(updated.outcome.tables, text).report.counts.isEmpty)
  }

  @Test("Cancellations and calendars that know none of many stays cost no square of time")
  func many() throws {
    let stays = (0..<2_000).map { number in
      StayFeed.event("in\(number)", "Check-in: H\(number)", "04T1500", "04T1530")
        + StayFeed.event("out\(number)", "Check-out: H\(number)", "10T1100", "10T1130")
    }
    let tables = try CalendarFile(StayFeed.feed(stays.joined())).tables
    #expect(try tables.testObjects("Stay").count == 2_000)
    let others = (0..<2_000).map { StayFeed.event("x\($0)", "X", "04T1500", "04T1530") }
    let cancellation = StayFeed.feed(others.joined())
      .replacing("UID:feed", with: "METHOD:CANCEL")
    #expect(
      try StayFeed.update(tables, cancellation).report.counts == [.unknownCancellation: 2_000])
    let calendars = others.prefix(1_000).enumerated().map { number, event in
      StayFeed.feed(event).replacing("UID:feed", with: "UID:feed\(number)")
    }
    #expect(try StayFeed.update(tables, calendars.joined()).report.counts[.added] == 1_000)
  }

  @Test(
    "Words with other prepositions are the ends of a stay, too",
    arguments: [
      ("Check in to Hotel Roemer", "Check out from Hotel Roemer"),
      ("Check into Hotel Roemer", "Check out of Hotel Roemer"),
    ])
  func prepositionsOfFeeds(arrival: String, departure: String) {
    #expect(StayEnd(arrival)?.name == "Hotel Roemer" && StayEnd(arrival)?.isArrival == true)
    #expect(StayEnd(departure)?.name == "Hotel Roemer" && StayEnd(departure)?.isArrival == false)
  }

}
