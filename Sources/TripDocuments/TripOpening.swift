import DocumentData

extension TripMigrationPlan {
  /// The name of the schema in documents.
  package static let schemaName = "trips"

  static let mediaType = "application/vnd.trip-collection+zip"

  /// A file of which only what is asked for is read.
  static func documentHandle(
    at url: URL, limits: ReadingLimits, verifiesIndexes: Bool
  ) throws -> DocumentHandle {
    try DocumentHandle(
      contentsOf: url.path, opening, limits: limits, verifiesIndexes: verifiesIndexes)
  }

  static var opening: SchemaOpening {
    SchemaOpening(Schema(versionedSchema: TripSchema.self), plan: self, schemaName: schemaName)
  }
}
