import DocumentFile
import DocumentTables
import Markup

/// A timeline as a file of GeoJSON with its trips, which the format of that name imports.
///
///     bytes ─► TimelineScan ─► Timeline ─► TimelineHomes ─► TimelineTrips ─► TimelineFeatures ─► GeoJSON
///                                     └─► Records.json: a track
///
/// So a document has the days away from home, and neither the rest of a life nor the signals of the phone.
enum TimelineFiles {
  /// - Throws: `not-a-document` for JSON that is no timeline, the codes of JSON.
  static func files(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(DocumentError) -> ContainedFiles {
    let clock = TimelineClock(zone: try options.zone(.notADocument))
    let stated = try options.homes.map { (text) throws(DocumentError) in
      guard let point = TimelinePoint(text) else {
        throw DocumentError(
          .notADocument, "\(text) is no place, such as 48.1374,11.5755 (latitude, longitude)")
      }
      return point
    }
    let timeline = try TimelineScan(bytes).timeline
    if timeline.isRecord { return track(timeline, named: options.fallbackName) }
    let homes = stated.isEmpty ? TimelineHomes(of: timeline, clock) : TimelineHomes(stated: stated)
    let trips = TimelineTrips(timeline, homes, clock)
    var found = ContainedFiles(words: words(homes))
    note(timeline, &found)
    if !homes.periods.isEmpty {
      let homes = homes.periods.map { "\($0.point.option) from \(DayText.text($0.first))" }
      found.report.note(.init(.foundHome, homes.joined(separator: "; ")))
    }
    if trips.excursions > 0 {
      found.report.note(.init(.dayTrip, "\(trips.excursions) journeys"))
    }
    if trips.outside > 0 {
      found.report.note(.init(.outsideTrip, "\(trips.outside) visits and ways"))
    }
    guard !trips.trips.isEmpty else { return found }
    let features = TimelineFeatures(timeline, trips, homes, clock)
    note(features, &found)
    found.files = [ContainedFile(name: "timeline", bytes: features.bytes, hasLines: false)]
    return found
  }

  private static func words(_ homes: TimelineHomes) -> String {
    let advice = "--home LATITUDE,LONGITUDE states the home"
    guard let home = homes.periods.last else {
      return homes.stated.isEmpty
        ? "it is a timeline without a night; \(advice)"
        : "it is a timeline without a night away from the home that is stated"
    }
    return
      "it is a timeline without a night away from home, found at \(home.point.option); \(advice)"
  }

  // MARK: Report

  private static func note(_ timeline: Timeline, _ found: inout ContainedFiles) {
    if timeline.unread.count > 0 {
      found.report.note(
        .init(
          .unreadSegment, subject: "\(timeline.unread.count) segments",
          "the first is number \(timeline.unread.first)"))
    }
    if timeline.contradictoryEnds > 0 {
      found.report.note(.init(.contradictoryEnd, "\(timeline.contradictoryEnds) segments"))
    }
    if timeline.nestedVisits > 0 {
      found.report.note(.init(.nestedVisit, "\(timeline.nestedVisits) visits"))
    }
    for (name, count) in timeline.unusedParts.sorted(by: { $0.key < $1.key }) {
      found.report.note(.init(.unusedPart, subject: name, "\(count)"))
    }
  }

  private static func note(_ features: TimelineFeatures, _ found: inout ContainedFiles) {
    for day in features.openTrips { found.report.note(.init(.openTrip, DayText.text(day))) }
    if features.localWays > 0 {
      found.report.note(.init(.localWay, "\(features.localWays) ways"))
    }
    if features.unnamed > 0 {
      found.report.note(.init(.unnamedPlace, "\(features.unnamed) visits"))
    }
    if features.unsure > 0 {
      found.report.note(.init(.unsureSegment, "\(features.unsure) visits and ways"))
    }
    if features.isUniversal {
      found.report.note(
        .init(.universalTime, "--time-zone shows them by the clock of a place"))
    }
  }

  // MARK: Records

  /// Returns the points of *Records.json* as one track, which belongs to no trip.
  private static func track(
    _ timeline: Timeline, named name: String
  ) -> ContainedFiles {
    var found = ContainedFiles(words: "it is a location history without a point that has a time")
    note(timeline, &found)
    if timeline.stride > 1 {
      found.report.note(.init(.thinnedTrack, "1 point of \(timeline.stride)"))
    }
    guard timeline.fixes.count > 1 else { return found }
    var bytes = Array(#"{"type":"Feature","properties":{"name":"#.utf8)
    JSONText.append(name, to: &bytes)
    bytes += Array(#","coordTimes":["#.utf8)
    for (index, fix) in timeline.fixes.enumerated() {
      bytes += Array("\(index > 0 ? "," : "")\(fix.second + 978_307_200)".utf8)
    }
    bytes += Array("],".utf8)
    JSONText.append(ExactFeature.namespace, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    JSONText.append(Tree.members([ExactFeature.trip: .null]).exactText, to: &bytes)
    bytes += Array(#"},"geometry":{"type":"LineString","coordinates":["#.utf8)
    for (index, fix) in timeline.fixes.enumerated() {
      let longitude = TimelinePoint.degrees(fix.point.longitude)
      let latitude = TimelinePoint.degrees(fix.point.latitude)
      bytes += Array("\(index > 0 ? "," : "")[\(longitude),\(latitude)]".utf8)
    }
    bytes += Array("]}}\n".utf8)
    found.files = [ContainedFile(name: "track", bytes: bytes, hasLines: false)]
    return found
  }
}
