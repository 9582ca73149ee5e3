import DocumentData

extension TripMigrationPlan {
  /// The stage in which places become structures, and days and zones of times may be unknown.
  ///
  /// The schema change describes the way up, so documents are migrated segment by segment. On the way down a
  /// day that is not known becomes the other one of the trip (spec 7.4.5).
  static let v5ToV6 = MigrationStage.custom(
    fromVersion: TripSchemaV5.self, toVersion: TripSchemaV6.self,
    willMigrate: nil, didMigrate: nil,
    willRevert: { context in
      try TripSchemaV6.takeOtherDays(in: context)
      try context.save()
    },
    didRevert: nil)
}

extension TripSchemaV6 {
  /// Gives the trips that have one day only this day as the other one.
  static func takeOtherDays(in context: ModelContext) throws {
    let hasOneDay = #Predicate<Trip> { ($0.startDate == nil) != ($0.endDate == nil) }
    try context.enumerate(FetchDescriptor(predicate: hasOneDay), allowEscapingMutations: true) {
      trip in
      trip.startDate = trip.startDate ?? trip.endDate
      trip.endDate = trip.endDate ?? trip.startDate
    }
  }
}
