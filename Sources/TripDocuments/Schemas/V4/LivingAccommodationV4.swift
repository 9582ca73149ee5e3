import DocumentData

extension TripSchemaV4 {
  /// Where a traveller stays.
  @Model
  public class LivingAccommodation {
    public var address: String
    public var placeName: String
    public var isConfirmed: Bool = false
    public var trip: Trip?

    public init(address: String, placeName: String, isConfirmed: Bool = false) {
      self.address = address
      self.placeName = placeName
      self.isConfirmed = isConfirmed
    }
  }
}
