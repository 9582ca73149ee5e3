import DocumentData
import DocumentMigration
import DocumentTables
import Foundation
import Testing
import TripDocuments

@Suite("Trips of one name become one when version 1 is migrated")
struct MergingTests {
  /// Three trips of one name by start and end, and which of them stays.
  struct Ties: Sendable {
    let dates: [(start: Int, end: Int)]
    let survivor: Int

    init(_ dates: [(start: Int, end: Int)], _ survivor: Int) {
      self.dates = dates
      self.survivor = survivor
    }
  }

  // Spec 7.3.1-1
  @Test(
    "the one with the greatest end stays, then the greatest start, then the greatest key",
    arguments: [
      Ties([(1, 9), (2, 5), (3, 5)], 0),
      Ties([(3, 5), (1, 9), (2, 5)], 1),
      Ties([(1, 9), (4, 9), (2, 9)], 1),
      Ties([(4, 9), (1, 9), (4, 5)], 0),
      Ties([(4, 9), (4, 9), (1, 9)], 1),
      Ties([(4, 9), (4, 9), (4, 9)], 2),
      Ties([(-800_000, -700_000), (-900_000, -600_000), (0, -650_000)], 1),
    ])
  func survivor(ties: Ties) throws {
    let trips = ties.dates.enumerated().map { index, dates in
      OldTrips.trip("n", "\(index)", from: dates.start, to: dates.end)
    }
    let left = try OldTrips.migrated(trips)
    try #require(left.count == 1)
    #expect(left[0].destination == "\(ties.survivor)")
    #expect(left[0].startDate == OldTrips.day(ties.dates[ties.survivor].start))
    #expect(left[0].endDate == OldTrips.day(ties.dates[ties.survivor].end))
  }

  // Spec 7.3.1-1
  @Test("bucket lists are joined in the order of start, end and key, each in its own order")
  func bucketLists() throws {
    let first = OldTrips.trip("n", from: 5, to: 9, wishes: ["e", "d"])
    let second = OldTrips.trip("n", from: 1, to: 8, wishes: ["c"])
    let third = OldTrips.trip("n", from: 1, to: 7, wishes: ["b", "a"])
    let fourth = OldTrips.trip("n", from: 1, to: 8, wishes: ["x"])
    let fifth = OldTrips.trip("n", from: 0, to: 0)
    // The order of a list is not that of its keys.
    third.bucketList?.reverse()
    let left = try OldTrips.migrated([first, second, third, fourth, fifth])
    try #require(left.count == 1)
    #expect(left[0].bucketList?.map(\.title) == ["a", "b", "c", "x", "e", "d"])
    #expect(left[0].bucketList?.allSatisfy { $0.trip === left[0] } == true)
  }

  // Spec 7.3.1-1
  @Test("a list stays null where no trip has one, and is empty where one trip has an empty one")
  func emptyLists() throws {
    let trips = [
      OldTrips.trip("nil", from: 1, to: 2), OldTrips.trip("nil", from: 1, to: 3),
      OldTrips.trip("empty", from: 1, to: 2, wishes: []), OldTrips.trip("empty", from: 1, to: 3),
      OldTrips.trip("alone", from: 1, to: 2),
      OldTrips.trip("alone too", from: 1, to: 2, wishes: []),
    ]
    let (tables, _) = try OldTrips.migrate(
      try OldTrips.tables(of: trips), to: TripSchemaV4.self)
    let left = try OldTrips.context(tables, TripSchemaV4.self)
      .fetch(FetchDescriptor<TripSchemaV4.Trip>())
    #expect(left.map(\.name) == ["nil", "empty", "alone", "alone too"])
    #expect(left.map(\.bucketList?.count) == [0, 0, 0, 0])
    #expect(OldTrips.haveNullLists(tables) == [true, false, true, false])
  }

