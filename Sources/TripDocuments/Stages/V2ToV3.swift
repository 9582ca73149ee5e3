import DocumentData

extension TripMigrationPlan {
  /// A trip is unique by name and dates together.
  ///
  /// A valid document of the older version has no two such trips; one whose constraint does not
  /// hold has them merged as the first stage does. On the way back trips that share a name get names
  /// of their own (spec 7.4.2).
  static let v2ToV3 = MigrationStage.custom(
    fromVersion: TripSchemaV2.self, toVersion: TripSchemaV3.self,
    willMigrate: { context in
      let key: [PartialKeyPath<TripSchemaV2.Trip>] = [\.name, \.startDate, \.endDate]
      for group in try context.duplicates(of: TripSchemaV2.Trip.self, by: key) {
        TripSchemaV2.merge(group, in: context)
      }
      try context.save()
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

extension TripSchemaV2 {
  /// Leaves the trip with the greatest key; their dates are equal.
  ///
  /// It gets all bucket lists, in order of keys, and the accommodation of the first of them, itself
  /// before all, that has one.
  static func merge(_ trips: [Trip], in context: ModelContext) {
    let inOrder = trips.sorted { $0.persistentModelID < $1.persistentModelID }
    guard let survivor = inOrder.last else { return }
    let lists = inOrder.compactMap(\.bucketList)
    let accommodation = inOrder.reversed().lazy.compactMap(\.livingAccommodation).first
    if !lists.isEmpty { survivor.bucketList = lists.flatMap { $0 } }
    if let accommodation { survivor.livingAccommodation = accommodation }
    for trip in inOrder.dropLast() {
      trip.livingAccommodation = nil
      context.delete(trip)
    }
  }
}
