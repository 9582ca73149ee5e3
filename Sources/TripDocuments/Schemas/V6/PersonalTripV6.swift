import DocumentData

extension TripSchemaV6 {
  /// A trip of one's own, and what it is for.
  @Model
  public class PersonalTrip: Trip {
    /// The reason for the trip; programs may write other words than those declared here.
    public struct Reason: RawRepresentable, Hashable, Codable, Sendable {
      /// The word that a document stores.
      public let rawValue: String

      /// Makes a reason of any word.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// To visit or to travel with one's family.
      public static let family = Reason(rawValue: "family")
      /// To meet again.
      public static let reunion = Reason(rawValue: "reunion")
      /// To recover.
      public static let wellness = Reason(rawValue: "wellness")
      /// The reason is not known.
      public static let unknown = Reason(rawValue: "unknown")
    }

    /// What the trip is for.
    public var reason: Reason

    /// Makes a personal trip with an empty bucket list, without stays, legs and participants.
    public init(
      name: String, destination: String, startDate: CalendarDay? = nil,
      endDate: CalendarDay? = nil,
      reason: Reason
    ) {
      self.reason = reason
      super.init(name: name, destination: destination, startDate: startDate, endDate: endDate)
    }
  }
}
