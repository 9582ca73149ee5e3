#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A place on the globe, in degrees of WGS 84.
struct MapPoint: Hashable {
  let latitude: Double
  /// -180..<180.
  let longitude: Double

  /// Returns nil for degrees that no place has.
  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude == 180 ? -180 : longitude
  }
}

/// The part of the globe that a map shows, as a plain grid: degrees of longitude are shortened by the
/// cosine of the latitude of the middle.
///
///     0, 0 ┌──────────┐      x grows to the east from `west`,
///          │          │      y grows to the south from `north`
///          └──────────┘ 1, 1
struct MapExtent {
  /// The shapes of maps, as width by height.
  enum Shape: Double, CaseIterable {
    case wide = 2
    case medium = 1.5
    case tall = 1.25
  }

  /// The western edge, -180..<180; the eastern edge may be beyond 180.
  let west: Double
  let width: Double
  let north: Double
  let height: Double
  let shape: Shape

  /// The share of the points' extent that is added on each side.
  private static let margin = 0.12
  /// The height of the map of one point, and of points that are as near as houses.
  private static let (heightOfPoint, leastHeight) = (1.0, 0.02)
  /// The highest latitude at an edge, beyond the pole, so that a marker on the pole is whole.
  private static let highest = 96.0
  /// The least cosine, which a map that reaches a pole has.
  private static let leastCosine = 0.2

  /// Finds the smallest part that has all points, across the date line if that is smaller.
  ///
  /// - Returns: nil without points.
  init?(of points: [MapPoint]) {
    let longitudes = Set(points.map(\.longitude)).sorted()
    guard let first = longitudes.first, let last = longitudes.last else { return nil }
    var (start, gap) = (first, first + 360 - last)
    for (west, east) in zip(longitudes, longitudes.dropFirst()) where east - west > gap {
      (start, gap) = (east, east - west)
    }
    let south = points.map(\.latitude).min() ?? 0
    let north = points.map(\.latitude).max() ?? 0
    let middle = (south + north) / 2
    let cosine = max(cos(middle * .pi / 180), Self.leastCosine)
    // In degrees of latitude.
    let size = ((360 - gap) * cosine, north - south)
    let largest = max(size.0, size.1)
    let least = largest < 0.0005 ? Self.heightOfPoint : max(Self.leastHeight, largest * 0.1)
    // At most all round the globe, and from pole to pole.
    let across = min(max(size.0 * (1 + 2 * Self.margin), least), 360 * cosine)
    let up = min(max(size.1 * (1 + 2 * Self.margin), least), 2 * Self.highest)
    let shape = Shape.allCases.first { across / up >= $0.rawValue * 0.85 } ?? .tall
    let isTooWide = up * shape.rawValue > 360 * cosine
    width = isTooWide ? 360 : max(across, up * shape.rawValue) / cosine
    height =
      isTooWide
      ? 360 * cosine / shape.rawValue : min(max(up, across / shape.rawValue), 2 * Self.highest)
    self.shape = shape
    let center = start + (360 - gap) / 2
    west = Self.wrapped(center - width / 2)
    self.north = min(Self.highest, max(middle + height / 2, height - Self.highest))
  }

  /// Returns the position of a point: 0, 0 is the corner in the north-west, 1, 1 that in the
  /// south-east.
  func position(of point: MapPoint) -> (x: Double, y: Double) {
    var east = point.longitude - west
    if east < 0 { east += 360 }
    return (east / width, (north - point.latitude) / height)
  }

  /// Returns the straight lines between two points, the shorter way around the globe: one, or two if the
  /// line leaves the map at one side and comes back at the other.
  func lines(
    from start: MapPoint, to end: MapPoint
  ) -> [(start: (x: Double, y: Double), end: (x: Double, y: Double))] {
    let from = position(of: start)
    let to = position(of: end)
    var way = end.longitude - start.longitude
    if way > 180 { way -= 360 } else if way < -180 { way += 360 }
    let reached = from.x + way / width
    guard abs(reached - to.x) > 1e-9 else { return [(from, to)] }
    return [(from, (reached, to.y)), ((to.x - way / width, from.y), to)]
  }

  /// A meridian or a parallel.
  struct GridLine: Equatable {
    /// The position on the map, 0...1.
    let position: Double
    /// The degrees, such as `48.8° N`.
    let label: String
  }

  /// The meridians, from west to east.
  var meridians: [GridLine] {
    Self.lines(from: west, to: west + width, most: 6).map { degrees, decimals in
      GridLine(
        position: (degrees - west) / width,
        label: Self.label(Self.wrapped(degrees), decimals, "E", "W"))
    }
  }

  /// The parallels, from south to north.
  var parallels: [GridLine] {
    Self.lines(from: max(north - height, -90), to: min(north, 90), most: 6).map {
      degrees, decimals in
      GridLine(
        position: (north - degrees) / height, label: Self.label(degrees, decimals, "N", "S"))
    }
  }

  /// The distances of grid lines, and the decimals that tell two of them apart.
  private static let steps: [(degrees: Double, decimals: Int)] = [
    (0.001, 3), (0.002, 3), (0.005, 3), (0.01, 2), (0.02, 2), (0.05, 2), (0.1, 1), (0.2, 1),
    (0.5, 1), (1, 0), (2, 0), (5, 0), (10, 0), (20, 0), (30, 0), (45, 0), (60, 0), (90, 0),
  ]

  private static func lines(
    from low: Double, to high: Double, most: Double
  ) -> [(degrees: Double, decimals: Int)] {
    guard let step = steps.first(where: { (high - low) / $0.degrees <= most }) ?? steps.last else {
      return []
    }
    // No overflow: degrees are below 1000 and steps at least a thousandth. A line on the very edge is
    // the frame.
    let numbers = Int((low / step.degrees).rounded(.up))...Int((high / step.degrees).rounded(.up))
    return numbers.map { (Double($0) * step.degrees, step.decimals) }.filter {
      $0.0 > low && $0.0 < high
    }
  }

  private static func wrapped(_ longitude: Double) -> Double {
    let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 180 : turned - 180
  }

  /// Returns degrees with their direction, such as `48.85° N`.
  static func label(
    _ degrees: Double, _ decimals: Int, _ positive: String, _ negative: String
  ) -> String {
    let text = DecimalDigits.text(abs(degrees), decimals)
    let isOnLine = text.allSatisfy { $0 == "0" || $0 == "." }
    if isOnLine || (positive == "E" && abs(degrees) == 180) { return text + "°" }
    return text + "° " + (degrees < 0 ? negative : positive)
  }
}

/// Numbers with a fixed number of decimals.
enum DecimalDigits {
  /// Returns a number, such as `12.50`; numbers beyond a million become that.
  static func text(_ number: Double, _ decimals: Int) -> String {
    let factor = (0..<decimals).reduce(1) { factor, _ in factor * 10 }
    let bounded = number.isFinite ? min(max(number, -1e6), 1e6) : 0
    // No overflow: below 10^6 times 10^decimals, which are at most six.
    let scaled = Int((bounded * Double(factor)).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(factor))
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return sign + "\(whole)" }
    let digits = String(rest)
    return sign + "\(whole)." + String(repeating: "0", count: decimals - digits.count) + digits
  }
}
