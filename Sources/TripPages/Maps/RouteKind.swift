/// How one travels along a line of a map; a line style for each.
enum RouteKind: CaseIterable {
  case air, rail, road, water, foot, other

  /// Returns the kind of a means of transport, such as `flight`; ``other`` for any other word.
  init(mode: String) {
    self =
      switch mode.lowercased() {
      case "flight", "plane", "air": .air
      case "train", "tram", "subway", "rail": .rail
      case "bus", "coach", "car", "taxi", "motorcycle", "road": .road
      case "boat", "ferry", "ship", "cruise", "water": .water
      case "foot", "walk", "bicycle", "hike": .foot
      default: .other
      }
  }

  /// The kind in a legend.
  var words: String {
    switch self {
    case .air: "by air"
    case .rail: "by rail"
    case .road: "by road"
    case .water: "by water"
    case .foot: "on foot or by bicycle"
    case .other: "otherwise"
    }
  }

  /// The names of the style.
  var style: StaticString {
    switch self {
    case .air: "route air"
    case .rail: "route rail"
    case .road: "route road"
    case .water: "route water"
    case .foot: "route foot"
    case .other: "route"
    }
  }
}
