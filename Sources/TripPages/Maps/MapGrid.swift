#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The meridians and parallels of a map.
struct MapGrid {
  /// The degrees of a line, such as `48.8° N`, and where the line meets an edge, 0...1.
  struct Label: Equatable {
    let position: Double
    let text: String
  }

  /// The lines, in positions of the map.
  private(set) var lines: [[MapExtent.Position]] = []
  /// The meridians, where they meet the edge below.
  private(set) var meridians: [Label] = []
  /// The parallels, where they meet the edge on the left.
  private(set) var parallels: [Label] = []

  /// The distances of grid lines, and the decimals that tell two of them apart.
  private static let steps: [(degrees: Double, decimals: Int)] = [
    (0.001, 3), (0.002, 3), (0.005, 3), (0.01, 2), (0.02, 2), (0.05, 2), (0.1, 1), (0.2, 1),
    (0.5, 1), (1, 0), (2, 0), (5, 0), (10, 0), (20, 0), (30, 0), (45, 0), (60, 0), (90, 0),
  ]

  init(of extent: MapExtent) {
    if extent.projection == .plain {
      addPlainLines(extent)
    } else {
      addLinesAroundPole(extent)
    }
  }

  private mutating func addPlainLines(_ extent: MapExtent) {
    for (degrees, decimals) in Self.degrees(
      from: extent.left, to: extent.left + extent.width, most: 6)
    {
      let x = (degrees - extent.left) / extent.width
      lines.append([(x, 0), (x, 1)])
      meridians.append(
        Label(
          position: x, text: DegreeText.text(MapExtent.wrapped(degrees), decimals, "E", "W")))
    }
    let (north, south) = (-extent.top, -extent.top - extent.height)
    for (degrees, decimals) in Self.degrees(from: max(south, -90), to: min(north, 90), most: 6) {
      let y = (north - degrees) / extent.height
      lines.append([(0, y), (1, y)])
      parallels.append(
        Label(position: y, text: DegreeText.text(degrees, decimals, "N", "S")))
    }
  }

  private mutating func addLinesAroundPole(_ extent: MapExtent) {
    let edge = stride(from: 0.0, through: 1, by: 0.05)
    let seen = edge.flatMap { x in
      edge.compactMap { y in extent.degrees(at: (x, y)) }
    }
    let pole = extent.projection == .north ? 90.0 : -90
    let position = (x: -extent.left / extent.width, y: -extent.top / extent.height)
    let hasPole = (0...1).contains(position.x) && (0...1).contains(position.y)
    let latitudes = seen.map(\.latitude) + (hasPole ? [pole] : [])
    let (south, north) = (latitudes.min() ?? 0, latitudes.max() ?? 0)
    let angles = seen.map { MapExtent.wrapped($0.longitude - extent.meridian) }
    let (west, east) = hasPole ? (-180, 180) : (angles.min() ?? 0, angles.max() ?? 0)
    for (degrees, decimals) in Self.degrees(
      from: extent.meridian + west, to: extent.meridian + east, most: hasPole ? 12 : 6,
      withEnd: hasPole)
    {
      let angle = degrees - extent.meridian
      func point(_ latitude: Double) -> MapExtent.Position {
        let (x, y) = extent.projection.position(latitude: latitude, longitude: angle)
        return ((x - extent.left) / extent.width, (y - extent.top) / extent.height)
      }
      let (first, last) = (point(south), point(north))
      lines.append([first, last])
      let outside = extent.projection == .north ? first : last
      let inside = extent.projection == .north ? last : first
      // Where the ray meets the edge below.
      guard (outside.y - 1) * (inside.y - 1) <= 0, outside.y != inside.y else { continue }
      let share = (1 - outside.y) / (inside.y - outside.y)
      let x = outside.x + share * (inside.x - outside.x)
      guard (0...1).contains(x) else { continue }
      meridians.append(
        Label(position: x, text: DegreeText.text(MapExtent.wrapped(degrees), decimals, "E", "W")))
    }
    for (degrees, decimals) in Self.degrees(from: south, to: north, most: 6) {
      let radius = extent.projection.radius(degrees)
      lines.append(
        stride(from: west, through: east, by: max((east - west) / 60, 0.001)).map { angle in
          let (x, y) = extent.projection.position(latitude: degrees, longitude: angle)
          return ((x - extent.left) / extent.width, (y - extent.top) / extent.height)
        })
      // Where the circle meets the edge on the left, on the side of the middle meridian.
      let square = radius * radius - extent.left * extent.left
      guard square > 0 else { continue }
      let height = square.squareRoot() * (extent.projection == .north ? 1 : -1)
      let y = (height - extent.top) / extent.height
      guard (0...1).contains(y) else { continue }
      parallels.append(Label(position: y, text: DegreeText.text(degrees, decimals, "N", "S")))
    }
  }

  private static func degrees(
    from low: Double, to high: Double, most: Double, withEnd: Bool = false
  ) -> [(degrees: Double, decimals: Int)] {
    guard let step = steps.first(where: { (high - low) / $0.degrees <= most }) ?? steps.last else {
      return []
    }
    // No overflow: degrees are below 1000 and steps at least a thousandth. A line on the very edge is
    // the frame.
    let numbers = Int((low / step.degrees).rounded(.up))...Int((high / step.degrees).rounded(.up))
    return numbers.map { (Double($0) * step.degrees, step.decimals) }.filter {
      $0.0 > low && ($0.0 < high || withEnd && $0.0 == high)
    }
  }
}
