import DocumentData

/// A trip is unique by name and dates together, and what identifies it outlives its deletion.
///
/// Released: this folder never changes.
public enum TripSchemaV3: VersionedSchema {
  /// 3.0.0.
  public static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }

  /// Trips, the items of their bucket lists, and accommodations.
  public static var models: [any PersistentModel.Type] {
    [Trip.self, BucketListItem.self, LivingAccommodation.self]
  }
}
