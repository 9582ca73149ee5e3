import DocumentData

/// Trips have days, several stays, legs and participants; what happens on a trip has a time and a
/// location.
///
/// Released: this folder never changes.
public enum TripSchemaV5: VersionedSchema {
  /// 5.0.0.
  public static var versionIdentifier: Schema.Version { Schema.Version(5, 0, 0) }

  /// Trips and their two kinds, the items of their bucket lists, stays, legs and participants.
  public static var models: [any PersistentModel.Type] {
    [
      Trip.self, BusinessTrip.self, PersonalTrip.self, BucketListItem.self, Stay.self, Leg.self,
      Participant.self,
    ]
  }
}
