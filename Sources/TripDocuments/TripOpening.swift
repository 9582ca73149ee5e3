import DocumentData

extension TripMigrationPlan {
  /// The name of the schema in documents.
  public static let schemaName = "trips"

  static let mediaType = "application/vnd.trip-collection+zip"

  /// Returns a handle that reads only the requested objects of a file.
  static func documentHandle(
    at url: URL, limits: ReadingLimits, verifiesIndexes: Bool
  ) async throws -> DocumentHandle {
    try await DocumentHandle(
      contentsOf: url.path, opening, limits: limits, verifiesIndexes: verifiesIndexes)
  }

  static var opening: SchemaOpening {
    SchemaOpening(Schema(versionedSchema: TripSchema.self), plan: self)
  }
}
