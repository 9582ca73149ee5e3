import DocumentData

extension TripSchemaV4 {
  /// A trip of one's own, and what it is for.
  @Model
  public class PersonalTrip: Trip {
    /// Why somebody travels.
    public enum Reason: String, CaseIterable, Codable, Sendable {
      case family, reunion, wellness, unknown
    }

    public var reason: Reason

    public init(
      name: String, destination: String, startDate: Date, endDate: Date, reason: Reason
    ) {
      self.reason = reason
      super.init(name: name, destination: destination, startDate: startDate, endDate: endDate)
    }
  }
}
