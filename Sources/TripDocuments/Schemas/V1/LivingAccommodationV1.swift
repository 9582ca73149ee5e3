import DocumentData

extension TripSchemaV1 {
  /// Where a traveller stays.
  @Model
  public class LivingAccommodation {
    public var address: String
    public var placeName: String
    public var trip: Trip?

    public init(address: String, placeName: String) {
      self.address = address
      self.placeName = placeName
    }
  }
}
