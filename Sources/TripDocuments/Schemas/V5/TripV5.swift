import DocumentData

extension TripSchemaV5 {
  /// A journey from a first to a last day, with a destination.
  @Model
  public class Trip {
    #Index<Trip>([\.name], [\.startDate], [\.endDate])

    /// What the traveller calls the trip; several trips may have one name.
    @Attribute(.preserveValueOnDeletion) public var name: String
    /// Where the trip leads, in words.
    public var destination: String
    /// Where the destination is.
    public var location: Location?
    /// The first day, by the calendar of the place where the trip begins.
    @Attribute(.preserveValueOnDeletion) public var startDate: CalendarDay
    /// The last day, which belongs to the trip; nothing demands that it be after the first.
    @Attribute(.preserveValueOnDeletion) public var endDate: CalendarDay
    /// What else the traveller notes; empty where there is nothing to say.
    public var notes: String = ""
    /// A colour in CSS, such as `teal` or `#0b5fa5`; nil for no preference.
    public var color: String?
    /// Pages about the trip, in the traveller's order.
    public var links: [URL] = []
    /// What to see and to do, in the traveller's order; nil is kept apart from an empty list.
    ///
    /// Each item is on one list at most; deleting the trip deletes its items.
    @Relationship(deleteRule: .cascade)
    public var bucketList: [BucketListItem]? = []
    /// Where the traveller stays, in the traveller's order; deleting the trip deletes them.
    @Relationship(deleteRule: .cascade, originalName: "livingAccommodation")
    public var stays: [Stay] = []
    /// The journeys from place to place, in the traveller's order; deleting the trip deletes them.
    @Relationship(deleteRule: .cascade)
    public var legs: [Leg] = []
    /// Who travels; deleting the trip deletes them.
    @Relationship(deleteRule: .cascade)
    public var participants: [Participant] = []

    /// Makes a trip with an empty bucket list, without stays, legs and participants.
    public init(
      name: String, destination: String, startDate: CalendarDay, endDate: CalendarDay
    ) {
      self.name = name
      self.destination = destination
      self.startDate = startDate
      self.endDate = endDate
    }
  }
}
