import DocumentData

/// Names are unique, dates have camel-case names, and deleting a trip deletes what belongs to it.
///
/// Released: this folder never changes.
public enum TripSchemaV2: VersionedSchema {
  /// 2.0.0.
  public static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }

  /// Trips, the items of their bucket lists, and accommodations.
  public static var models: [any PersistentModel.Type] {
    [Trip.self, BucketListItem.self, LivingAccommodation.self]
  }
}
