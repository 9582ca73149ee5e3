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

  // Names and addresses are texts of a file, with any number of combining marks.

  static func == (left: TripParticipant, right: TripParticipant) -> Bool {
    ComparisonText(left.name) == ComparisonText(right.name)
      && left.email.map { ComparisonText($0) } == right.email.map { ComparisonText($0) }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ComparisonText(name))
    hasher.combine(email.map { ComparisonText($0) })
  }

  /// Returns the participant as an object.
  func object(_ key: ObjectKey, of trip: ObjectKey?) -> TripObject {
    TripObject(
      entity: "Participant", key: key, trip: trip,
      values: ["name": .text(name), "email": email.map { .text($0) } ?? .null])
  }
}
