import DocumentData

extension TripMigrationPlan {
  /// The stage that makes trip names unique: trips with equal names are merged first.
  ///
  /// The trip with the greatest end, then start, then key stays and keeps its own fields. It gets
  /// all bucket lists, in the order of (start, end, key) of their trips. If it has no
  /// accommodation, it gets the first one in that order. Accommodations that are left over stay,
  /// without a trip.
  ///
  /// Canonically equivalent names are equal, as for Swift's `==`. A date that is not a number sorts
  /// before all others, and −0 equals 0 (spec 7.3.1).
  static let v1ToV2 = MigrationStage.custom(
    fromVersion: TripSchemaV1.self, toVersion: TripSchemaV2.self,
    willMigrate: { context in
      try context.mergeDuplicates(
        of: TripSchemaV1.Trip.self, by: [\.name], keepingGreatest: [\.end_date, \.start_date],
        joining: [\.bucketList], inOrderOf: [\.start_date, \.end_date],
        filling: [\.livingAccommodation])
    },
    didMigrate: nil)
}
