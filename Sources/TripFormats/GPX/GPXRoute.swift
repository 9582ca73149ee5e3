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
  private(set) var meaning: Meaning
  /// Whether each point is a stop.
  private(set) var areStops: [Bool]

  /// The most stops of a route: more names are those of turns.
  private static let mostStops = 50

  init(_ element: XMLElement) {
    let elements = element.routePoints
    let points = elements.map { Feature.Point($0) }
    let named = points.indices.filter { !GPXNames.isGenerated(elements[$0]) }
    // What this library wrote is an object of its own.
    let exact = elements.map { !$0.exactElements(in: GPXSpelling.data).isEmpty }
    feature = Feature(element, .line)
    if let first = points.first, let last = points.last { feature.points = [first, last] }
    areStops = exact
    if points.isEmpty {
      meaning = feature.exact == nil ? .nothing : .line
    } else if exact.contains(true) {
      meaning = .stops
      if named.count <= Self.mostStops {
        for index in named where named.count > 2 { areStops[index] = true }
      }
    } else if feature.exact?[ExactFeature.entity]?.textValue == "Leg"
      || points.count > 1 && named == [0, points.count - 1]
    {
      meaning = .leg
      readLeg()
    } else if feature.exact == nil, named.count > 2, named.count <= Self.mostStops,
      Self.arePlaces(named, points)
    {
      meaning = .stops
      for index in named { areStops[index] = true }
    } else {
      meaning = .line
      for index in feature.points.indices { feature.points[index].name = "" }
    }
  }

  private mutating func readLeg() {
    feature.shape = .leg
    if feature.details.isEmpty { feature.details = feature.nameBesideEnds }
  }

  /// Whether names are those of places: a name that comes again is that of the same place.
  private static func arePlaces(_ named: [Int], _ points: [Feature.Point]) -> Bool {
    var places: [ComparisonText: Feature.Point] = [:]
    for index in named {
      let name = ComparisonText(points[index].name)
      if let other = places[name],
        other.latitude != points[index].latitude || other.longitude != points[index].longitude
      {
        return false
      }
      places[name] = points[index]
    }
    return places.count > 1
  }
}
