import DocumentData

/// Places and prices are structures, times may be without a zone, trips may be without days; what happens on a
/// trip may be cancelled, and has tickets.
///
/// Released: this folder never changes.
public enum TripSchemaV6: VersionedSchema {
  /// 6.0.0.
  public static var versionIdentifier: Schema.Version { Schema.Version(6, 0, 0) }

  /// Trips and their two kinds, the items of their bucket lists, stays, legs, participants and
  /// tickets.
  public static var models: [any PersistentModel.Type] {
    [
      Trip.self, BusinessTrip.self, PersonalTrip.self, BucketListItem.self, Stay.self, Leg.self,
      Participant.self, Ticket.self,
    ]
  }
}
