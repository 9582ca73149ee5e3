import DocumentData

extension TripSchemaV3 {
  /// A journey with a beginning, an end and a destination.
  @Model
  public class Trip {
    #Unique<Trip>([\.name, \.startDate, \.endDate])
    #Index<Trip>([\.name], [\.startDate], [\.endDate], [\.name, \.startDate, \.endDate])

    @Attribute(.preserveValueOnDeletion) public var name: String
    @Attribute(hashModifier: "v3") public var destination: String
    @Attribute(.preserveValueOnDeletion, originalName: "start_date") public var startDate: Date
    @Attribute(.preserveValueOnDeletion, originalName: "end_date") public var endDate: Date
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
