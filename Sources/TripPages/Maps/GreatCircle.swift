#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The shortest way between two places on the globe.
struct GreatCircle {
  private let start: (x: Double, y: Double, z: Double)
  private let end: (x: Double, y: Double, z: Double)
  /// The angle between the places, in radians.
  private let angle: Double

  init(from start: MapPoint, to end: MapPoint) {
    self.start = Self.vector(start)
    self.end = Self.vector(end)
    let product =
      self.start.x * self.end.x + self.start.y * self.end.y + self.start.z * self.end.z
    angle = acos(min(1, max(-1, product)))
  }

  /// Returns points on the way, from the first place to the second.
  ///
  /// - Parameter step: The distance of the points in degrees, more than 0.
  /// - Returns: At least two points, at most 121. Places opposite to each other have many ways; this one is along
  ///   the meridian of the first.
  func points(every step: Double) -> [MapPoint] {
    let count = Int(min(120, max(1, (angle * 180 / .pi / step).rounded(.up))))
    return (0...count).compactMap { number in
      point(at: Double(number) / Double(count))
    }
  }

  private func point(at share: Double) -> MapPoint? {
    // The formula divides by the sine of the angle, which two near places do not need and opposite ones do not have.
    let sine = sin(angle)
    let (first, second) =
      sine < 1e-6
      ? (1 - share, share) : (sin((1 - share) * angle) / sine, sin(share * angle) / sine)
    var (x, y, z) = (
      first * start.x + second * end.x, first * start.y + second * end.y,
      first * start.z + second * end.z
    )
    if angle > .pi - 1e-6 {
      // Over the pole.
      let (latitude, longitude) = (asin(start.z) + share * .pi, atan2(start.y, start.x))
      (x, y, z) = (
        cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)
      )
    }
    let latitude = atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi
    return MapPoint(latitude: latitude, longitude: atan2(y, x) * 180 / .pi)
  }

  private static func vector(_ point: MapPoint) -> (x: Double, y: Double, z: Double) {
    let (latitude, longitude) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
    return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }
}
