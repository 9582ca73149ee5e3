import DocumentData

extension TripMigrationPlan {
  /// Kinds of trips are added, and an attribute with a default: nothing for a closure to do.
  static let v3ToV4 = MigrationStage.lightweight(
    fromVersion: TripSchemaV3.self, toVersion: TripSchemaV4.self)
}
