import DocumentData

extension TripMigrationPlan {
  /// The name of the schema in documents.
  package static let schemaName = "trips"

  static let mediaType = "application/vnd.trip-collection+zip"

  static var opening: SchemaOpening {
    SchemaOpening(Schema(versionedSchema: TripSchema.self), plan: self, schemaName: schemaName)
  }
}
