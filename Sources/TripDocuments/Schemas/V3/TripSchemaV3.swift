import DocumentData

/// A trip is unique by name and dates together, and what identifies it outlives its deletion.
///
/// Released: this folder never changes.
public enum TripSchemaV3: VersionedSchema {
  public static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }

  public static var models: [any PersistentModel.Type] {
    [Trip.self, BucketListItem.self, LivingAccommodation.self]
  }
}
