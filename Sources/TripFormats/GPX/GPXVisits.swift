import DocumentTables
import Markup

/// Whether the times of points are those of visits.
///
/// As a rule a point has the time at which it was made: that of a plan is an evening at the desk.
struct GPXVisits {
  let areStated: Bool
  let findings: [ImportReport.Finding]

  /// The seconds within which a person makes all points of a plan.
  private static let longestEvening: Int64 = 3600
  private static let secondsOfDay: Int64 = 86_400

  /// - Parameters:
  ///   - points: The waypoints and the points of routes.
  ///   - tracks: The times of the tracks.
  init(_ points: [XMLElement], _ tracks: [ClosedRange<Int64>]) {
    let times = points.filter { $0.exactElement == nil }
      .compactMap { $0.child("time").flatMap { FeatureTime($0.text)?.instant } }
    guard let first = times.min(), let last = times.max() else {
      (areStated, findings) = (true, [])
      return
    }
    if let start = tracks.map(\.lowerBound).min(), let end = tracks.map(\.upperBound).max() {
      areStated = first >= start - Self.secondsOfDay && last <= end + Self.secondsOfDay
    } else {
      areStated = times.count == 1 || last - first > Self.longestEvening
    }
    findings = areStated ? [] : [.init(.pointTime, "\(times.count) times")]
  }
}
