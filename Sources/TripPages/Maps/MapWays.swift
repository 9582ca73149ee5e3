/// Ways with no more points than a map shows.
enum MapWays {
  /// The units of the width and of the height of a map, in which points are told apart.
  static let units = 1000
  /// The most points of one map.
  private static let mostPoints = 20_000

  /// Returns the positions of ways on a map, without points in the unit of the one before; a way that leaves the map at the
  /// date line is divided.
  static func simplified(
    _ ways: [[MapPoint]], on extent: MapExtent
  ) -> [[(x: Double, y: Double)]] {
    // A hostile track must not make a page of its size.
    let step = max(1, (ways.reduce(0) { $0 + $1.count } + mostPoints - 1) / mostPoints)
    return ways.flatMap { simplified($0, on: extent, step) }.filter { $0.count > 1 }
  }

  private static func simplified(
    _ way: [MapPoint], on extent: MapExtent, _ step: Int
  ) -> [[(x: Double, y: Double)]] {
    var parts: [[(x: Double, y: Double)]] = [[]]
    var unit: (Int, Int)?
    for (index, point) in way.enumerated() where index % step == 0 || index == way.count - 1 {
      let position = extent.position(of: point)
      let own = (Int(position.x * Double(units)), Int(position.y * Double(units)))
      if let unit, unit == own { continue }
      unit = own
      if let last = parts[parts.count - 1].last, extent.leaves(between: last, and: position) {
        parts.append([])
      }
      parts[parts.count - 1].append(position)
    }
    return parts
  }
}
