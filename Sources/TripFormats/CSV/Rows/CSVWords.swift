import DocumentTables

/// Words that cells have for entities, modes, truth and numbers.
enum CSVWords {
  /// Returns the entity that a cell of the column `entity` or `type` names.
  static func entity(_ text: String, _ schema: TripSchema) -> String? {
    if schema.isEntity(text) { return text }
    if let entity = entities[CSVField.folded(text)] { return entity }
    let words = words(of: text)
    if words.contains(where: CalendarCategories.stay.contains) { return "Stay" }
    return CalendarCategories.mode(of: words) == nil ? nil : "Leg"
  }

  /// Returns the words of a text that can be those of a list, in upper case.
  static func words(of text: String) -> [String] {
    text.uppercased().split { !$0.isLetter }.filter { $0.utf8.count <= 64 }.map(String.init)
  }

  private static let entities: [String: String] = [
    "trip": "Trip", "journey": "Trip", "travel": "Trip", "holiday": "Trip", "vacation": "Trip",
    "businesstrip": "BusinessTrip", "personaltrip": "PersonalTrip", "stay": "Stay",
    "livingaccommodation": "Stay", "hostel": "Stay", "apartment": "Stay", "campsite": "Stay",
    "airbnb": "Stay", "leg": "Leg", "segment": "Leg", "transfer": "Leg", "transit": "Leg",
    "participant": "Participant", "person": "Participant", "traveler": "Participant",
    "traveller": "Participant", "guest": "Participant", "bucketlistitem": "BucketListItem",
    "activity": "BucketListItem", "event": "BucketListItem", "sight": "BucketListItem",
    "restaurant": "BucketListItem", "museum": "BucketListItem", "todo": "BucketListItem",
  ]

  /// The pairs of words for true and false.
  static let truths: [(yes: String, no: String)] = [
    ("true", "false"), ("yes", "no"), ("1", "0"), ("x", ""), ("y", "n"), ("t", "f"), ("on", "off"),
    ("confirmed", "unconfirmed"), ("booked", "open"), ("✓", ""), ("reserved", "open"),
  ]

  static func bool(_ text: String) -> Bool? {
    let word = text.trimmingSpaces.listedWord.lowercased()
    if word.isEmpty { return text.utf8.count <= 64 ? false : nil }
    if truths.contains(where: { $0.yes == word }) { return true }
    if word == "-" || truths.contains(where: { $0.no == word }) { return false }
    return nil
  }

  /// Returns a number with a decimal point, or with a decimal comma; nil for any other text.
  static func number(_ text: String, hasDecimalComma: Bool) -> Double? {
    var digits = text.trimmingSpaces
    guard digits.utf8.count <= 64, digits.utf8.contains(where: { $0 &- 48 < 10 }) else {
      return nil
    }
    if hasDecimalComma, digits.count(where: { $0 == "," }) == 1 {
      digits = digits.filter { $0 != "." }.replacing(",", with: ".")
    }
    guard digits.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let number = Double(digits), number.isFinite
    else { return nil }
    return number
  }
}
