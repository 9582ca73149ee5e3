import DocumentData
import DocumentTables
import Foundation
import Testing
import TripDocuments

@Suite("Stays, legs and participants of version 5 in version 4")
struct ItineraryTests {
  private func newer(_ fill: (ModelContext) throws -> Void) throws -> Tables {
    try OldTrips.tables(TripSchemaV5.self, fill)
  }

  private func trip(_ name: String = "a") -> TripSchemaV5.Trip {
    TripSchemaV5.Trip(
      name: name, destination: "", startDate: OldTrips.calendarDay(1),
      endDate: OldTrips.calendarDay(3))
  }

  private func down(_ tables: Tables, to version: Int = 4) throws -> Tables {
    try OldTrips.down(tables, to: version)
  }

  private func up(_ tables: Tables) throws -> Tables {
    try OldTrips.migrate(tables, to: TripSchemaV5.self).tables
  }

  private func text(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }

  private func context(_ tables: Tables) -> ModelContext {
    OldTrips.context(tables, TripSchemaV4.self)
  }

  /// A trip with everything, in an order that is not that of the keys.
  private func rich() throws -> Tables {
    try newer { context in
      let trip = trip()
      trip.location = .init(latitude: 48.8566, longitude: 2.3522, timeZone: "Europe/Paris")
      trip.links = [try #require(URL(string: "https://example.org/"))]
      trip.notes = "n"
      trip.stays = ["second", "first"].map { .init(name: $0, address: "at \($0)") }
      trip.legs = [
        .init(.flight, from: "CDG", to: "KIX"), .init(.init(rawValue: "camel"), from: "", to: ""),
      ]
      trip.legs[0].departureTime = ZonedTime("2026-03-28T13:10:00+01:00[Europe/Paris]")
      trip.participants = [.init(name: "Léa", email: "lea@example.org")]
      trip.bucketList = [.init(title: "t")]
      trip.bucketList?.first?.status = .done
      context.insert(trip)
      try context.save()
      trip.stays.reverse()
    }
  }

  // Spec 7.4.4-2, 7.4.4-4
  @Test(
    "the first stay is the accommodation of version 4; everything comes back from every version")
  func everything() throws {
    let tables = try rich()
    let old = try down(tables)
    let trip = try #require(try context(old).fetch(FetchDescriptor<TripSchemaV4.Trip>()).first)
    #expect(trip.livingAccommodation?.placeName == "first")
    #expect(trip.startDate == OldTrips.day(1) && trip.endDate == OldTrips.day(3))
    let places = try context(old).fetch(FetchDescriptor<TripSchemaV4.LivingAccommodation>())
    #expect(Set(places.map(\.placeName)) == ["first", "second"])
    #expect(places.filter { $0.trip == nil }.map(\.placeName) == ["second"])
    for version in 1...4 {
      #expect(text(try up(try down(tables, to: version))) == text(tables), "version \(version)")
    }
  }

  // Spec 7.4.4-2
  @Test("what version 4 edits stays, and what it does not know comes back beside it")
  func editedBelow() throws {
    let old = try down(try rich())
    let context = context(old)
    let trip = try #require(try context.fetch(FetchDescriptor<TripSchemaV4.Trip>()).first)
    trip.livingAccommodation?.placeName = "renamed"
    trip.name = "b"
    trip.startDate = OldTrips.day(2)
    trip.bucketList?.append(.init(title: "new"))
    try context.save()
    let new = OldTrips.context(
      try up(context.container.store.current.tables), TripSchemaV5.self)
    let found = try #require(try new.fetch(FetchDescriptor<TripSchemaV5.Trip>()).first)
    #expect(found.name == "b" && found.startDate == OldTrips.calendarDay(2))
    #expect(found.stays.map(\.name) == ["renamed", "second"])
    #expect(found.legs.map(\.mode.rawValue) == ["flight", "camel"])
    #expect(found.bucketList?.map(\.status) == [.done, .open])
    #expect(found.location?.timeZone == "Europe/Paris")
  }

  // Spec 7.4.4-2
  @Test("another accommodation that version 4 chooses becomes a stay, and none is lost")
  func otherStay() throws {
    let context = context(try down(try rich()))
    let trip = try #require(try context.fetch(FetchDescriptor<TripSchemaV4.Trip>()).first)
    trip.livingAccommodation = .init(address: "at third", placeName: "third")
    try context.save()
    let new = OldTrips.context(
      try up(context.container.store.current.tables), TripSchemaV5.self)
    let stays = try new.fetch(FetchDescriptor<TripSchemaV5.Stay>())
    #expect(Set(stays.map(\.name)) == ["first", "second", "third"])
    let found = try #require(try new.fetch(FetchDescriptor<TripSchemaV5.Trip>()).first)
    #expect(found.stays.contains { $0.name == "third" })
  }

  // Spec 7.4.4-3
  @Test("trips with equal names and days get names of their own in version 4, and theirs back")
  func namesakes() throws {
    let tables = try newer { context in
      for name in ["a", "a", "a", "a (2)", "\u{E9}", "e\u{301}"] {
        context.insert(trip(name))
        try context.save()
      }
    }
    let old = try down(tables)
    let names = try context(old).fetch(FetchDescriptor<TripSchemaV4.Trip>()).map(\.name)
    #expect(names == ["a (4)", "a (3)", "a", "a (2)", "\u{E9} (2)", "e\u{301}"])
    #expect(text(try up(old)) == text(tables))
  }

  // Spec 7.4.4-3
  @Test("trips of one day that version 4 told apart by their times keep their names")
  func commuting() throws {
    let old = try OldTrips.tables(TripSchemaV4.self) { context in
      for hour in [8.0, 17] {
        let date = Date(timeIntervalSinceReferenceDate: hour * 3600)
        context.insert(
          TripSchemaV4.Trip(name: "Work", destination: "", startDate: date, endDate: date))
      }
    }
    let new = try up(old)
    #expect(
      try OldTrips.context(new, TripSchemaV5.self)
        .fetch(FetchDescriptor<TripSchemaV5.Trip>()).map(\.name) == ["Work", "Work"])
    #expect(text(try down(new)) == text(old))
  }

