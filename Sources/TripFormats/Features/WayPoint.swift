/// A point of a way.
package struct WayPoint: Hashable, Sendable {
  /// Degrees north of the equator (WGS 84), from -90 to 90.
  package let latitude: Double
  /// Degrees east of Greenwich (WGS 84), from -180 to 180.
  package let longitude: Double

  /// Nil for a point that is not known.
  init?(_ point: Feature.Point) {
    guard point.isKnown, let latitude = point.latitude, let longitude = point.longitude else {
      return nil
    }
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}
