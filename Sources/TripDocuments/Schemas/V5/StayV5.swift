import DocumentData

extension TripSchemaV5 {
  /// Where a traveller stays, from a check-in to a check-out.
  ///
  /// Check-in and check-out each are a day, a time, or nil where they are not known. Where both are
  /// stated, the time holds.
  @Model(originalName: "LivingAccommodation")
  public class Stay {
    /// What the place is called: a hotel, a household, a caravanserai.
    @Attribute(originalName: "placeName") public var name: String
    /// Where it is, as an address or as words that lead there.
    public var address: String
    /// Where that is.
    public var location: Location?
    /// The day of the check-in, which is the day of the first night.
    public var checkinDate: CalendarDay?
    /// When the traveller checks in.
    public var checkinTime: ZonedTime?
    /// The day of the check-out, which is the day after the last night.
    public var checkoutDate: CalendarDay?
    /// When the traveller checks out.
    public var checkoutTime: ZonedTime?
    /// Whether the place has confirmed the booking.
    public var isConfirmed: Bool = false
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
