import DocumentData

extension TripSchemaV2 {
  /// Something to see or to do on a trip.
  @Model
  public class BucketListItem {
    /// What there is to see or to do, in the traveller's words.
    public var title: String
    /// What else the traveller notes about it; empty where there is nothing to say.
    public var details: String = ""
    /// Whether it is booked or arranged.
    public var hasReservation: Bool = false
    /// Whether the traveller means to do it on this trip, rather than some day.
    public var isInPlan: Bool = false
    /// The trip whose bucket list it is on; nil for an item that belongs to no trip.
    public var trip: Trip?

    /// Makes an item that is on no trip's list yet.
    public init(
      title: String, details: String = "", hasReservation: Bool = false, isInPlan: Bool = false
    ) {
      self.title = title
      self.details = details
      self.hasReservation = hasReservation
      self.isInPlan = isInPlan
    }
  }
}
