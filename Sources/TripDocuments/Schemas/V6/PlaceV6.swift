import DocumentData

extension TripSchemaV6 {
  /// Where something is, for maps and clocks; what people call it is a text of its own.
  ///
  /// The members belong together, so a merge takes all of one side. Each is nil where it is not known.
  public struct Place: Hashable, PersistentStructure, Sendable, DecodesEveryTree {
    /// The code of an airport or a station, such as `CDG` or `8000105`.
    public var code: String?
    /// Degrees north of the equator (WGS 84), from -90 to 90.
    public var latitude: Double?
    /// Degrees east of Greenwich (WGS 84), from -180 to 180.
    public var longitude: Double?
    /// A name of the time zone database, such as `Europe/Paris`.
    public var timeZone: String?

    /// Makes a place of what is known about it.
    public init(
      latitude: Double? = nil, longitude: Double? = nil, timeZone: String? = nil,
      code: String? = nil
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.timeZone = timeZone
      self.code = code
    }
  }
}
