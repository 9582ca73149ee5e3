import DocumentData

extension TripSchemaV6 {
  /// A trip for work, with an allowance for each day.
  @Model
  public class BusinessTrip: Trip {
    /// The allowance for each day, in the traveller's currency; 0 unless given.
    public var perdiem: Double = 0.0

    /// Makes a business trip with an empty bucket list, without stays, legs and participants.
    public init(
      name: String, destination: String, startDate: CalendarDay? = nil,
      endDate: CalendarDay? = nil,
      perdiem: Double = 0
    ) {
      self.perdiem = perdiem
      super.init(name: name, destination: destination, startDate: startDate, endDate: endDate)
    }
  }
}
