/// Whether the times of points are those of visits.
///
/// As a rule a point has the time at which it was made: that of a plan is an evening at the desk.
enum FeatureVisits {
  /// The seconds within which a person makes all points of a plan.
  private static let longestEvening: Int64 = 3600
  private static let secondsOfDay: Int64 = 86_400

  /// - Parameters:
  ///   - times: The times of points. Points with exact values are left out.
  ///   - tracks: The times of the tracks.
  static func areStated(_ times: [Int64], _ tracks: [ClosedRange<Int64>]) -> Bool {
    guard let first = times.min(), let last = times.max() else { return true }
    if let start = tracks.map(\.lowerBound).min(), let end = tracks.map(\.upperBound).max() {
      return first >= start - secondsOfDay && last <= end + secondsOfDay
    }
    return times.count == 1 || last - first > longestEvening
  }
}
