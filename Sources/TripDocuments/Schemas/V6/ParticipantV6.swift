import DocumentData

extension TripSchemaV6 {
  /// A person who takes part in a trip.
  @Model
  public class Participant {
    /// What the person is called.
    public var name: String
    /// Where mail reaches the person.
    public var email: String?
    /// The tickets of the person, which outlive it.
    public var tickets: [Ticket] = []
    /// The trip that the person takes part in; nil where it is none.
    public var trip: Trip?

    /// Makes a participant of no trip yet.
    public init(name: String, email: String? = nil) {
      self.name = name
      self.email = email
    }
  }
}
