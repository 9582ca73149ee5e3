import DocumentData
import Foundation

// The released versions without their classes: the schemas are the files of the folder `schemas`, and the
// closures of the stages work on rows.

enum FrozenTripsV1: FrozenVersion { static let schema = FrozenTripPlan.released("1.0.0") }
enum FrozenTripsV2: FrozenVersion { static let schema = FrozenTripPlan.released("2.0.0") }
enum FrozenTripsV3: FrozenVersion { static let schema = FrozenTripPlan.released("3.0.0") }
enum FrozenTripsV4: FrozenVersion { static let schema = FrozenTripPlan.released("4.0.0") }
enum FrozenTripsV5: FrozenVersion { static let schema = FrozenTripPlan.released("5.0.0") }
enum FrozenTripsV6: FrozenVersion { static let schema = FrozenTripPlan.released("6.0.0") }

/// The plan of `TripMigrationPlan` with a frozen version in place of each of its versions.
enum FrozenTripPlan: SchemaMigrationPlan {
  static var schemaName: String { "trips" }

  static var schemas: [any VersionedSchema.Type] {
    [
      FrozenTripsV1.self, FrozenTripsV2.self, FrozenTripsV3.self, FrozenTripsV4.self,
      FrozenTripsV5.self, FrozenTripsV6.self,
    ]
  }

  static var stages: [MigrationStage] {
    [
      v1ToV2(FrozenTripsV2.self), v2ToV3(FrozenTripsV2.self), v3ToV4,
      v4ToV5(FrozenTripsV5.self), v5ToV6(FrozenTripsV5.self, FrozenTripsV6.self),
    ]
  }

  static func released(_ version: String) -> FrozenSchema {
    let folder = SampleFolder.url.deletingLastPathComponent().appendingPathComponent("schemas")
    let file = folder.appendingPathComponent("trips-\(version).schema.json")
    return FrozenSchema((try? String(contentsOf: file, encoding: .utf8)) ?? "")
  }

  static func v1ToV2(_ second: any VersionedSchema.Type) -> MigrationStage {
    .custom(
      fromVersion: FrozenTripsV1.self, toVersion: second,
      willMigrate: { context in
        try context.mergeDuplicateRows(
          of: "Trip", by: ["name"], keepingGreatest: ["end_date", "start_date"],
          joining: ["bucketList"], inOrderOf: ["start_date", "end_date"],
          filling: ["livingAccommodation"])
      },
      didMigrate: nil)
  }

  static func v2ToV3(_ second: any VersionedSchema.Type) -> MigrationStage {
    .custom(
      fromVersion: second, toVersion: FrozenTripsV3.self,
      willMigrate: { context in
        try context.mergeDuplicateRows(
          of: "Trip", by: ["name", "startDate", "endDate"], joining: ["bucketList"],
          filling: ["livingAccommodation"])
      },
      didMigrate: nil, willRevert: makeNamesUnique, didRevert: nil)
  }

  /// Gives trips of one name others, except the greatest.
  @Sendable static func makeNamesUnique(in context: ModelContext) throws {
    var names = try GivenNames(try context.rows("Trip"))
    for group in try context.duplicateRows(of: "Trip", by: ["name"]) {
      let ranked = try group.map { (row: $0, rank: try TripRank($0)) }
      try names.distinguish(ranked.sorted { $0.rank > $1.rank }.map(\.row))
    }
  }

  static let v3ToV4 = MigrationStage.lightweight(
    fromVersion: FrozenTripsV3.self, toVersion: FrozenTripsV4.self)

  static func v4ToV5(_ fifth: any VersionedSchema.Type) -> MigrationStage {
    MigrationStage.custom(
      fromVersion: FrozenTripsV4.self, toVersion: fifth,
      willMigrate: nil, didMigrate: nil,
      willRevert: { context in
        let known = ["family", "reunion", "wellness", "unknown"]
        for trip in try context.rows("PersonalTrip")
        where !known.contains(try trip["reason", as: String.self]) {
          try trip.set("reason", to: "unknown")
        }
      },
      didRevert: makeTripsUnique
    ).convertingDatesToDays()
  }

  /// Gives trips of one name and equal dates other names, except the last.
  @Sendable static func makeTripsUnique(in context: ModelContext) throws {
    var names = try GivenNames(try context.rows("Trip"))
    for group in try context.duplicateRows(of: "Trip", by: ["name", "startDate", "endDate"]) {
      try names.distinguish(group.reversed())
    }
  }

  static func v5ToV6(
    _ fifth: any VersionedSchema.Type, _ sixth: any VersionedSchema.Type
  ) -> MigrationStage {
    .custom(
      fromVersion: fifth, toVersion: sixth, willMigrate: nil, didMigrate: nil,
      willRevert: { context in
        for trip in try context.rows("Trip") {
          let start: CalendarDay? = try trip["startDate"]
          let end: CalendarDay? = try trip["endDate"]
          guard (start == nil) != (end == nil) else { continue }
          try trip.set("startDate", to: start ?? end)
          try trip.set("endDate", to: end ?? start)
        }
      },
      didRevert: nil)
  }
}

/// The place of a trip among those of one name: the greatest keeps the name.
private struct TripRank: Comparable {
  /// Whether each date is a number, and its seconds, the end first.
  private let dates: [Double]
  private let identifier: PersistentIdentifier

  init(_ trip: FrozenRow) throws {
    dates = try ["endDate", "startDate"].flatMap { property in
      let seconds = try trip[property, as: Date.self].timeIntervalSinceReferenceDate
      return seconds.isNaN ? [0, 0] : [1, seconds]
    }
    identifier = trip.persistentModelID
  }

  static func < (left: TripRank, right: TripRank) -> Bool {
    left.dates == right.dates
      ? left.identifier < right.identifier : left.dates.lexicographicallyPrecedes(right.dates)
  }
}

/// New names for rows, none of which a stored or renamed row has.
private struct GivenNames {
  private var taken: Set<String> = []

  init(_ rows: [FrozenRow]) throws { taken = Set(try rows.map { try $0["name"] }) }

  /// Renames the rows that follow the first.
  mutating func distinguish(_ group: [FrozenRow]) throws {
    var number = 2
    for row in group.dropFirst() {
      let old: String = try row["name"]
      while taken.contains("\(old) (\(number))") { number += 1 }
      try row.set("name", to: "\(old) (\(number))")
      taken.insert("\(old) (\(number))")
    }
  }
}
