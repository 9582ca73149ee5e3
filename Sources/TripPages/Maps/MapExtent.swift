#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The part of the globe that a map shows, in the projection that distorts its points least.
///
///     0, 0 ┌──────────┐      `left` and `top` are on the plane of the projection,
///          │          │      whose x grows to the right, and y down
///          └──────────┘ 1, 1
struct MapExtent {
  /// The shapes of maps, as width by height.
  enum Shape: Double, CaseIterable {
    case wide = 2
    case medium = 1.5
    case tall = 1.25
  }

  typealias Position = (x: Double, y: Double)

  let projection: MapProjection
  /// The meridian in the middle of a map around a pole; 0 on plain maps.
  let meridian: Double
  /// The left edge; on plain maps the western one, -180..<180, and the eastern edge may be beyond 180.
  let left: Double
  let width: Double
  let top: Double
  let height: Double
  let shape: Shape

  /// The share of the points' extent that is added on each side.
  private static let margin = 0.12
  /// The height of the map of one point, and of points that are as near as houses.
  private static let (heightOfPoint, leastHeight) = (1.0, 0.02)
  /// The highest latitude at an edge of a plain map, beyond the pole, so that a marker on the pole is whole.
  private static let highest = 96.0
  /// The least cosine, which a plain map that reaches a pole has.
  private static let leastCosine = 0.2
  /// The most degrees between a pole and a point of a map around that pole.
  private static let mostFromPole = 70.0
  /// The share of the distortion of a plain map that a map around a pole must stay below, because people know plain
  /// maps.
  private static let accepted = 0.85

  /// Finds the smallest part that has all points, across the date line if that is smaller.
  ///
  /// - Returns: nil without points.
  init?(of points: [MapPoint]) {
    guard let south = points.map(\.latitude).min(), let north = points.map(\.latitude).max() else {
      return nil
    }
    let range = Self.longitudes(of: points)
    let plain = MapExtent(from: south, to: north, start: range.start, across: range.width)
    let projection: MapProjection = south + north < 0 ? .south : .north
    let fromPole = projection == .north ? 90 - south : 90 + north
    let distortion = MapProjection.plain.distortion(
      south: max(-90, -plain.top - plain.height), north: min(90, -plain.top))
    if fromPole <= Self.mostFromPole,
      projection.distortion(south: south, north: north) < distortion * Self.accepted
    {
      self.init(of: points, around: projection, meridian: range.start + range.width / 2)
    } else {
      self = plain
    }
  }

  /// A plain map.
  private init(from south: Double, to north: Double, start: Double, across: Double) {
    let middle = (south + north) / 2
    let cosine = max(cos(middle * .pi / 180), Self.leastCosine)
    // In degrees of latitude; at most all round the globe, and from pole to pole.
    let fitted = Self.fitted(
      across * cosine, north - south, most: (360 * cosine, 2 * Self.highest))
    projection = .plain
    meridian = 0
    width = fitted.isTooWide ? 360 : fitted.width / cosine
    height = fitted.height
    shape = fitted.shape
    let center = start + across / 2
    left = Self.wrapped(center - width / 2)
    top = -min(Self.highest, max(middle + height / 2, height - Self.highest))
  }

  /// A map around a pole.
  private init(of points: [MapPoint], around projection: MapProjection, meridian: Double) {
    let positions = points.map {
      projection.position(latitude: $0.latitude, longitude: $0.longitude - meridian)
    }
    let (xs, ys) = (positions.map(\.x), positions.map(\.y))
    let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
    let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
    let fitted = Self.fitted(right - left, bottom - top, most: (.infinity, .infinity))
    self.projection = projection
    self.meridian = meridian
    width = fitted.width
    height = fitted.height
    shape = fitted.shape
    self.left = (left + right) / 2 - width / 2
    self.top = (top + bottom) / 2 - height / 2
  }

  /// Returns the western end of the shortest range that has all longitudes, and its width.
  private static func longitudes(of points: [MapPoint]) -> (start: Double, width: Double) {
    let longitudes = Set(points.map(\.longitude)).sorted()
    guard let first = longitudes.first, let last = longitudes.last else { return (0, 0) }
    var (start, gap) = (first, first + 360 - last)
    for (west, east) in zip(longitudes, longitudes.dropFirst()) where east - west > gap {
      (start, gap) = (east, east - west)
    }
    return (start, 360 - gap)
  }

  /// Returns a size with margins, in one of the shapes.
  private static func fitted(
    _ across: Double, _ up: Double, most: (across: Double, up: Double)
  ) -> (width: Double, height: Double, shape: Shape, isTooWide: Bool) {
    let largest = max(across, up)
    let least = largest < 0.0005 ? heightOfPoint : max(leastHeight, largest * 0.1)
    let across = min(max(across * (1 + 2 * margin), least), most.across)
    let up = min(max(up * (1 + 2 * margin), least), most.up)
    let shape = Shape.allCases.first { across / up >= $0.rawValue * 0.85 } ?? .tall
    guard up * shape.rawValue <= most.across else {
      return (most.across, most.across / shape.rawValue, shape, true)
    }
    return (
      max(across, up * shape.rawValue), min(max(up, across / shape.rawValue), most.up), shape, false
    )
  }

  /// Returns the position of a point: 0, 0 is the corner above on the left, 1, 1 that below on the right.
  func position(of point: MapPoint) -> Position {
    var longitude = point.longitude - meridian
    if projection == .plain, longitude < left { longitude += 360 }
    return position(latitude: point.latitude, longitude: longitude)
  }

  private func position(latitude: Double, longitude: Double) -> Position {
    let (x, y) = projection.position(latitude: latitude, longitude: longitude)
    return ((x - left) / width, (y - top) / height)
  }

  /// Returns the degrees at a position; nil for a position around a pole that is beyond the globe.
  func degrees(at position: Position) -> (latitude: Double, longitude: Double)? {
    projection.degrees(x: left + position.x * width, y: top + position.y * height).map {
      ($0.latitude, Self.wrapped($0.longitude + meridian))
    }
  }

  /// Whether a line that joins two positions goes around the globe, and leaves the map at one side to come back at the
  /// other.
  func leaves(between first: Position, and second: Position) -> Bool {
    projection == .plain && abs(first.x - second.x) * width > 180
  }

  /// Returns the shortest way between two points, as lines: one, or two if the way leaves the map at one side and comes
  /// back at the other.
  func ways(from start: MapPoint, to end: MapPoint) -> [[Position]] {
    // A line for each fortieth of the map is as good as a curve.
    let points = GreatCircle(from: start, to: end).points(every: max(height / 40, 0.01))
    var way: [Position] = []
    for point in points {
      var next = position(of: point)
      if let last = way.last, projection == .plain {
        // The way goes on beyond the edge.
        let globe = 360 / width
        next.x += ((last.x - next.x) / globe).rounded() * globe
      }
      way.append(next)
    }
    guard projection == .plain else { return [way] }
    let copies = [0, 360 / width, -360 / width].map { shift in
      way.map { (x: $0.x + shift, y: $0.y) }
    }
    return copies.filter { copy in
      (copy.map(\.x).max() ?? 0) > 0 && (copy.map(\.x).min() ?? 0) < 1
    }
  }

  /// Returns degrees of longitude as -180..<180.
  static func wrapped(_ longitude: Double) -> Double {
    let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 180 : turned - 180
  }
}
