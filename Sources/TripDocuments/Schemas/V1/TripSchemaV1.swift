import DocumentData

/// The trip schema as it was first released.
///
/// Released: this folder never changes.
public enum TripSchemaV1: VersionedSchema {
  /// 1.0.0.
  public static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  /// Trips, the items of their bucket lists, and accommodations.
  public static var models: [any PersistentModel.Type] {
    [Trip.self, BucketListItem.self, LivingAccommodation.self]
  }
}
