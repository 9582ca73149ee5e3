import Markup

/// Whether the times of points are those of visits.
///
/// As a rule a point has the time at which it was made: that of a plan is an evening at the desk.
enum GPXVisits {
  /// The seconds within which a person makes all points of a plan.
  private static let longestEvening: Int64 = 3600
  private static let secondsOfDay: Int64 = 86_400

  /// - Parameters:
  ///   - points: The waypoints and the points of routes; what this library wrote beside some tells their times.
  ///   - tracks: The times of the tracks.
  static func areStated(_ points: [XMLElement], _ tracks: [ClosedRange<Int64>]) -> Bool {
    let times = points.filter { $0.exactElement == nil }
      .compactMap { $0.child("time").flatMap { FeatureTime($0.text)?.instant } }
    guard let first = times.min(), let last = times.max() else { return true }
    if let start = tracks.map(\.lowerBound).min(), let end = tracks.map(\.upperBound).max() {
      return first >= start - secondsOfDay && last <= end + secondsOfDay
    }
    return times.count == 1 || last - first > longestEvening
  }
}
