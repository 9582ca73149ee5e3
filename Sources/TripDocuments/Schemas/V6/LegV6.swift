import DocumentData

extension TripSchemaV6 {
  /// A journey from one place to another, such as a flight.
  ///
  /// Departure and arrival each are a day, a time, or nil where they are not known. Where both are
  /// stated, the time holds.
  @Model
  public class Leg {
    /// The means of transport; programs may write other words than those declared here.
    public struct Mode: RawRepresentable, Hashable, Codable, Sendable {
      /// The word that a document stores.
      public let rawValue: String

      /// Makes a mode of any word.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// By air.
      public static let flight = Mode(rawValue: "flight")
      /// By rail.
      public static let train = Mode(rawValue: "train")
      /// By bus or coach.
      public static let bus = Mode(rawValue: "bus")
      /// By ship, ferry or boat.
      public static let boat = Mode(rawValue: "boat")
      /// By car.
      public static let car = Mode(rawValue: "car")
      /// By bicycle.
      public static let bicycle = Mode(rawValue: "bicycle")
      /// On foot.
      public static let foot = Mode(rawValue: "foot")
      /// By means that are not known.
      public static let unknown = Mode(rawValue: "unknown")
    }

    /// By what the traveller goes.
    public var mode: Mode = Mode.unknown
    /// Where the leg begins, in words.
    public var from: String
    /// Where that is.
    public var fromLocation: Place?
    /// Where the leg ends, in words.
    public var to: String
    /// Where that is.
    public var toLocation: Place?
    /// The day of departure.
    public var departureDate: CalendarDay?
    /// When the leg begins, by the clock of the place.
    public var departureTime: ClockTime?
    /// The terminal, station hall or pier of departure.
    public var departureTerminal: String?
    /// The gate or the platform of departure.
    public var departureGate: String?
    /// The day of arrival.
    public var arrivalDate: CalendarDay?
    /// When the leg ends, by the clock of the place.
    public var arrivalTime: ClockTime?
    /// The terminal, station hall or pier of arrival.
    public var arrivalTerminal: String?
    /// The gate or the platform of arrival.
    public var arrivalGate: String?
    /// Who carries the traveller, such as an airline.
    public var provider: String?
    /// The number or the name of the flight, train, bus or ship.
    public var number: String?
    /// The type of the vehicle, or what it is called: an aircraft, a ship, a hired car.
    public var vehicle: String?
    /// The number of the booking.
    public var reservationNumber: String?
    /// Whether the provider has confirmed the booking.
    public var isConfirmed: Bool = false
    /// Whether the leg does not take place.
    public var isCancelled: Bool = false
    /// What the leg costs.
    public var price: Price?
    /// What else the traveller notes; empty where there is nothing to say.
    public var notes: String = ""
    /// Pages about the leg, in the traveller's order.
    public var links: [URL] = []
    /// The tickets for the leg; deleting the leg deletes them.
    @Relationship(deleteRule: .cascade)
    public var tickets: [Ticket] = []
    /// The trip that the leg is part of; nil where it belongs to none.
    public var trip: Trip?

    /// Makes a leg that belongs to no trip yet.
    public init(_ mode: Mode = .unknown, from: String, to: String) {
      self.mode = mode
      self.from = from
      self.to = to
    }
  }
}
