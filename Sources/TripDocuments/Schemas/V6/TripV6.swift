import DocumentData

extension TripSchemaV6 {
  /// A journey with a destination, from a first to a last day where they are known.
  @Model
  public class Trip {
    #Index<Trip>([\.name], [\.startDate], [\.endDate])

    /// What the traveller calls the trip; several trips may have one name.
    @Attribute(.preserveValueOnDeletion) public var name: String
    /// Where the trip leads, in words.
    public var destination: String
    /// Where the destination is.
    public var location: Place?
    /// The first day, by the calendar of the place where the trip begins; nil where it is not known.
    @Attribute(.preserveValueOnDeletion) public var startDate: CalendarDay?
    /// The last day, which belongs to the trip; nil where it is not known.
    ///
    /// Nothing demands that it be after the first.
    @Attribute(.preserveValueOnDeletion) public var endDate: CalendarDay?
    /// Whether the trip does not take place.
    public var isCancelled: Bool = false
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
    @Relationship(deleteRule: .cascade)
    public var stays: [Stay] = []
    /// The journeys from place to place, in the traveller's order; deleting the trip deletes them.
    @Relationship(deleteRule: .cascade)
    public var legs: [Leg] = []
    /// Who travels; deleting the trip deletes them.
    @Relationship(deleteRule: .cascade)
    public var participants: [Participant] = []

    /// Makes a trip with an empty bucket list, without stays, legs and participants.
    public init(
      name: String, destination: String, startDate: CalendarDay? = nil, endDate: CalendarDay? = nil
    ) {
      self.name = name
      self.destination = destination
      self.startDate = startDate
      self.endDate = endDate
    }
  }
}
