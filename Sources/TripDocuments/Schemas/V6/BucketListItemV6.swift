import DocumentData

extension TripSchemaV6 {
  /// Something to see or to do on a trip.
  ///
  /// The beginning and the end each are a day, a time, or nil where they are not known. Where both are
  /// stated, the time holds.
  @Model
  public class BucketListItem {
    /// What came of an item; programs may write other words than those declared here.
    public struct Status: RawRepresentable, Hashable, Codable, Sendable {
      /// The word that a document stores.
      public let rawValue: String

      /// Makes a status of any word.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// It is still to be done.
      public static let open = Status(rawValue: "open")
      /// The traveller did it.
      public static let done = Status(rawValue: "done")
      /// It will not be done.
      public static let cancelled = Status(rawValue: "cancelled")
    }

    /// What there is to see or to do, in the traveller's words.
    public var title: String
    /// What else the traveller notes about it; empty where there is nothing to say.
    public var details: String = ""
    /// Where it is, as an address or as words that lead there; empty where nothing is known.
    public var address: String = ""
    /// Where that is.
    public var location: Place?
    /// The first day.
    public var startDate: CalendarDay?
    /// When it begins.
    public var startTime: ClockTime?
    /// The last day, which belongs to it.
    public var endDate: CalendarDay?
    /// When it ends.
    public var endTime: ClockTime?
    /// Whether it is booked or arranged.
    public var hasReservation: Bool = false
    /// Whether the traveller means to do it on this trip, rather than some day.
    public var isInPlan: Bool = false
    /// What came of it.
    public var status: Status = Status.open
    /// The number of the booking.
    public var reservationNumber: String?
    /// What it costs.
    public var price: Price?
    /// The number to call.
    public var telephone: String?
    /// Pages about it, in the traveller's order.
    public var links: [URL] = []
    /// The tickets for it; deleting the item deletes them.
    @Relationship(deleteRule: .cascade)
    public var tickets: [Ticket] = []
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
