import DocumentData

extension TripMigrationPlan {
  /// The stage that adds subclasses of trips and an attribute with a default value; neither needs a
  /// closure.
  static let v3ToV4 = MigrationStage.lightweight(
    fromVersion: TripSchemaV3.self, toVersion: TripSchemaV4.self)
}
