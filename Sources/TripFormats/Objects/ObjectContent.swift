import DocumentTables

/// What a file states about one object.
struct ObjectContent: Hashable, Sendable {
  /// The values of all attributes of the entity.
  var values: [String: Value]
  /// The participants of a trip.
  var participants: [TripParticipant] = []

  /// Whether the object does not take place.
  var isCancelled: Bool {
    values["isCancelled"] == .bool(true) || values["status"] == .text("cancelled")
  }

  /// Takes back a cancellation that another statement of the same object does not make.
  mutating func revive(by other: ObjectContent) {
    guard isCancelled, !other.isCancelled else { return }
    for name in ["isCancelled", "status"] where values[name] != nil {
      values[name] = other.values[name] ?? .null
    }
  }

  func text(_ name: String) -> String {
    if case .text(let text)? = values[name] { text } else { "" }
  }

  /// The words for people: the name, or of a leg its number and its ends; empty if it states none.
  var title: String {
    if let name = ["name", "title"].map(text).first(where: { !$0.isEmpty }) { return name }
    let ends = ["from", "to"].map(text).filter { !$0.isEmpty }.joined(separator: " → ")
    return [text("provider"), text("number"), ends].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What tells whether two legs touch one place: its code, or else its name.
  func place(_ end: String) -> String {
    if case .tree(let location)? = values[end + "Location"], let code = location["code"]?.textValue
    {
      return code
    }
    return text(end).lowercased()
  }
}
