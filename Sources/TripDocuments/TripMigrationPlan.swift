import DocumentData

/// Every released trip schema, and the stages between neighbours.
public enum TripMigrationPlan: SchemaMigrationPlan {
  public static var schemas: [any VersionedSchema.Type] {
    [TripSchemaV1.self, TripSchemaV2.self, TripSchemaV3.self, TripSchemaV4.self]
  }

  public static var stages: [MigrationStage] { [v1ToV2, v2ToV3, v3ToV4] }
}
