import DocumentData

extension TripMigrationPlan {
  /// The stage that makes trips unique by name and dates together.
  ///
  /// A valid document of the older version has no trips with equal names and dates. In a document
  /// that violates the older constraint such trips are merged as in the first stage: the trip with
  /// the greatest key stays, and bucket lists are joined in the order of keys. A downgrade gives
  /// new names to trips that share a name (spec 7.4.2).
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
  /// Makes names unique; the first trip of a name is the one with the greatest end, then start, then
  /// key.
  static func giveNamesOfTheirOwn(in context: ModelContext) throws {
    var names = TripNames()
    for group in try context.duplicates(of: Trip.self, by: [\.name]) {
      let inOrder = group.sorted {
        (Moment($0.endDate), Moment($0.startDate), $0.persistentModelID)
          > (Moment($1.endDate), Moment($1.startDate), $1.persistentModelID)
      }
      try names.distinguish(inOrder, by: \.name) { name in
        var stored = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })
        stored.includePendingChanges = false
        return try context.fetchCount(stored) > 0
      }
    }
  }
}
