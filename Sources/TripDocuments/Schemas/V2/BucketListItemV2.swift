import DocumentData

extension TripSchemaV2 {
  /// Something to see or to do on a trip.
  @Model
  public class BucketListItem {
    public var title: String
    public var details: String = ""
    public var hasReservation: Bool = false
    public var isInPlan: Bool = false
    public var trip: Trip?

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
