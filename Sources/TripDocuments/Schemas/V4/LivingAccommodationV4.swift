import DocumentData

extension TripSchemaV4 {
  /// Where a traveller stays.
  @Model
  public class LivingAccommodation {
    /// Where it is, as an address or as words that lead there.
    public var address: String
    /// What the place is called: a hotel, a household, a caravanserai.
    public var placeName: String
    /// Whether the host has confirmed the stay; new in 4.0.0, false for older documents.
    public var isConfirmed: Bool = false
    /// The trip during which the traveller stays here; nil where it belongs to none.
    public var trip: Trip?

    /// Makes an accommodation that belongs to no trip yet.
    public init(address: String, placeName: String, isConfirmed: Bool = false) {
      self.address = address
      self.placeName = placeName
      self.isConfirmed = isConfirmed
    }
  }
}
