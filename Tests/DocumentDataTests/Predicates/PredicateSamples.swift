import DocumentData

/// Objects of no context, which is enough for what a predicate says of each of them.
enum PredicateSamples {
  enum Mood: String, Codable { case calm, wild; static let usual = Mood.calm }

  @Model class Journey {
    var title: String
    var motto: String?
    var mood = Mood.calm
    var whim: Mood?
    var days: Int
    var price = 1.5
    var start = Date(timeIntervalSinceReferenceDate: 0)
    var labels: [String]
    var counts: [String: Int] = [:]
    var stops: [Stop] = []
    var inn: Inn?

    init(_ title: String, days: Int = 1, motto: String? = nil, labels: [String] = []) {
      self.title = title
      self.days = days
      self.motto = motto
      self.labels = labels
    }
  }

  @Model class Escape: Journey {
    var reason = Mood.wild
  }

  @Model class Stop {
    var isSeen: Bool
    var text: String
    init(_ text: String, isSeen: Bool = false) {
      self.text = text
      self.isSeen = isSeen
    }
  }

  @Model class Inn {
    var name: String
    var stars: Int?
    init(_ name: String, stars: Int? = nil) {
      self.name = name
      self.stars = stars
    }
  }

  /// Four objects that differ in everything a predicate can ask.
  static func journeys() -> [Journey] {
    let alps = Journey("Älps 9", days: 4, motto: "Up", labels: ["snow", "sun"])
    alps.stops = [Stop("Hut", isSeen: true), Stop("Peak")]
    alps.inn = Inn("Edelweiß", stars: 4)
    let coast = Journey("Coast", days: 8, labels: ["sun"])
    coast.stops = [Stop("Coast", isSeen: true)]
    coast.counts = ["boats": 2]
    coast.whim = .wild
    let desert = Journey("desert", days: 3, motto: "", labels: [])
    desert.mood = .wild
    desert.inn = Inn("Tent")
    let escape = Escape("Escape", days: 12, motto: "Out", labels: ["quick"])
    escape.start = Date(timeIntervalSinceReferenceDate: 100)
    return [alps, coast, desert, escape]
  }

  /// The first letters of the objects that satisfy a predicate.
  static func matches(_ predicate: Predicate<Journey>) throws -> String {
    try String(journeys().filter { try predicate.evaluate($0) }.compactMap(\.title.first))
  }
}
