import DocumentData

extension TripSchemaV1 {
  /// A journey with a beginning, an end and a destination.
  @Model
  public class Trip {
    public var name: String
    public var destination: String
    // Names of the released schema: they stand in documents.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public var start_date: Date
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public var end_date: Date
    public var bucketList: [BucketListItem]? = []
    public var livingAccommodation: LivingAccommodation?

    public init(name: String, destination: String, start_date: Date, end_date: Date) {
      self.name = name
      self.destination = destination
      self.start_date = start_date
      self.end_date = end_date
    }
  }
}
