import DocumentData

extension TripSchemaV1 {
  /// A journey with a beginning, an end and a destination.
  @Model
  public class Trip {
    /// What the traveller calls the trip; several trips may have one name.
    public var name: String
    /// Where the trip leads, in words.
    public var destination: String
    // Names of the released schema, which documents contain.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// When the trip begins: a moment, without a time zone of its own.
    public var start_date: Date
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// When the trip ends; nothing demands that it be after the beginning.
    public var end_date: Date
    /// What to see and to do, in the traveller's order; nil is kept apart from an empty list.
    ///
    /// Each item is on one list at most; deleting the trip leaves its items without one.
    public var bucketList: [BucketListItem]? = []
    /// Where the traveller stays; an accommodation belongs to one trip at most.
    ///
    /// Deleting the trip leaves it without one.
    public var livingAccommodation: LivingAccommodation?

    /// Makes a trip with an empty bucket list and nowhere to stay.
    public init(name: String, destination: String, start_date: Date, end_date: Date) {
      self.name = name
      self.destination = destination
      self.start_date = start_date
      self.end_date = end_date
    }
  }
}
