import DocumentTables

/// Which end of a stay an event is, by its words, and where one stays.
///
/// Programs that show appointments write a stay as two events:
///
///     Check-in: Park Hotel Tokyo       4 May, 15:00 to 15:30     ┐ one stay: a document keeps the second event
///     Check-out: Park Hotel Tokyo     10 May, 11:00 to 11:30     ┘ in the first one
struct StayEnd {
  let isArrival: Bool
  /// Where one stays, without the words.
  let name: String

  private static let arrivals: Set<String> = [
    "check in", "checkin", "check into", "hotel check in", "einchecken", "inchecken",
    "zameldowanie",
    "registro de entrada", "チェックイン",
  ]
  private static let departures: Set<String> = [
    "check out", "checkout", "hotel check out", "auschecken", "uitchecken", "wymeldowanie",
    "registro de salida", "チェックアウト",
  ]
  /// Words between those and the name.
  private static let prepositions = [
    "at", "from", "of", "to", "im", "in", "aus", "vom", "a", "à", "au", "de", "en", "bij", "uit",
    "w",
    "z",
  ]
  /// The most nights of a stay.
  static let mostNights: Int64 = 60

  /// The most words that say which end it is.
  private static let mostWords = 3

  /// Nil for the words of any other event.
  init?(_ summary: String) {
    guard summary.utf8.count <= 1024 else { return nil }
    let text = (CancellationWords.rest(of: summary) ?? summary).trimmingSpaces
    if let found = Self.divided(text) ?? Self.led(text), !found.name.isEmpty {
      self = found
    } else {
      return nil
    }
  }

  private init(isArrival: Bool, name: some StringProtocol) {
    self.isArrival = isArrival
    self.name = String(name).trimmingSpaces
  }

  /// Reads words that a mark divides from the name, in front of it or behind it.
  private static func divided(_ text: String) -> StayEnd? {
    for mark in [": ", "：", " - ", " – ", " — "] {
      let parts = text.parts(dividedBy: mark, omittingEmpty: false).map(String.init)
      guard parts.count > 1 else { continue }
      if let isArrival = isArrival(parts[0]) {
        return StayEnd(isArrival: isArrival, name: parts.dropFirst().joined(separator: mark))
      }
      if let isArrival = isArrival(parts[parts.count - 1]) {
        return StayEnd(isArrival: isArrival, name: parts.dropLast().joined(separator: mark))
      }
    }
    return nil
  }

  /// Reads words in front of the name, with a preposition between: `Check in at Park Hotel`.
  private static func led(_ text: String) -> StayEnd? {
    var words = text.parts(dividedBy: " ", omittingEmpty: true).map(String.init)[...]
    for count in 1...mostWords where count < words.count {
      guard let isArrival = isArrival(words.prefix(count).joined(separator: " ")) else { continue }
      words = words.dropFirst(count)
      // With a capital it is part of the name: At Six.
      if words.count > 1, let first = words.first, prepositions.contains(first) {
        words = words.dropFirst()
      }
      return StayEnd(isArrival: isArrival, name: words.joined(separator: " "))
    }
    return nil
  }

  /// Whether words say the arrival, or the departure; nil if they say neither.
  private static func isArrival(_ words: String) -> Bool? {
    guard words.utf8.count <= 64 else { return nil }
    let folded = DateLanguage.folded(words.trimmingSpaces).map { $0 == "-" ? " " : $0 }
    let plain = String(folded)
    return arrivals.contains(plain) ? true : departures.contains(plain) ? false : nil
  }
}
