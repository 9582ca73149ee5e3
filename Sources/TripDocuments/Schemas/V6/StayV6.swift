import DocumentData

extension TripSchemaV6 {
  /// Where a traveller stays, from a check-in to a check-out.
  ///
  /// Check-in and check-out each are a day, a time, or nil where they are not known. Where both are
  /// stated, the time holds.
  @Model
  public class Stay {
    /// What the place is called: a hotel, a household, a caravanserai.
    public var name: String
    /// Where it is, as an address or as words that lead there.
    public var address: String
    /// Where that is.
    public var location: Place?
    /// The day of the check-in, which is the day of the first night.
    public var checkinDate: CalendarDay?
    /// When the traveller checks in.
    public var checkinTime: ClockTime?
    /// The day of the check-out, which is the day after the last night.
    public var checkoutDate: CalendarDay?
    /// When the traveller checks out.
    public var checkoutTime: ClockTime?
    /// Whether the place has confirmed the booking.
    public var isConfirmed: Bool = false
    /// Whether the traveller does not stay here after all.
    public var isCancelled: Bool = false
    /// What the stay costs.
    public var price: Price?
    /// The number to call.
    public var telephone: String?
    /// The number of the booking.
    public var reservationNumber: String?
    /// What else the traveller notes; empty where there is nothing to say.
    public var notes: String = ""
    /// Pages about the stay, in the traveller's order.
    public var links: [URL] = []
    /// The trip during which the traveller stays here; nil where it belongs to none.
    public var trip: Trip?

    /// Makes a stay that belongs to no trip yet.
    public init(
      name: String, address: String, checkinDate: CalendarDay? = nil,
      checkoutDate: CalendarDay? = nil, isConfirmed: Bool = false
    ) {
      self.name = name
      self.address = address
      self.checkinDate = checkinDate
      self.checkoutDate = checkoutDate
      self.isConfirmed = isConfirmed
    }
  }
}
