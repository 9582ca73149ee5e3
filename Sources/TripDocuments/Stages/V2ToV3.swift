import DocumentData

extension TripMigrationPlan {
  /// A trip is unique by name and dates together.
  ///
  /// A valid document of the older version has no two such trips; one whose constraint does not
  /// hold has them merged as the first stage does.
  static let v2ToV3 = MigrationStage.custom(
    fromVersion: TripSchemaV2.self, toVersion: TripSchemaV3.self,
    willMigrate: { context in
      let key: [PartialKeyPath<TripSchemaV2.Trip>] = [\.name, \.startDate, \.endDate]
      for group in try context.duplicates(of: TripSchemaV2.Trip.self, by: key) {
        TripSchemaV2.merge(group, in: context)
      }
      try context.save()
    },
    didMigrate: nil)
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
