import DocumentData

/// Every released trip schema, and the stages between neighbours.
public enum TripMigrationPlan: SchemaMigrationPlan {
  /// The released versions, the oldest first; the last is the one that programs work with.
  public static var schemas: [any VersionedSchema.Type] {
    [TripSchemaV1.self, TripSchemaV2.self, TripSchemaV3.self, TripSchemaV4.self]
  }

  /// The three stages between neighbours.
  ///
  /// The first two merge trips that are not unique in the newer version; the last is lightweight.
  public static var stages: [MigrationStage] { [v1ToV2, v2ToV3, v3ToV4] }
}
