import DocumentData

extension TripSchemaV6 {
  /// What entitles one traveller to a leg, or to an item of a bucket list, such as a seat in a train or a
  /// theatre.
  @Model
  public class Ticket {
    /// The seat, such as `12A`.
    public var seat: String?
    /// The part of the vehicle or the hall that the seat is in, such as a coach or a row of boxes.
    public var section: String?
    /// The class, in the words of the provider, such as `economy`.
    public var travelClass: String?
    /// The leg that the ticket is for; nil where it is for none.
    public var leg: Leg?
    /// The item that the ticket is for; nil where it is for none.
    public var item: BucketListItem?
    /// The traveller; nil where the ticket names none.
    public var participant: Participant?

    /// Makes a ticket for no leg, item and traveller yet.
    public init(seat: String? = nil, section: String? = nil, travelClass: String? = nil) {
      self.seat = seat
      self.section = section
      self.travelClass = travelClass
    }
  }
}
