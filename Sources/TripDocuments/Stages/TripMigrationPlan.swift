import DocumentData

/// The released trip schemas and the migration stages between them.
public enum TripMigrationPlan: SchemaMigrationPlan {
  /// The released versions, oldest first; the last is the current version.
  public static var schemas: [any VersionedSchema.Type] {
    [
      TripSchemaV1.self, TripSchemaV2.self, TripSchemaV3.self, TripSchemaV4.self,
      TripSchemaV5.self, TripSchemaV6.self,
    ]
  }

  /// The five stages, each between successive versions.
  ///
  /// The first two merge trips that are not unique in the newer version; on the way up the others need
  /// no code.
  public static var stages: [MigrationStage] { [v1ToV2, v2ToV3, v3ToV4, v4ToV5, v5ToV6] }
}
