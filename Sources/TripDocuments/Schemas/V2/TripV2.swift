import DocumentData

extension TripSchemaV2 {
  /// A journey with a beginning, an end and a destination.
  @Model
  public class Trip {
    @Attribute(.unique) public var name: String
    public var destination: String
    @Attribute(originalName: "start_date") public var startDate: Date
    @Attribute(originalName: "end_date") public var endDate: Date
    @Relationship(deleteRule: .cascade)
    public var bucketList: [BucketListItem]? = []
    @Relationship(deleteRule: .cascade)
    public var livingAccommodation: LivingAccommodation?

    public init(name: String, destination: String, startDate: Date, endDate: Date) {
      self.name = name
      self.destination = destination
      self.startDate = startDate
      self.endDate = endDate
    }
  }
}
