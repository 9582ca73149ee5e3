import DocumentData

extension TripSchemaV4 {
  /// A trip for work, with an allowance for each day.
  @Model
  public class BusinessTrip: Trip {
    public var perdiem: Double = 0.0

    public init(
      name: String, destination: String, startDate: Date, endDate: Date, perdiem: Double = 0.0
    ) {
      self.perdiem = perdiem
      super.init(name: name, destination: destination, startDate: startDate, endDate: endDate)
    }
  }
}
