import DocumentData

/// Business and personal trips are kinds of trips, and an accommodation may be confirmed.
///
/// Released: this folder never changes.
public enum TripSchemaV4: VersionedSchema {
  /// 4.0.0.
  public static var versionIdentifier: Schema.Version { Schema.Version(4, 0, 0) }

  /// Trips and their two kinds, the items of their bucket lists, and accommodations.
  public static var models: [any PersistentModel.Type] {
    [
      Trip.self, BusinessTrip.self, PersonalTrip.self, BucketListItem.self,
      LivingAccommodation.self,
    ]
  }
}
