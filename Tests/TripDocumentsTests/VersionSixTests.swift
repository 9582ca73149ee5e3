import DocumentData
import DocumentTables
import Foundation
import Testing
import TripDocuments

@Suite("Places, tickets and unknown days of version 6 in version 5")
struct VersionSixTests {
  private func newer(_ fill: (ModelContext) throws -> Void) throws -> Tables {
    try OldTrips.tables(TripSchemaV6.self, fill)
  }

  private func down(_ tables: Tables, to version: Int = 5) throws -> Tables {
    try OldTrips.down(tables, to: version)
  }

  private func up(_ tables: Tables) throws -> Tables {
    try OldTrips.migrate(tables, to: TripSchemaV6.self).tables
  }

  private func text(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }

  private func context(_ tables: Tables) -> ModelContext {
    OldTrips.context(tables, TripSchemaV6.self)
  }

  private func older(_ tables: Tables) -> ModelContext {
    OldTrips.context(tables, TripSchemaV5.self)
  }

  private func trips(_ context: ModelContext) throws -> [TripSchemaV5.Trip] {
    try context.fetch(FetchDescriptor<TripSchemaV5.Trip>())
  }

  /// A trip with everything that 5.0.0 does not have.
  private func rich() throws -> Tables {
    try newer { context in
      let trip = TripSchemaV6.Trip(name: "a", destination: "")
      trip.isCancelled = true
      trip.location = .init(latitude: 49, longitude: 2.5, code: "CDG")
      let leg = TripSchemaV6.Leg(.flight, from: "CDG", to: "KIX")
      leg.departureTime = ClockTime("2026-03-28T13:10:00")
      leg.arrivalTime = ClockTime("2026-03-29T09:00:00+09:00[Asia/Tokyo]")
      leg.departureTerminal = "2E"
      leg.price = .init(Decimal(string: "318.4"), "EUR")
      let traveller = TripSchemaV6.Participant(name: "Léa")
      let item = TripSchemaV6.BucketListItem(title: "opera")
      trip.legs = [leg]
      trip.participants = [traveller]
      trip.bucketList = [item]
      leg.tickets = ["12B", "12A"].map { .init(seat: $0, travelClass: "economy") }
      leg.tickets[0].participant = traveller
      item.tickets = [.init(section: "Box 4")]
      context.insert(trip)
      try context.save()
      leg.tickets.reverse()
    }
  }

  // Spec 7.4.5-3, 7.2-13
  @Test("everything comes back from every version")
  func everything() throws {
    let tables = try rich()
    #expect(TablesCheck.findings(tables, limit: 3) == [])
    for version in 1..<TripMigrationPlan.releasedMajors.upperBound {
      let old = try down(tables, to: version)
      #expect(TablesCheck.findings(old, limit: 3) == [])
      #expect(text(try up(old)) == text(tables), "version \(version)")
    }
  }

