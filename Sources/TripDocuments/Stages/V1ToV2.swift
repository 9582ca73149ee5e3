import DocumentData

extension TripMigrationPlan {
  /// Names become unique: trips of one name become one before the constraint holds.
  static let v1ToV2 = MigrationStage.custom(
    fromVersion: TripSchemaV1.self, toVersion: TripSchemaV2.self,
    willMigrate: { context in
      // Texts that are canonically equivalent are one name, as they are for Swift's `==`.
      for group in try context.duplicates(of: TripSchemaV1.Trip.self, by: [\.name]) {
        TripSchemaV1.merge(group, in: context)
      }
      try context.save()
    },
    didMigrate: nil)
}

extension TripSchemaV1 {
  /// Leaves one of several trips.
  ///
  /// It has the greatest end, then start, then key, and keeps its own fields; it gets all bucket
  /// lists, in order of (start, end, key), and the accommodation of the first of them, itself
  /// before all, that has one. An accommodation that is left over stays, without a trip.
  static func merge(_ trips: [Trip], in context: ModelContext) {
    let candidates = trips.sorted {
      precedes($1.end_date, $1.start_date, $1, $0.end_date, $0.start_date, $0)
    }
    guard let survivor = candidates.first else { return }
    let inTime = trips.sorted {
      precedes($0.start_date, $0.end_date, $0, $1.start_date, $1.end_date, $1)
    }
    let lists = inTime.compactMap(\.bucketList)
    let accommodation = candidates.lazy.compactMap(\.livingAccommodation).first
    if !lists.isEmpty { survivor.bucketList = lists.flatMap { $0 } }
    if let accommodation { survivor.livingAccommodation = accommodation }
    for trip in candidates.dropFirst() {
      trip.livingAccommodation = nil
      context.delete(trip)
    }
  }

  private static func precedes(
    _ first: Date, _ second: Date, _ trip: Trip,
    _ otherFirst: Date, _ otherSecond: Date, _ other: Trip
  ) -> Bool {
    if first != otherFirst { return first < otherFirst }
    if second != otherSecond { return second < otherSecond }
    return trip.persistentModelID < other.persistentModelID
  }
}
