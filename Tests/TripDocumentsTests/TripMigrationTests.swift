import DocumentData
import DocumentTables
import Foundation
import Testing
import TripDocuments

@Suite("Trips of every released version")
struct TripMigrationTests {
  // Spec 7.3.3-1, 7.3.4-1
  @Test("version 1 becomes the newest version with everything it held")
  func endToEnd() throws {
    let trip = OldTrips.trip("Nile", "Luxor", from: 1, to: 9, wishes: ["Karnak"], staying: "Inn")
    trip.bucketList?.first?.details = "early"
    trip.bucketList?.first?.hasReservation = true
    trip.bucketList?.first?.isInPlan = true
    let old = try OldTrips.tables(of: [trip])
    let (tables, report) = try OldTrips.migrate(old)
    #expect(
      report.stages.map(\.fromVersion.description) == ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0"])
    #expect(
      report.stages.map(\.toVersion.description) == ["2.0.0", "3.0.0", "4.0.0", "5.0.0", "6.0.0"])
    #expect(tables.schema.version == SchemaVersion(6, 0, 0))
    #expect(tables.nextKey == old.nextKey)
    #expect(tables.documentID == old.documentID)
    let context = OldTrips.context(tables, TripSchema.self)
    let found = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect(found.name == "Nile")
    #expect(found.destination == "Luxor")
    #expect(found.startDate == CalendarDay(year: 2001, month: 1, day: 2))
    #expect(found.endDate == CalendarDay(year: 2001, month: 1, day: 10))
    #expect(tables.carried.isEmpty)
    let item = try #require(found.bucketList?.first)
    #expect(item.title == "Karnak")
    #expect(item.details == "early")
    #expect(item.hasReservation)
    #expect(item.isInPlan)
    #expect(item.status == .open)
    let stay = try #require(found.stays.first)
    #expect(stay.name == "Inn" && stay.address == "at Inn")
    #expect(!stay.isConfirmed && stay.checkinDate == nil && stay.checkoutDate == nil)
    #expect(stay.trip === found)
    #expect(found.legs.isEmpty && found.participants.isEmpty)
    #expect(type(of: found) == Trip.self)
  }

  @Test("what was migrated can be edited, extended by subclasses, and deleted with what it owns")
  func afterMigration() throws {
    let (tables, _) = try OldTrips.migrate(
      try OldTrips.tables(of: [OldTrips.trip("a", from: 1, to: 2, wishes: ["w"], staying: "p")]))
    let context = OldTrips.context(tables, TripSchema.self)
    context.insert(
      BusinessTrip(
        name: "b", destination: "d", startDate: OldTrips.calendarDay(1),
        endDate: OldTrips.calendarDay(2), perdiem: 12.5))
    context.insert(
      PersonalTrip(
        name: "c", destination: "d", startDate: OldTrips.calendarDay(1),
        endDate: OldTrips.calendarDay(2), reason: .reunion))
    try context.save()
    let personal = try context.fetch(
      FetchDescriptor<Trip>(predicate: #Predicate { $0 is PersonalTrip }))
    #expect(personal.map(\.name) == ["c"])
    #expect(try context.fetch(FetchDescriptor<BusinessTrip>()).map(\.perdiem) == [12.5])
    for trip in try context.fetch(FetchDescriptor<Trip>()) { context.delete(trip) }
    try context.save()
    #expect(context.container.store.current.tables.rowCount == 0)
  }

  // Spec 7.3.2-1
  @Test("version 2 merges trips of one name and dates where its own constraint does not hold")
  func brokenSecondVersion() throws {
    let schema = try Schema(versionedSchema: TripSchemaV2.self).tableSchema(name: "trips")
    var tables = Tables(schema: schema, documentID: 1, nextKey: 9)
    let rows: [(name: String, destination: String, start: Double, end: Double)] = [
      ("same", "first", 1, 2), ("same", "other dates", 1, 3), ("same", "last", 1, 2),
      ("same", "other start", 0, 2), ("alone", "alone", 1, 2), ("zero", "minus", -0.0, 2),
      ("zero", "plus", 0, 2),
    ]
    let hierarchy = try #require(schema.hierarchyIndex(of: "Trip"))
    let layout = schema.hierarchies[hierarchy]
    let builder = SegmentBuilder(layout)
    for (index, row) in rows.enumerated() {
      let values: [String: Value] = [
        "name": .text(row.name), "destination": .text(row.destination),
        "startDate": .date(row.start), "endDate": .date(row.end),
      ]
      builder.append(
        key: ObjectKey(index + 1), discriminator: 0,
        values: layout.columns.map { values[$0.name] ?? .null })
    }
    tables.tables[hierarchy] = Table(segments: [builder.finish()])
    let items = try #require(schema.hierarchyIndex(of: "BucketListItem"))
    let itemBuilder = SegmentBuilder(schema.hierarchies[items])
    let item: [String: Value] = [
      "title": .text("w"), "details": .text(""), "hasReservation": .bool(false),
      "isInPlan": .bool(false), "trip": .reference(1),
    ]
    itemBuilder.append(
      key: 8, discriminator: 0,
      values: schema.hierarchies[items].columns.map { item[$0.name] ?? .null })
    tables.tables[items] = Table(segments: [itemBuilder.finish()])

    let (migrated, report) = try OldTrips.migrate(tables, to: TripSchemaV4.self)
    let trips = try OldTrips.context(migrated, TripSchemaV4.self)
      .fetch(FetchDescriptor<TripSchemaV4.Trip>())
    #expect(
      trips.map(\.destination) == ["other dates", "last", "other start", "alone", "plus"])
    #expect(trips.map(\.bucketList?.count) == [0, 1, 0, 0, 0])
    #expect(OldTrips.haveNullLists(migrated).allSatisfy { $0 })
    #expect(report.stages.map(\.changes.count) == [3, 0])
  }

  @Test("from version 3 to 4 no column is copied")
  func lastStageSharesColumns() throws {
    let tables = try OldTrips.tables(TripSchemaV3.self) { context in
      for number in 0..<3 {
        let trip = TripSchemaV3.Trip(
          name: "\(number)", destination: "d", startDate: OldTrips.day(1), endDate: OldTrips.day(2))
        trip.bucketList = [TripSchemaV3.BucketListItem(title: "w")]
        trip.livingAccommodation = TripSchemaV3.LivingAccommodation(address: "a", placeName: "p")
        context.insert(trip)
      }
    }
    let (migrated, report) = try OldTrips.migrate(tables, to: TripSchemaV4.self)
    #expect(report.stages.count == 1)
    #expect(report.changeCount == 0)
    var shared = 0
    for (hierarchy, layout) in tables.schema.hierarchies.enumerated() {
      let index = try #require(migrated.schema.hierarchyIndex(of: layout.name))
      let segment = try #require(tables.tables[hierarchy].segments.first)
      let after = try #require(migrated.tables[index].segments.first)
      for (column, content) in layout.columns.enumerated() {
        let other = try #require(
          migrated.schema.hierarchies[index].column(named: content.name, of: content.entity))
        let before = segment.columns[column].storageAddress
        #expect(before == after.columns[other].storageAddress)
        if before != nil { shared += 1 }
      }
    }
    #expect(shared > 8)
  }

  @Test(
    "a trip of version 4 is unique with its subclasses, and another class of the same key is refused"
  )
  func uniqueAcrossClasses() throws {
    let (tables, _) = try OldTrips.migrate(
      try OldTrips.tables(of: [OldTrips.trip("a", from: 1, to: 2)]), to: TripSchemaV4.self)
    let context = OldTrips.context(tables, TripSchemaV4.self)
    context.insert(
      TripSchemaV4.BusinessTrip(
        name: "a", destination: "d", startDate: OldTrips.day(1), endDate: OldTrips.day(2)))
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.property == "endDate, name, startDate")
    context.rollback()
    let same = TripSchemaV4.Trip(
      name: "a", destination: "new", startDate: OldTrips.day(1), endDate: OldTrips.day(2))
    context.insert(same)
    try context.save()
    #expect(
      try context.fetch(FetchDescriptor<TripSchemaV4.Trip>()).map(\.destination) == ["new"])
  }
}

extension Column {
  /// Where the column's values lie; nil for a constant.
  fileprivate var storageAddress: UnsafeRawPointer? {
    func address<Element>(_ values: [Element]) -> UnsafeRawPointer? {
      // Only compared, never followed.
      values.withUnsafeBytes { $0.baseAddress }
    }
    return switch self {
    case .constant: nil
    case .bool(let column): address(column.values)
    case .integer(let column): address(column.values)
    case .unsigned(let column): address(column.values)
    case .double(let column), .date(let column): address(column.values)
    case .uuid(let column): address(column.values)
    case .text(let column), .data(let column): address(column.ends)
    case .nested(let column): address(column.texts.ends)
    case .reference(let column): address(column.values)
    case .references(let column): address(column.ends)
    }
  }
}
