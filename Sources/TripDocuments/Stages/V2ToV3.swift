import DocumentData

extension TripMigrationPlan {
  /// A trip is unique by name and dates together.
  ///
  /// A valid document of the older version has no two such trips; one whose constraint does not
  /// hold has them merged as the first stage does: the one with the greatest key stays, and bucket
  /// lists are joined in the order of keys. On the way back trips that share a name get names
  /// of their own (spec 7.4.2).
  static let v2ToV3 = MigrationStage.custom(
    fromVersion: TripSchemaV2.self, toVersion: TripSchemaV3.self,
    willMigrate: { context in
      try context.mergeDuplicates(
        of: TripSchemaV2.Trip.self, by: [\.name, \.startDate, \.endDate],
        joining: [\.bucketList], filling: [\.livingAccommodation])
    },
    didMigrate: nil,
    willRevert: { context in
      try TripSchemaV3.giveNamesOfTheirOwn(in: context)
      try context.save()
    },
    didRevert: nil)
}

extension TripSchemaV3 {
  /// Makes names unique: of the trips that share one, all but the first get `NAME (2)`, `NAME (3)`….
  ///
  /// First is the one with the greatest end, then start, then key.
  static func giveNamesOfTheirOwn(in context: ModelContext) throws {
    var given: Set<String> = []
    for group in try context.duplicates(of: Trip.self, by: [\.name]) {
      let inOrder = group.sorted {
        (Moment($0.endDate), Moment($0.startDate), $0.persistentModelID)
          > (Moment($1.endDate), Moment($1.startDate), $1.persistentModelID)
      }
      var number = 2
      for trip in inOrder.dropFirst() {
        let name = trip.name
        while try isTaken("\(name) (\(number))", given, in: context) { number += 1 }
        trip.name = "\(name) (\(number))"
        given.insert(trip.name)
      }
    }
  }

  /// Whether a trip has the name, or had it before others were given names: the names that are
  /// given are not saved yet.
  private static func isTaken(
    _ name: String, _ given: Set<String>, in context: ModelContext
  ) throws -> Bool {
    if given.contains(name) { return true }
    var stored = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })
    stored.includePendingChanges = false
    return try context.fetchCount(stored) > 0
  }
}