  // Spec 7.3.1-1
  @Test("the accommodation is that of the first in the order of survival; others stay without trip")
  func accommodations() throws {
    let trips = [
      OldTrips.trip("own", from: 1, to: 9, staying: "own of 9"),
      OldTrips.trip("own", from: 1, to: 8, staying: "own of 8"),
      OldTrips.trip("next", from: 1, to: 9),
      OldTrips.trip("next", from: 1, to: 7, staying: "next of 7"),
      OldTrips.trip("next", from: 1, to: 8, staying: "next of 8"),
      OldTrips.trip("none", from: 1, to: 9),
      OldTrips.trip("none", from: 1, to: 8),
    ]
    let (tables, _) = try OldTrips.migrate(
      try OldTrips.tables(of: trips), to: TripSchemaV4.self)
    let context = OldTrips.context(tables, TripSchemaV4.self)
    let left = try context.fetch(FetchDescriptor<TripSchemaV4.Trip>())
    #expect(left.map(\.livingAccommodation?.placeName) == ["own of 9", "next of 8", nil])
    let places = try context.fetch(FetchDescriptor<TripSchemaV4.LivingAccommodation>())
    #expect(places.filter { $0.trip == nil }.map(\.placeName) == ["own of 8", "next of 7"])
    #expect(places.allSatisfy { !$0.isConfirmed })
  }

  @Test("names that are canonically equivalent are one; the survivor's spelling stays")
  func equivalentNames() throws {
    let left = try OldTrips.migrated([
      OldTrips.trip("Caf\u{E9}", from: 1, to: 2), OldTrips.trip("Cafe\u{301}", from: 1, to: 3),
      OldTrips.trip("Cafe", from: 1, to: 2), OldTrips.trip("", from: 1, to: 2),
      OldTrips.trip("CAFE", from: 1, to: 2), OldTrips.trip("Cafe ", from: 1, to: 2),
    ])
    #expect(
      left.map { Array($0.name.utf8) }
        == [
          "Cafe\u{301}", "Cafe", "", "CAFE", "Cafe ",
        ].map { Array($0.utf8) })
  }

  @Test("the report names everything that changed")
  func report() throws {
    let (_, report) = try OldTrips.migrate(
      try OldTrips.tables(of: [
        OldTrips.trip("n", "a", from: 1, to: 2, wishes: ["w"], staying: "p"),
        OldTrips.trip("n", "b", from: 1, to: 3, wishes: ["v"], staying: "q"),
        OldTrips.trip("o", from: 1, to: 3),
      ]), to: TripSchemaV4.self)
    #expect(report.description == Self.expectedReport)
    #expect(report.stages.map { $0.kind == .custom } == [true, true, false])
  }

  private static let expectedReport = """
    1.0.0 → 2.0.0 (custom)
      schema: the delete rule of Trip.bucketList is cascade instead of nullify
      schema: Trip.end_date is now Trip.endDate
      schema: the delete rule of Trip.livingAccommodation is cascade instead of nullify
      schema: Trip.start_date is now Trip.startDate
      schema: Trip is unique by name (2 objects)
      objects: Trip 1 was removed: bucketList [2], destination "a", \
    end_date 2001-01-03T00:00:00Z, livingAccommodation 3, name "n", \
    start_date 2001-01-02T00:00:00Z
      objects: BucketListItem 2 changed: trip 1 → 4
      objects: LivingAccommodation 3 changed: trip 1 → nil
    2.0.0 → 3.0.0 (custom)
      schema: Trip.destination has the hash modifier v3
      schema: Trip.endDate is preserved on deletion
      schema: Trip.name is preserved on deletion
      schema: Trip.startDate is preserved on deletion
      schema: Trip is unique by endDate, name, startDate (2 objects)
      schema: Trip is no longer unique by name
      schema: Trip is indexed by endDate
      schema: Trip is indexed by name
      schema: Trip is indexed by name, startDate, endDate
      schema: Trip is indexed by startDate
    3.0.0 → 4.0.0 (lightweight)
      schema: BusinessTrip is new
      schema: PersonalTrip is new
      schema: LivingAccommodation.isConfirmed is new, false
    """

  @Test("without duplicates nothing changes but the schema")
  func withoutDuplicates() throws {
    let (tables, report) = try OldTrips.migrate(
      try OldTrips.tables(of: [
        OldTrips.trip("a", from: 1, to: 2, wishes: ["w"]), OldTrips.trip("b", from: 1, to: 2),
      ]), to: TripSchemaV4.self)
    #expect(report.changeCount == 0)
    #expect(tables.rowCount == 3)
  }
}
