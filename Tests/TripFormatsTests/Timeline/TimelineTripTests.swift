import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Which part of a life is a trip.
@Suite struct TimelineTripTests {
  private typealias File = TimelineTestFile
  private typealias Life = RecordedLife

  private func fails(_ life: RecordedLife, _ words: String, homes: [String] = []) {
    for form in RecordedLife.Form.allCases {
      let error = #expect(throws: DocumentError.self) {
        try ImportedFile(
          Array(life.text(form).utf8), .timeline, ImportOptions(homes: homes))
      }
      #expect(error?.code == .notADocument)
      #expect(error?.detail.contains(words) ?? false, "\(error?.detail ?? "")")
    }
  }

  @Test func `a commuter makes no trip, and the error names the home that was found`() {
    var life = Life()
    for day in 1...20 {
      life.sleep(.home, day)
      life.go("IN_TRAIN", .home, .work, Life.minute(day, 8), Life.minute(day, 9))
      life.visit(.work, Life.minute(day, 9), Life.minute(day, 18))
      life.go("IN_TRAIN", .work, .home, Life.minute(day, 18), Life.minute(day, 19))
    }
    fails(life, "found at 48.1374,11.5755; --home LATITUDE,LONGITUDE")
  }

  @Test func `a night at work far from home, and one near to it, are no trips`() {
    var life = Life()
    let plant = Life.Place(latitude: 48.76, longitude: 11.42, label: "WORK")
    let friend = Life.Place(latitude: 48.2, longitude: 11.7)
    for day in 1...9 where day != 4 && day != 6 { life.sleep(.home, day) }
    life.go("IN_PASSENGER_VEHICLE", .home, plant, Life.minute(4, 20), Life.minute(4, 21))
    life.visit(plant, Life.minute(4, 21), Life.minute(5, 6))
    life.go("IN_PASSENGER_VEHICLE", plant, .home, Life.minute(5, 6), Life.minute(5, 7))
    life.visit(friend, Life.minute(6, 20), Life.minute(7, 9))
    fails(life, "without a night away from home")
  }

  @Test func `a day far from home is counted, and no trip`() throws {
    var life = Life.holiday
    let salzburg = Life.Place(latitude: 47.8, longitude: 13.05)
    life.go("IN_TRAIN", .home, salzburg, Life.minute(8, 9), Life.minute(8, 11))
    life.visit(salzburg, Life.minute(8, 11), Life.minute(8, 17))
    life.go("IN_TRAIN", salzburg, .home, Life.minute(8, 17), Life.minute(8, 19))
    let file = try File(life.text(.android))
    #expect(try file.days() == ["2024-05-03/2024-05-06"])
    #expect(file.findings(.dayTrip).map(\.detail) == ["1 journeys"])
  }

  @Test func `a night on the way is one of a trip`() throws {
    var life = Life()
    for day in 1...3 { life.sleep(.home, day) }
    life.go("FLYING", .home, .lisbon, Life.minute(4, 22), Life.minute(5, 6))
    life.visit(.lisbon, Life.minute(5, 7), Life.minute(5, 20))
    life.go("FLYING", .lisbon, .home, Life.minute(5, 21), Life.minute(5, 23))
    for day in 6...9 { life.sleep(.home, day) }
    let file = try File(life.text(.android))
    #expect(try file.days() == ["2024-05-04/2024-05-05"])
    #expect(try file.objects("Stay").isEmpty)
    #expect(try file.objects("BucketListItem").count == 1)
  }

  @Test func `a trip that goes on has the days so far, and later ones once they are known`() throws
  {
    var life = Life.holiday
    let text = life.text(.android)
    life.segments.removeLast(4)
    let first = try File(life.text(.android), homes: ["48.1374,11.5755"])
    #expect(first.findings(.openTrip).map(\.detail) == ["2024-05-03"])
    #expect(try first.days() == ["2024-05-03/2024-05-06"])
    #expect(try first.objects("Leg").count == 3)
    let later = try first.tables.updated(with: text, .timeline, named: "Timeline")
    #expect(later.outcome.conflicts.isEmpty)
    let whole = try File(text)
    #expect(whole.findings(.openTrip).isEmpty)
    #expect(
      try later.outcome.tables.objectTexts().sorted() == whole.tables.objectTexts().sorted())
  }

  @Test func `a timeline that is imported again changes nothing`() throws {
    for form in RecordedLife.Form.allCases {
      let text = Life.holiday.text(form)
      let file = try File(text)
      let again = try file.tables.updated(with: text, .timeline, named: "Timeline")
      #expect(
        TablesDump.text(again.outcome.tables, all: true) == TablesDump.text(file.tables, all: true))
    }
  }

  @Test func `an edit stays, and what the phone changes later comes in`() throws {
    var life = Life.holiday
    let file = try File(life.text(.android))
    let item = try #require(try file.objects("BucketListItem").first)
    let edited = try file.tables.setting("title", of: item.key, to: .text("Torre de Belém"))
    life.segments[5] = .visit(.belem, from: Life.minute(4, 11), to: Life.minute(4, 14))
    let later = try edited.updated(with: life.text(.android), .timeline, named: "Timeline")
    let object = try #require(try later.outcome.tables.testObjects("BucketListItem").first)
    #expect(object.text("title") == "Torre de Belém")
    #expect(object.text("endTime") == "2024-05-04T14:00:00+02:00[Etc/GMT-2]")
    #expect(later.outcome.conflicts.isEmpty)
  }

  @Test func `the months of a takeout join a trip at their edge`() throws {
    var life = Life.holiday
    let all = life.segments
    life.segments = Array(all[..<6])
    let first = try File(life.text(.takeout), homes: ["48.1374,11.5755"], name: "2024_MAY")
    #expect(first.findings(.openTrip).count == 1)
    life.segments = Array(all[6...])
    let both = try UpdatedFile(
      first.tables, with: Array(life.text(.takeout).utf8), .timeline,
      ImportOptions(fallbackName: "2024_JUNE", homes: ["48.1374,11.5755"]),
      removesCancelled: false, side: .ours)
    let trips = try both.outcome.tables.testObjects("Trip")
    #expect(trips.map { $0.day("startDate") } == ["2024-05-03"])
    #expect(trips.map { $0.day("endDate") } == ["2024-05-06"])
    #expect(
      try both.outcome.tables.testObjects("Leg").allSatisfy {
        $0["trip"] == .reference(trips[0].key)
      })
  }

  @Test func `a journey that a document has gets its parts`() throws {
    let trip = TripObject(
      entity: "Trip", key: 5,
      values: try TripSchema.released().blankValues(of: "Trip").merging([
        "name": .text("Lisbon"), "startDate": .integer(8523), "endDate": .integer(8526),
      ]) { $1 })
    let empty = Tables(schema: try TripSchema.released().tables, documentID: 7, nextKey: 1)
    let updated = try empty.adding(trip)
      .updated(with: Life.holiday.text(.iPhone), .timeline, named: "Timeline")
    #expect(try updated.outcome.tables.testObjects("Trip").map { $0.text("name") } == ["Lisbon"])
    #expect(
      try updated.outcome.tables.testObjects("Stay").allSatisfy { $0["trip"] == .reference(5) })
  }

  @Test func `two journeys with a night at home between them are two trips`() throws {
    var life = Life.holiday
    life.segments.removeLast(2)
    life.go("FLYING", .home, .lisbon, Life.minute(7, 9), Life.minute(7, 13))
    life.visit(.lisbon, Life.minute(7, 14), Life.minute(8, 10))
    life.go("FLYING", .lisbon, .home, Life.minute(8, 11), Life.minute(8, 14))
    for day in 8...12 { life.sleep(.home, day) }
    #expect(
      try File(life.text(.android)).days() == ["2024-05-03/2024-05-06", "2024-05-07/2024-05-08"])
  }

  @Test func `a pause of the phone ends a journey near home, and not one far away`() throws {
    var life = Life.holiday
    // Nothing is known of five days in Lisbon.
    life.segments = life.segments.map { segment in
      guard case .visit(.lisbon, let from, _, _) = segment, from == Life.minute(4, 17) else {
        return segment
      }
      return .visit(.lisbon, from: from, to: from + 60)
    }
    let far = try File(life.text(.android))
    #expect(try far.days() == ["2024-05-03/2024-05-06"])
    var near = Life()
    for day in 1...4 { near.sleep(.home, day) }
    near.visit(.work, Life.minute(5, 9), Life.minute(5, 17))
    near.visit(.lisbon, Life.minute(12, 9), Life.minute(13, 17))
    for day in 13...16 { near.sleep(.home, day) }
    #expect(try File(near.text(.android)).days() == ["2024-05-12/2024-05-13"])
  }

  @Test func `visits without a duration, twice, out of order and one in another are read`() throws {
    var life = Life.holiday
    life.segments.swapAt(0, 8)
    life.segments.append(life.segments[5])
    life.visit(.belem, Life.minute(5, 12), Life.minute(5, 12))
    life.visit(.belem, Life.minute(5, 12, 30), Life.minute(5, 13), #", "hierarchyLevel": 1"#)
    life.visit(.belem, Life.minute(5, 15), Life.minute(5, 14))
    let file = try File(life.text(.android))
    #expect(try file.days() == ["2024-05-03/2024-05-06"])
    let items = try file.objects("BucketListItem")
    #expect(
      items.map { $0.text("startTime")?.prefix(16) } == [
        "2024-05-04T11:00", "2024-05-05T12:00", "2024-05-05T15:00",
      ])
    #expect(items.map(\.["endTime"].isNull) == [false, true, true])
    #expect(file.findings(.nestedVisit).map(\.detail) == ["1 visits"])
    #expect(file.findings(.contradictoryEnd).map(\.detail) == ["1 segments"])
  }

  @Test func `ways of less than a kilometre are no legs, but those that lead back are`() throws {
    var life = Life.holiday
    let near = Life.Place(latitude: 38.7151, longitude: -9.1335)
    life.go("WALKING", .lisbon, near, Life.minute(5, 10), Life.minute(5, 11))
    life.go(
      "HIKING", .lisbon, .lisbon, Life.minute(5, 12), Life.minute(5, 16),
      #", "distanceMeters": 9000"#)
    let file = try File(life.text(.android))
    #expect(try file.objects("Leg").count == 5)
    #expect(file.findings(.localWay).map(\.detail) == ["1 ways"])
  }

  @Test func `nights at one place are one stay, also with visits between them`() throws {
    var life = Life()
    for day in 1...3 { life.sleep(.home, day) }
    for day in 4...6 { life.sleep(.lisbon, day) }
    life.visit(.lisbon, Life.minute(6, 12), Life.minute(6, 13))
    life.sleep(.belem, 7)
    life.sleep(.lisbon, 8)
    for day in 9...12 { life.sleep(.home, day) }
    let file = try File(life.text(.android))
    #expect(
      try file.objects("Stay").map { $0.text("checkinTime")?.prefix(10) } == [
        "2024-05-04", "2024-05-07", "2024-05-08",
      ])
    #expect(
      try file.objects("Stay").map { $0.text("checkoutTime")?.prefix(10) } == [
        "2024-05-07", "2024-05-08", "2024-05-09",
      ])
    #expect(try file.objects("BucketListItem").isEmpty)
  }

  // MARK: Homes

  @Test func `a home that is stated holds at any time, and several do`() throws {
    var life = Life.holiday
    #expect(
      try File(life.text(.android), homes: ["38.7131, -9.1335"]).days() == [
        "2024-05-01/2024-05-03", "2024-05-06/2024-05-09",
      ])
    fails(life, "the home that is stated", homes: ["38.7131,-9.1335", "48.1374°, 11.5755°"])
    life.segments.removeAll { if case .visit(.home, _, _, _) = $0 { true } else { false } }
    #expect(throws: DocumentError.self) {
      try ImportedFile(
        Array(life.text(.android).utf8), .timeline, ImportOptions(homes: ["91,0"]))
    }
  }

  @Test func `who moves has another home from then on`() throws {
    var life = Life()
    let berlin = Life.Place(latitude: 52.52, longitude: 13.405)
    for day in 1...200 { life.sleep(day == 60 || day == 61 ? .lisbon : .home, day) }
    for day in 201...400 { life.sleep(day == 300 || day == 301 ? .home : berlin, day) }
    let file = try File(life.text(.android))
    #expect(
      file.findings(.foundHome).map(\.detail) == [
        "48.1374,11.5755 from 2024-05-02; 52.52,13.405 from 2024-11-18"
      ])
    #expect(try file.days() == ["2024-06-29/2024-07-01", "2025-02-24/2025-02-26"])
  }

  @Test func `of few nights, those count at a place that the phone calls home`() throws {
    var life = Life()
    for day in 1...2 { life.sleep(.home, day) }
    for day in 3...9 { life.sleep(.lisbon, day) }
    #expect(try File(life.text(.android)).days() == ["2024-05-03/2024-05-10"])
    var unlabelled = Life.Place.home
    unlabelled.label = "UNKNOWN"
    life.segments = life.segments.map { segment in
      guard case .visit(.home, let from, let to, _) = segment else { return segment }
      return .visit(unlabelled, from: from, to: to)
    }
    #expect(try File(life.text(.android)).days() == ["2024-05-01/2024-05-03"])
    let profile =
      #", "userLocationProfile": {"frequentPlaces": [{"placeId": "x", "placeLocation": "48.1374°, 11.5755°", "label": "HOME"}]}}"#
    let text = life.text(.android).dropLast() + profile
    #expect(try File(String(text)).days() == ["2024-05-03/2024-05-10"])
  }

  @Test func `who travels for months is away from the last home`() throws {
    var life = Life()
    for day in 1...100 { life.sleep(.home, day) }
    for day in 101...250 {
      let place = Life.Place(latitude: Double(day / 10), longitude: 100)
      life.sleep(place, day)
    }
    for day in 251...400 { life.sleep(.home, day) }
    let file = try File(life.text(.android))
    #expect(try file.days() == ["2024-08-09/2025-01-06"])
    #expect(try file.objects("Stay").count == 16)
  }
}
