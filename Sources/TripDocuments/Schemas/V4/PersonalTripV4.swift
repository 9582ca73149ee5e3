import DocumentData

extension TripSchemaV4 {
  /// A trip of one's own, and what it is for.
  @Model
  public class PersonalTrip: Trip {
    /// The reason for the trip.
    public enum Reason: String, CaseIterable, Codable, Sendable {
      case family, reunion, wellness, unknown
    }

    /// What the trip is for, stored as the name of its case.
    public var reason: Reason

    /// Makes a personal trip with an empty bucket list and nowhere to stay.
    public init(
      name: String, destination: String, startDate: Date, endDate: Date, reason: Reason
    ) {
      self.reason = reason
      super.init(name: name, destination: destination, startDate: startDate, endDate: endDate)
    }
  }
}
