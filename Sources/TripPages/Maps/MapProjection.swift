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

/// How the globe becomes a plane.
///
/// The units of the plane are degrees near the middle of the projection. x grows to the right, y down.
enum MapProjection: CaseIterable {
  /// Degrees as they are; a map shortens those of longitude by the cosine of its middle.
  case plain
  /// Lambert's azimuthal equal-area projection around a pole: meridians are rays, parallels are circles. The meridian
  /// 0 points down from the North Pole, and up from the South Pole, so that east is on the right.
  case north, south

  /// Returns the position of degrees, which may be beyond 180.
  func position(latitude: Double, longitude: Double) -> (x: Double, y: Double) {
    if self == .plain { return (longitude, -latitude) }
    let radius = radius(latitude)
    let angle = longitude * .pi / 180
    return (radius * sin(angle), (self == .north ? 1 : -1) * radius * cos(angle))
  }

  /// Returns the degrees of a position; nil for a position around a pole that is beyond the globe.
  func degrees(x: Double, y: Double) -> (latitude: Double, longitude: Double)? {
    if self == .plain { return (-y, x) }
    let half = (x * x + y * y).squareRoot() * .pi / 360
    guard half <= 1 else { return nil }
    let fromPole = 2 * asin(half) * 180 / .pi
    let longitude = atan2(x, self == .north ? y : -y) * 180 / .pi
    return (self == .north ? 90 - fromPole : fromPole - 90, longitude)
  }

  /// Returns the distance of a parallel from the pole on the plane.
  func radius(_ latitude: Double) -> Double {
    let fromPole = self == .north ? 90 - latitude : 90 + latitude
    return 2 * sin(fromPole * .pi / 360) * 180 / .pi
  }

  /// Returns how much longer a small circle becomes in one direction than in the other, at most, between two parallels;
  /// 1 or more.
  func distortion(south: Double, north: Double) -> Double {
    switch self {
    case .plain:
      let middle = cosine((south + north) / 2)
      return [south, north].map { max(middle / cosine($0), cosine($0) / middle) }.max() ?? 1
    case .north, .south:
      let cosine = cos((self == .north ? 90 - south : 90 + north) * .pi / 360)
      return 1 / max(cosine * cosine, 0.001)
    }
  }

  private func cosine(_ degrees: Double) -> Double { max(cos(degrees * .pi / 180), 0.001) }
}
