import DocumentData

extension TripMigrationPlan {
  /// Names become unique: trips of one name become one before the constraint holds.
  ///
  /// The one that stays has the greatest end, then start, then key, and keeps its own fields; it gets
  /// all bucket lists, in order of (start, end, key), and the accommodation of the first of them,
  /// itself before all, that has one. An accommodation that is left over stays, without a trip.
  ///
  /// Texts that are canonically equivalent are one name, as they are for Swift's `==`. A date that is
  /// not a number comes before everything else, −0 is 0 (spec 7.3.1).
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
