import DocumentTables

/// A participant of a trip, as other formats state one.
struct TripParticipant: Hashable, Sendable {
  var name: String
  var email: String?

  init(name: String, email: String?) {
    self.name = name
    self.email = email
  }

  /// Reads a participant object.
  init(_ object: TripObject) {
    self.init(name: object.text("name"), email: object.optionalText("email"))
  }

  /// Returns the participant as an object.
  func object(_ key: ObjectKey, of trip: ObjectKey?) -> TripObject {
    TripObject(
      entity: "Participant", key: key, trip: trip,
      values: ["name": .text(name), "email": email.map { .text($0) } ?? .null])
  }
}

/// What a file states about one object.
struct ObjectContent: Hashable, Sendable {
  /// The values of all attributes of the entity.
  var values: [String: Value]
  /// The participants of a trip.
  var participants: [TripParticipant] = []
}
