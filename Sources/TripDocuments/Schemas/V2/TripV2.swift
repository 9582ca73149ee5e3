import DocumentData

extension TripSchemaV2 {
  /// A journey with a beginning, an end and a destination.
  @Model
  public class Trip {
    /// What the traveller calls the trip; unique among all trips since 2.0.0.
    @Attribute(.unique) public var name: String
    /// Where the trip leads, in words.
    public var destination: String
    /// When the trip begins: a moment, without a time zone of its own.
    @Attribute(originalName: "start_date") public var startDate: Date
    /// When the trip ends; nothing demands that it be after the beginning.
    @Attribute(originalName: "end_date") public var endDate: Date
    /// What to see and to do, in the traveller's order; nil is kept apart from an empty list.
    ///
    /// Each item is on one list at most; deleting the trip deletes its items.
    @Relationship(deleteRule: .cascade)
    public var bucketList: [BucketListItem]? = []
    /// Where the traveller stays; an accommodation belongs to one trip at most.
    ///
    /// Deleting the trip deletes it.
    @Relationship(deleteRule: .cascade)
    public var livingAccommodation: LivingAccommodation?

    /// Makes a trip with an empty bucket list and nowhere to stay.
    public init(name: String, destination: String, startDate: Date, endDate: Date) {
      self.name = name
      self.destination = destination
      self.startDate = startDate
      self.endDate = endDate
    }
  }
}
