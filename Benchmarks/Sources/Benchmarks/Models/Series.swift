import DocumentData
import TripDocuments

/// The trips that are measured: those of 4.0.0, whatever version is the newest.
///
/// So figures of today stay comparable with figures of before, and the peers store the same values.
enum MeasuredTrips: SchemaMigrationPlan {
  static let version = "4.0.0"

  static var schemas: [any VersionedSchema.Type] {
    [TripSchemaV1.self, TripSchemaV2.self, TripSchemaV3.self, TripSchemaV4.self]
  }

  static var stages: [MigrationStage] { Array(TripMigrationPlan.stages.prefix(3)) }

  /// Opens a document as `TripDocument` does, up to 4.0.0.
  static func document(_ path: String) async throws -> ModelDocument {
    try await ModelDocument(contentsOf: path, opening, .standard)
  }

  /// Reads the trips of a name as `TripDocument` does, up to 4.0.0.
  static func trips(named name: String, in path: String) async throws -> DocumentSubset {
    let handle = try await DocumentHandle(contentsOf: path, opening, verifiesIndexes: false)
    return try await handle.objects(where: \TripSchemaV4.Trip.name, equals: name)
  }

  private static var opening: SchemaOpening {
    SchemaOpening(
      Schema(versionedSchema: TripSchemaV4.self), plan: self,
      schemaName: TripMigrationPlan.schemaName)
  }
}
