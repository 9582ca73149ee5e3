import DocumentTables
import Markup

/// The trips of a timeline as a file of GeoJSON, whose features state which of them are one trip.
///
///     visit with a night ─► stay       other visit ─► item, done       way of a kilometre or more ─► leg
struct TimelineFeatures {
  private(set) var bytes = Array(#"{"type":"FeatureCollection","features":["#.utf8)
  /// The ways that are too short for a leg.
  private(set) var localWays = 0
  /// The visits without a name.
  private(set) var unnamed = 0
  /// The visits and ways of which the phone was not sure.
  private(set) var unsure = 0
  /// Whether any time says nothing about the clock of its place.
  private(set) var isUniversal = false
  /// The first days of trips that the timeline does not have from home to home.
  private(set) var openTrips: [Int64] = []

  /// The least length of a leg in kilometres.
  private static let leastWay = 1.0
  /// The kilometres between two visits to one place.
  private static let samePlace = 0.3
  /// The most points of one leg.
  private static let mostPoints = 5000

  private let timeline: Timeline
  private let homes: TimelineHomes
  private let clock: TimelineClock
  private var identities: Set<String> = []
  private var isFirst = true
  /// Whether the timeline has the current trip from home to home.
  private var isWhole = false

  init(
    _ timeline: Timeline, _ trips: TimelineTrips, _ homes: TimelineHomes, _ clock: TimelineClock
  ) {
    self.timeline = timeline
    self.homes = homes
    self.clock = clock
    for (number, trip) in trips.trips.enumerated() { add(trip, group: "\(number + 1)") }
    bytes += Array("\n]}\n".utf8)
  }

  // MARK: Trips

  private mutating func add(_ trip: TimelineTrips.Trip, group: String) {
    if !trip.hasBeginning || !trip.hasEnd, let day = firstDay(of: trip) { openTrips.append(day) }
    isWhole = trip.hasBeginning && trip.hasEnd
    let ends = stayEnds(of: trip)
    for (position, step) in trip.steps.enumerated() {
      switch step {
      case .visit(let index):
        if let end = ends[index] {
          // The visits between two nights at one place are of the stay.
          if let end { addStay(timeline.visits[index], until: end, group) }
        } else {
          addItem(timeline.visits[index], group)
        }
      case .activity(let index): addLeg(index, at: position, in: trip, group)
      }
    }
  }

  private func firstDay(of trip: TimelineTrips.Trip) -> Int64? {
    trip.steps.first.flatMap { step in
      switch step {
      case .visit(let index):
        let visit = timeline.visits[index]
        return LocalTime.day(ofSecond: clock.local(visit.start, at: visit.point))
      case .activity(let index):
        let way = timeline.activities[index]
        return (way.from ?? way.to).map {
          LocalTime.day(ofSecond: clock.local(way.start, at: $0))
        }
      }
    }
  }

  /// Returns when the stay of each visit with a night ends: that of a later visit, if the next nights are at the same place;
  /// nil for such a later visit.
  private func stayEnds(of trip: TimelineTrips.Trip) -> [Int: TimelineTime?] {
    var ends: [Int: TimelineTime?] = [:]
    var stay: Int?
    for case .visit(let index) in trip.steps {
      let visit = timeline.visits[index]
      guard clock.nights(of: visit) != nil else { continue }
      if let stay, isSamePlace(timeline.visits[stay], visit) {
        ends[index] = .some(nil)
        let end = ends[stay]??.second ?? .min
        if visit.end.second > end { ends[stay] = visit.end }
      } else {
        stay = index
        ends[index] = visit.end
      }
    }
    // Visits by day to the place of a stay, between its nights, are no items.
    guard !ends.isEmpty else { return ends }
    stay = nil
    for case .visit(let index) in trip.steps {
      if case .some(.some) = ends[index] {
        stay = index
      } else if ends[index] == nil, let stay, let end = ends[stay] ?? nil,
        timeline.visits[index].end.second <= end.second,
        isSamePlace(timeline.visits[stay], timeline.visits[index])
      {
        ends[index] = .some(nil)
      }
    }
    return ends
  }

  private func isSamePlace(_ visit: Timeline.Visit, _ other: Timeline.Visit) -> Bool {
    if !visit.placeID.isEmpty, visit.placeID == other.placeID { return true }
    return visit.point.kilometers(to: other.point) <= Self.samePlace
  }

  // MARK: Features

  private mutating func addStay(_ visit: Timeline.Visit, until end: TimelineTime, _ group: String) {
    note(visit)
    add(
      point: visit.point,
      [("name", name(of: visit)), ("type", "Lodging")] + words(of: visit)
        + times(visit.start, end),
      exact("Stay", group, visit.start, "stay"))
  }

  private mutating func addItem(_ visit: Timeline.Visit, _ group: String) {
    note(visit)
    add(
      point: visit.point,
      [("name", name(of: visit))] + words(of: visit) + times(visit.start, visit.end),
      exact("BucketListItem", group, visit.start, "item", values: ["status": .text("done")]))
  }

  private mutating func addLeg(
    _ index: Int, at position: Int, in trip: TimelineTrips.Trip, _ group: String
  ) {
    let way = timeline.activities[index]
    let before = neighbour(of: position, in: trip, by: -1)
    let after = neighbour(of: position, in: trip, by: 1)
    guard let from = way.from ?? before?.point, let to = way.to ?? after?.point else {
      localWays += 1
      return
    }
    let kilometers = max(from.kilometers(to: to), (way.metres ?? 0) / 1000)
    guard kilometers >= Self.leastWay else {
      localWays += 1
      return
    }
    if !way.isSure { unsure += 1 }
    noteClock(way.start)
    let mode = TimelineMode(way.kind)
    var values: [String: Tree] = [:]
    if !way.line.isEmpty { values["number"] = .text(way.line) }
    add(
      line: [from] + points(of: way) + [to],
      [
        ("type", mode.kind), ("from", name(of: from, way.start, before)),
        ("to", name(of: to, way.end, after)), ("description", mode.words),
      ] + times(way.start, way.end),
      exact("Leg", group, way.start, "leg", values: values))
  }

  /// Returns the visit before or behind a way.
  private func neighbour(
    of position: Int, in trip: TimelineTrips.Trip, by step: Int
  ) -> Timeline.Visit? {
    let next = position + step
    guard trip.steps.indices.contains(next), case .visit(let index) = trip.steps[next] else {
      return nil
    }
    return timeline.visits[index]
  }

  /// Returns the points of a way between its ends.
  private func points(of way: Timeline.Activity) -> [TimelinePoint] {
    if !way.way.isEmpty { return Array(way.way.prefix(Self.mostPoints)) }
    let fixes = timeline.fixes
    let first = fixes.prefixCount { $0.second < way.start.second }
    let last = fixes.prefixCount { $0.second <= way.end.second }
    guard first < last else { return [] }
    let stride = (last - first + Self.mostPoints - 1) / Self.mostPoints
    return Swift.stride(from: first, to: last, by: stride).map { fixes[$0].point }
  }

  // MARK: Words

  private mutating func note(_ visit: Timeline.Visit) {
    if !visit.isSure { unsure += 1 }
    if visit.name.isEmpty, visit.address.isEmpty { unnamed += 1 }
    noteClock(visit.start)
  }

  private mutating func noteClock(_ time: TimelineTime) {
    if time.offset == nil, clock.zone == nil { isUniversal = true }
  }

  private func name(of visit: Timeline.Visit) -> String {
    if !visit.name.isEmpty { return visit.name }
    let line = visit.address.parts(dividedBy: "\n", most: 1).first.map(String.init) ?? ""
    return line.isEmpty ? words(for: visit.point) : line.trimmingWhitespace
  }

  private func name(
    of point: TimelinePoint, _ time: TimelineTime, _ visit: Timeline.Visit?
  ) -> String {
    if let visit, visit.point.kilometers(to: point) <= TimelineHomes.reach {
      return name(of: visit)
    }
    let day = LocalTime.day(ofSecond: clock.local(time, at: point))
    return homes.isHome(point, on: day) ? "Home" : words(for: point)
  }

  /// What a place without a name is called: the nearest town, as a guess, or else its coordinates.
  private func words(for point: TimelinePoint) -> String {
    Towns.words(near: point) ?? point.words
  }

  /// The address, and a link that shows the place with its name.
  private func words(of visit: Timeline.Visit) -> [(String, String)] {
    var words = [("address", visit.address)]
    let isIdentifier = visit.placeID.utf8.allSatisfy {
      $0 | 0x20 &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10 || $0 == 45 || $0 == 95
    }
    if !visit.placeID.isEmpty, visit.placeID.utf8.count <= 200, isIdentifier {
      // Maps URLs (developers.google.com/maps/documentation/urls).
      words.append(
        (
          "url",
          "https://www.google.com/maps/search/?api=1&query=\(visit.point.option)&query_place_id=\(visit.placeID)"
        ))
    }
    return words
  }

  private func times(_ start: TimelineTime, _ end: TimelineTime) -> [(String, String)] {
    [
      ("startTime", clock.text(start) ?? ""),
      ("endTime", end.second > start.second ? clock.text(end) ?? "" : ""),
    ]
  }

  // MARK: JSON

  /// Returns what this library writes beside a feature: a later export of the phone has its identity again.
  private mutating func exact(
    _ entity: String, _ group: String, _ start: TimelineTime, _ kind: String,
    values: [String: Tree] = [:]
  ) -> Tree {
    var identity = "google-timeline-\(kind)-\(start.second)"
    // Two visits at one time.
    while !identities.insert(identity).inserted { identity += "a" }
    var members: [String: Tree] = [
      ExactFeature.entity: .text(entity), ExactFeature.group: .text(group),
      ExactFeature.identity: .text(identity),
    ]
    if isWhole { members[ExactFeature.isWhole] = .bool(true) }
    if !values.isEmpty { members[ExactFeature.values] = .members(values) }
    return .members(members)
  }

  private mutating func add(
    point: TimelinePoint, _ properties: [(String, String)], _ exact: Tree
  ) {
    begin(properties, exact)
    bytes += Array(#""Point","coordinates":"#.utf8)
    append(point)
    bytes += Array("}}".utf8)
  }

  private mutating func add(
    line: [TimelinePoint], _ properties: [(String, String)], _ exact: Tree
  ) {
    begin(properties, exact)
    bytes += Array(#""LineString","coordinates":["#.utf8)
    for (index, point) in line.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(point)
    }
    bytes += Array("]}}".utf8)
  }

  private mutating func begin(_ properties: [(String, String)], _ exact: Tree) {
    bytes += Array((isFirst ? "\n" : ",\n").utf8)
    isFirst = false
    bytes += Array(#"{"type":"Feature","properties":{"#.utf8)
    for (name, text) in properties where !text.isEmpty {
      JSONText.append(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      JSONText.append(text, to: &bytes)
      bytes.append(UInt8(ascii: ","))
    }
    JSONText.append(ExactFeature.namespace, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    JSONText.append(exact.exactText, to: &bytes)
    bytes += Array(#"},"geometry":{"type":"#.utf8)
  }

  private mutating func append(_ point: TimelinePoint) {
    bytes += Array(
      "[\(TimelinePoint.degrees(point.longitude)),\(TimelinePoint.degrees(point.latitude))]".utf8)
  }
}
