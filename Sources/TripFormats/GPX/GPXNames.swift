import Markup

/// Names that programs make, and no traveller.
enum GPXNames {
  private static let turns: Set<String> = [
    "left", "right", "straight", "uturn", "u-turn", "turn left", "turn right", "slight left",
    "slight right", "sharp left", "sharp right", "keep left", "keep right", "roundabout",
    "generic",
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

  /// Whether a point of a route has no name, or one that a program made.
  static func isGenerated(_ point: XMLElement) -> Bool {
    let name = point.string("name").lowercased()
    if name.isEmpty || turns.contains(name) || roles.contains(name) { return true }
    if isTurn(point.string("type")) || isTurn(point.string("sym")) { return true }
    let letters = name.prefix { !$0.isNumber }
    let rest = name.dropFirst(letters.count)
    guard !rest.isEmpty, rest.allSatisfy(\.isNumber) else { return false }
    return numbered.contains(
      String(letters).trimmingWhitespace.filter { $0 != "-" && $0 != "_" && $0 != "." })
  }
}
