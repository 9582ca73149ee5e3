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
      (Moment($0.end_date), Moment($0.start_date), $0.persistentModelID)
        > (Moment($1.end_date), Moment($1.start_date), $1.persistentModelID)
    }
    guard let survivor = candidates.first else { return }
    let inTime = trips.sorted {
      (Moment($0.start_date), Moment($0.end_date), $0.persistentModelID)
        < (Moment($1.start_date), Moment($1.end_date), $1.persistentModelID)
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
}
