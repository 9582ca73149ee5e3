import DocumentTables
import Markup

/// What a route means: the stops of a day, a leg, or a line.
///
///     Hotel · Museum · Harbour           three names or more ─► stops
///     Frankfurt · (400 points) · Lisboa  names at both ends only ─► a leg
///     Left · Right · Left                turns, numbers or no names ─► a line
struct GPXRoute {
  enum Meaning {
    case stops, leg, line
    /// It has no points.
    case nothing
  }

  private(set) var feature: Feature
  let meaning: Meaning
  /// The points that are stops; nil for each that is none.
  private(set) var stops: [Feature?] = []

  /// The most stops of a route: more names are those of turns.
  private static let mostStops = 50

  init(_ element: XMLElement) {
    let elements = element.points
    let points = elements.map { Feature.Point($0) }
    let named = points.indices.filter { !Self.isGenerated(points[$0].name, elements[$0]) }
    feature = Feature(element, .line)
    if let first = points.first, let last = points.last { feature.points = [first, last] }
    let isOwnLeg = feature.exact?[Exact.entity]?.textValue == "Leg"
    if points.isEmpty {
      meaning = .nothing
    } else if isOwnLeg || points.count > 1 && named == [0, points.count - 1] {
      feature.shape = .leg
      meaning = .leg
      if feature.details.isEmpty { feature.details = feature.nameBesideEnds }
      // A journey does not end before it begins.
      let times = feature.points.map { $0.time.flatMap { FeatureTime($0)?.instant } }
      if feature.exact == nil, let start = times[0], let end = times[1], end <= start {
        feature.points[1].time = nil
      }
    } else if named.count > 2, named.count <= Self.mostStops, Self.areStops(named, points) {
      meaning = .stops
      stops = elements.indices.map { index in
        guard named.contains(index) else { return nil }
        var stop = Feature(elements[index], .place)
        stop.points = [points[index]]
        return stop
      }
      return
    } else {
      meaning = .line
    }
    for index in feature.points.indices where meaning == .line { feature.points[index].name = "" }
  }

  mutating func dropTimes() {
    for index in feature.points.indices where feature.exact == nil {
      feature.points[index].time = nil
    }
    for index in stops.indices where stops[index]?.exact == nil {
      stops[index]?.points[0].time = nil
    }
  }

  /// Whether names are those of places: a name that comes again is that of the same place.
  private static func areStops(_ named: [Int], _ points: [Feature.Point]) -> Bool {
    var places: [ComparisonText: Feature.Point] = [:]
    for index in named {
      let name = ComparisonText(points[index].name)
      if let other = places[name] {
        guard other.latitude == points[index].latitude, other.longitude == points[index].longitude
        else { return false }
      }
      places[name] = points[index]
    }
    return places.count > 1
  }

  // MARK: Words of programs

  private static let turns: Set<String> = [
    "left", "right", "straight", "uturn", "u-turn", "turn left", "turn right", "slight left",
    "slight right", "sharp left",
    "sharp right", "keep left", "keep right", "roundabout", "generic",
  ]

  /// The beginnings of names that programs number.
  private static let numbered: Set<String> = [
    "", "position", "wp", "wpt", "waypoint", "point", "via", "rpt", "rtept", "turn", "p", "pt",
    "km",
  ]

  private static let roles: Set<String> = [
    "start", "destination", "end", "finish", "from", "to", "ziel", "via", "goal",
  ]

  /// Whether a kind is that of a turn.
  static func isTurn(_ kind: String) -> Bool { turns.contains(kind.lowercased()) }

  /// Whether a point has no name, or one that a program made.
  private static func isGenerated(_ name: String, _ element: XMLElement) -> Bool {
    let lower = name.lowercased()
    if name.isEmpty || turns.contains(lower) || roles.contains(lower) { return true }
    if isTurn(element.string("type")) || isTurn(element.string("sym")) { return true }
    let letters = lower.prefix { !$0.isNumber }
    let rest = lower.dropFirst(letters.count)
    return rest.allSatisfy { $0.isNumber } && !rest.isEmpty
      && numbered.contains(
        String(letters).trimmingWhitespace.filter { $0 != "-" && $0 != "_" && $0 != "." })
  }
}