  // Spec 7.4.5-2, 7.4-7, 7.2-14
  @Test("version 5 has a place as a tree without what is not known, and a local time in UTC")
  func below() throws {
    let trip = try #require(try trips(older(try down(try rich()))).first)
    #expect(trip.location == .init(latitude: 49, longitude: 2.5, code: "CDG"))
    #expect(
      trip.legs.first?.departureTime?.description == "2026-03-28T13:10:00+00:00[Etc/UTC]")
    #expect(trip.legs.first?.arrivalTime?.timeZoneIdentifier == "Asia/Tokyo")
  }

  // Spec 7.4.5-1, 7.4.5-2
  @Test("a day that is not known is the other one in version 5, or else 2001-01-01, and comes back")
  func unknownDays() throws {
    let (first, last) = (OldTrips.calendarDay(100), OldTrips.calendarDay(200))
    let tables = try newer { context in
      for (start, end) in [(first, last), (first, nil), (nil, last), (nil, nil)] {
        context.insert(
          TripSchemaV6.Trip(name: "a", destination: "", startDate: start, endDate: end))
        try context.save()
      }
    }
    let old = try down(tables)
    let blank = OldTrips.calendarDay(0)
    #expect(try trips(older(old)).map(\.startDate) == [first, first, last, blank])
    #expect(try trips(older(old)).map(\.endDate) == [last, first, last, blank])
    #expect(text(try up(old)) == text(tables))
  }

  // Spec 7.3.5-1
  @Test("a day and a time that version 5 edits stay, and no day is invented on the way up")
  func editedBelow() throws {
    let context = older(try down(try rich()))
    let trip = try #require(try trips(context).first)
    trip.startDate = OldTrips.calendarDay(7)
    trip.legs.first?.departureTime = ZonedTime("2026-03-28T14:00:00+01:00[Europe/Paris]")
    trip.location?.timeZone = "Europe/Paris"
    try context.save()
    let new = self.context(try up(context.container.store.current.tables))
    let found = try #require(try new.fetch(FetchDescriptor<TripSchemaV6.Trip>()).first)
    #expect(found.startDate == OldTrips.calendarDay(7) && found.endDate == nil)
    #expect(found.legs.first?.departureTime?.timeZoneIdentifier == "Europe/Paris")
    #expect(
      found.location == .init(latitude: 49, longitude: 2.5, timeZone: "Europe/Paris", code: "CDG"))
    #expect(found.isCancelled && found.legs.first?.price?.currency == "EUR")
    #expect(found.legs.first?.tickets.map(\.seat) == ["12A", "12B"])
  }

  // Spec 7.2-15
  @Test("tickets go with their leg or item, and outlive the participant")
  func owners() throws {
    let context = context(try rich())
    let trip = try #require(try context.fetch(FetchDescriptor<TripSchemaV6.Trip>()).first)
    context.delete(try #require(trip.participants.first))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<TripSchemaV6.Ticket>()).map(\.seat).count == 3)
    #expect(trip.legs.first?.tickets.allSatisfy { $0.participant == nil } == true)
    context.delete(try #require(trip.legs.first))
    try context.save()
    let left = try context.fetch(FetchDescriptor<TripSchemaV6.Ticket>())
    #expect(left.map(\.section) == ["Box 4"])
    context.delete(trip)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<TripSchemaV6.Ticket>()) == 0)
  }

  // Spec 7.2-16
  @Test("what is cancelled stays, and is found")
  func cancelled() throws {
    let context = context(try rich())
    let found = try context.fetch(
      FetchDescriptor<TripSchemaV6.Trip>(predicate: #Predicate { $0.isCancelled }))
    #expect(found.map(\.name) == ["a"])
    let undated = try context.fetchCount(
      FetchDescriptor<TripSchemaV6.Trip>(predicate: #Predicate { $0.startDate == nil }))
    #expect(undated == 1)
  }

  // Spec 10.8-2
  @Test(
    "a place that is nested too deeply for the carried entries is no place, and nothing breaks",
    arguments: [56, 57, 64])
  func deepPlace(levels: Int) throws {
    var tree = Tree.text("north")
    for _ in 0..<levels { tree = .array([tree]) }
    let schema = try Schema(versionedSchema: TripSchemaV5.self).tableSchema(name: "trips")
    let context = OldTrips.context(Tables(schema: schema, documentID: 1), TripSchemaV5.self)
    context.insert(
      TripSchemaV5.Trip(
        name: "a", destination: "", startDate: OldTrips.calendarDay(1),
        endDate: OldTrips.calendarDay(1)))
    try context.save()
    let old = context.container.store.current.tables
    let place = try #require(schema.hierarchyIndex(of: "Trip"))
    let column = try #require(schema.hierarchies[place].column(named: "location", of: "Trip"))
    var changes = ChangeSet(nextKey: old.nextKey)
    changes.updated = [
      UpdatedRow(
        hierarchy: place, key: 1,
        changes: [PropertyChange(column: column, old: .null, new: .tree(tree))])
    ]
    let deep = old.applying(changes)
    let new = try up(deep)
    #expect(new.carried.isEmpty == (levels > 56))
    #expect((text(try down(new)) == text(deep)) == (levels <= 56))
  }
}