  // Spec 7.4.4-1, 7.2-11
  @Test("a reason that version 4 does not have is unknown there, and comes back")
  func reasons() throws {
    let tables = try newer { context in
      for reason in ["pilgrimage", "family", ""] {
        context.insert(
          TripSchemaV5.PersonalTrip(
            name: reason, destination: "", startDate: OldTrips.calendarDay(1),
            endDate: OldTrips.calendarDay(1), reason: .init(rawValue: reason)))
        try context.save()
      }
    }
    let old = try down(tables)
    let reasons = try context(old).fetch(FetchDescriptor<TripSchemaV4.PersonalTrip>()).map(\.reason)
    #expect(reasons == [.unknown, .family, .unknown])
    #expect(text(try up(old)) == text(tables))
  }

  // Spec 7.2-10, 7.3.5-1, 7.4.5-2
  @Test("trees that are no locations read as what is known of them, and stay")
  func otherTrees() async throws {
    let file = SampleFolder.url.appendingPathComponent("extremes-v5/source.trips.json")
    let document = try await TripDocument(contentsOf: file)
    try document.withContext { context in
      let trips = try context.fetch(FetchDescriptor<Trip>())
      let locations = Dictionary(trips.map { ($0.name, $0.location) }) { first, _ in first }
      #expect(locations["trees"] == Place())
      #expect(locations["tree"] == Place(latitude: 28))
      #expect(locations["pole"]??.longitude == 180)
      #expect(locations["days"] == .some(nil))
      for trip in trips { trip.notes += "!" }
    }
    let older = try await document.encoded(as: .flatJSON, schemaVersion: Schema.Version(5, 0, 0))
    let text = String(decoding: older.data, as: UTF8.self)
    #expect(text.contains(#""location":[{"$double":"1"},null,"north"]"#))
    #expect(text.contains(#""altitude":{"$double":"8849"}"#))
  }

  @Test("two devices edit one trip: stays, legs, items and places merge without a conflict")
  func merging() throws {
    let base = try TripDocument()
    try base.withContext { context in
      let trip = Trip(
        name: "a", destination: "", startDate: OldTrips.calendarDay(1),
        endDate: OldTrips.calendarDay(3))
      trip.stays = [Stay(name: "Inn", address: "")]
      trip.bucketList = [BucketListItem(title: "t")]
      context.insert(trip)
    }
    func version(_ edit: (Trip) throws -> Void) throws -> TripDocument {
      let document = try base.merging(base, base: base).document
      try document.withContext { context in
        try edit(try #require(try context.fetch(FetchDescriptor<Trip>()).first))
      }
      return document
    }
    let ours = try version { trip in
      trip.stays[0].address = "Rue Cler 1"
      trip.bucketList?.first?.hasReservation = true
      trip.legs.append(Leg(.train, from: "Lyon", to: "Paris"))
      trip.endDate = OldTrips.calendarDay(4)
    }
    let theirs = try version { trip in
      trip.stays[0].location = Place(latitude: 48.857, longitude: 2.306)
      trip.stays.append(Stay(name: "Second", address: ""))
      trip.bucketList?.first?.status = .done
      trip.legs.append(Leg(.bus, from: "Paris", to: "Lille"))
      trip.participants.append(Participant(name: "Léa"))
    }
    let merged = try ours.merging(theirs, base: base)
    #expect(merged.conflicts.isEmpty)
    try merged.document.withContext { context in
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      #expect(trip.endDate == OldTrips.calendarDay(4))
      #expect(trip.stays.map(\.name) == ["Inn", "Second"])
      #expect(trip.stays.first?.address == "Rue Cler 1")
      #expect(trip.stays.first?.location?.latitude == 48.857)
      #expect(Set(trip.legs.map(\.mode)) == [.train, .bus])
      let item = try #require(trip.bucketList?.first)
      #expect(item.hasReservation && item.status == .done)
      #expect(trip.participants.map(\.name) == ["Léa"])
    }
  }

  @Test("two devices that move one place make one conflict, never half of each")
  func places() throws {
    let base = try TripDocument()
    try base.withContext {
      $0.insert(
        Trip(
          name: "a", destination: "", startDate: OldTrips.calendarDay(1),
          endDate: OldTrips.calendarDay(1)))
    }
    func version(_ latitude: Double, _ longitude: Double) throws -> TripDocument {
      let document = try base.merging(base, base: base).document
      try document.withContext { context in
        let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        trip.location = Place(latitude: latitude, longitude: longitude)
      }
      return document
    }
    let merged = try version(1, 2).merging(try version(3, 4), base: base)
    #expect(merged.conflicts.map(\.property) == ["location"])
    try merged.document.withContext { context in
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      #expect(trip.location == Place(latitude: 1, longitude: 2))
    }
  }
}
