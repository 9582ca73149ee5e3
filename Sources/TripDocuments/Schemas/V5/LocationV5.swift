import DocumentData

extension TripSchemaV5 {
  /// Where a place is, for maps and clocks; what people call the place is a text of its own.
  ///
  /// The members belong together, so a merge takes all of one side. Members that another program wrote
  /// in another way read as nil; the document keeps them until the location is set.
  public struct Location: Hashable, Codable, Sendable, DecodesEveryTree {
    /// The code of an airport or a station, such as `CDG` or `8000105`.
    public var code: String?
    /// Degrees north of the equator (WGS 84), from -90 to 90.
    public var latitude: Double?
    /// Degrees east of Greenwich (WGS 84), from -180 to 180.
    public var longitude: Double?
    /// A name of the time zone database, such as `Europe/Paris`.
    public var timeZone: String?

    /// Makes a location of what is known about it.
    public init(
      latitude: Double? = nil, longitude: Double? = nil, timeZone: String? = nil,
      code: String? = nil
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.timeZone = timeZone
      self.code = code
    }

    /// Reads what is known about the location, and nothing from any other value.
    ///
    /// - Throws: Nothing, so that no tree of another program makes a document unreadable.
    public init(from decoder: any Decoder) throws {
      let members = try? decoder.container(keyedBy: CodingKeys.self)
      latitude = try? members?.decode(Double.self, forKey: .latitude)
      longitude = try? members?.decode(Double.self, forKey: .longitude)
      timeZone = try? members?.decode(String.self, forKey: .timeZone)
      code = try? members?.decode(String.self, forKey: .code)
    }
  }
}
