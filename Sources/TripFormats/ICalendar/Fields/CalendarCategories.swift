/// What the categories of a component say about the kind of its object.
///
/// The words are no standard; exporters write the first of each list.
enum CalendarCategories {
  static let stay = ["LODGING", "HOTEL", "ACCOMMODATION", "STAY"]

  static let modes: [(mode: String, words: [String])] = [
    ("flight", ["FLIGHT", "FLIGHTS", "AIR", "PLANE"]),
    ("train", ["TRAIN", "RAIL"]),
    ("bus", ["BUS", "COACH"]),
    ("boat", ["BOAT", "FERRY", "SHIP"]),
    ("car", ["CAR", "DRIVE"]),
    ("bicycle", ["BICYCLE", "BIKE", "CYCLING"]),
    ("foot", ["WALK", "WALKING", "HIKE", "HIKING"]),
    ("unknown", ["TRANSPORT", "TRANSPORTATION"]),
  ]

  /// Returns the words of all properties CATEGORIES that can be one of those, in upper case.
  static func words(of properties: [ContentLine]) -> [String] {
    properties.filter { $0.name == "CATEGORIES" }
      .flatMap { CalendarText.list($0.value) }.map(\.trimmingSpaces.listedWord)
      .filter { !$0.isEmpty }
  }

  /// Returns the mode of a leg; nil if no word is one of a mode.
  static func mode(of words: [String]) -> String? {
    for word in words {
      if let found = modes.first(where: { $0.words.contains(word) }) { return found.mode }
    }
    return nil
  }

  /// Returns the entity of a component inside a trip: a stay of two events, or that of its reservation, which the first
  /// edition did not read, or else of its categories.
  static func entity(of component: CalendarComponent, _ edition: TimeEdition) -> String {
    if component.departure != nil { return "Stay" }
    let properties = component.properties
    let reservation = edition == .first ? nil : CalendarReservation(properties)
    return reservation?.form.entity ?? entity(of: words(of: properties))
  }

  /// Returns the entity that categories name.
  static func entity(of words: [String]) -> String {
    if words.contains(where: stay.contains) { return "Stay" }
    return mode(of: words) == nil ? "BucketListItem" : "Leg"
  }

  /// Returns the word for a leg's mode, also of one that is not listed.
  static func word(ofMode mode: String) -> String {
    modes.first { $0.mode == mode }?.words[0] ?? "TRANSPORT"
  }

  static func isOfMode(_ word: String) -> Bool {
    modes.contains { $0.words.contains(word.trimmingSpaces.listedWord) }
  }
}
