import DocumentTables
import Markup

/// Takes the elements of a GPX file as they end, so that points of tracks need no memory.
struct GPXScan {
  private var places: [XMLElement] = []
  private var routes: [XMLElement] = []
  private var tracks: [(element: XMLElement, ends: TrackEnds)] = []
  private var ends = TrackEnds()
  private(set) var keptNames: [String: Int] = [:]

  /// The first and the last point of a track, and the first and the last time.
  struct TrackEnds {
    var first: Feature.Point?
    var last: Feature.Point?
    var times: ClosedRange<Int64>?
    var firstTime: String?
    var lastTime: String?

    /// The ends with the times of the track, which need not be those of its outermost points.
    var points: [Feature.Point] {
      guard var first, var last else { return [] }
      (first.time, last.time) = (firstTime, lastTime)
      return [first, last]
    }
  }

  /// What features say; everything else is only kept.
  private static let read: Set<String> = [
    "name", "desc", "cmt", "link", "url", "type", "sym", "time", "rtept", "extensions",
  ]

  /// Takes an element.
  ///
  /// - Returns: Whether it stays among the children of its parent.
  mutating func keeps(_ element: XMLElement, in parent: XMLElement) -> Bool {
    if element.isOwn { return parent.name.local != "trkpt" }
    guard element.name.namespace == parent.name.namespace else { return false }
    switch (parent.name.local, element.name.local) {
    case ("trkseg", "trkpt"):
      take(element)
      return false
    case ("trkpt", let name): return name == "time"
    case ("gpx", "wpt"): places.append(element)
    case ("gpx", "rte"): routes.append(element)
    case ("gpx", "trk"):
      tracks.append((element, ends))
      ends = TrackEnds()
    case ("gpx", "extensions"): return true
    case ("gpx", "metadata"), ("gpx", "name"), ("gpx", "desc"), ("gpx", "url"): return true
    case ("metadata", let name), ("wpt", let name), ("rte", let name), ("trk", let name),
      ("rtept", let name):
      if Self.read.contains(name) { return true }
      if name != "trkseg" { keptNames[name, default: 0] += 1 }
    default: break
    }
    return false
  }

  private mutating func take(_ point: XMLElement) {
    let place = Feature.Point(point)
    if ends.first == nil { ends.first = place }
    ends.last = place
    keptNames["trkpt", default: 0] += 1
    guard let text = point.child("time")?.text, let time = FeatureTime(text) else { return }
    let instant = time.instant
    if ends.times.map({ instant < $0.lowerBound }) ?? true {
      ends.firstTime = text.trimmingWhitespace
    }
    if ends.times.map({ instant > $0.upperBound }) ?? true {
      ends.lastTime = text.trimmingWhitespace
    }
    let known = ends.times ?? instant...instant
    ends.times = min(known.lowerBound, instant)...max(known.upperBound, instant)
  }

  // MARK: Features

  /// Adds what becomes objects, and counts what does not.
  mutating func addFeatures(to file: inout FeatureFile, _ root: XMLElement) {
    let travelled = tracks.compactMap(\.ends.times).reduce(nil as ClosedRange<Int64>?) {
      all, times in
      all.map { min($0.lowerBound, times.lowerBound)...max($0.upperBound, times.upperBound) }
        ?? times
    }
    let visits = GPXVisits(places + routes.flatMap { $0.points }, travelled)
    var ofPlace: [GPXPlaceName: Int] = [:]
    for place in places {
      guard let feature = self.place(place, visits, &file) else { continue }
      if let name = GPXPlaceName(feature), ofPlace[name] == nil {
        ofPlace[name] = file.features.count
      }
      file.features.append(.init(feature: feature, elements: [place]))
    }
    var lines: [FeatureFile.Stated] = []
    for route in routes { add(route, visits, &ofPlace, &lines, &file) }
    addTracks(lines, to: &file)
    for (element, tree) in GPXFile.ownElements(root) where tree[Exact.file] == nil {
      var feature = Feature(.object)
      feature.exact = tree
      file.features.append(.init(feature: feature, elements: [element]))
    }
    file.findings += visits.findings
    let elements = places + routes + tracks.map(\.element)
    for element in elements { file.ends[element.name.local] = element.range.upperBound }
  }

  private mutating func place(
    _ element: XMLElement, _ visits: GPXVisits, _ file: inout FeatureFile
  ) -> Feature? {
    var feature = Feature(element, .place)
    feature.points = [Feature.Point(element)]
    if !visits.areStated { feature.points[0].time = nil }
    if feature.exact != nil { return feature }
    if feature.name.isEmpty, feature.details.isEmpty || GPXRoute.isTurn(feature.kind) {
      keptNames["wpt", default: 0] += 1
      return nil
    }
    if feature.name.isEmpty { feature.name = String(feature.details.prefix(80)) }
    if GPXRoute.isTurn(feature.kind) {
      keptNames["wpt", default: 0] += 1
      return nil
    }
    if !feature.points[0].isKnown {
      file.findings.append(
        .init(
          .unreadProperty, subject: feature.name,
          "\(element.attribute("lat") ?? "") \(element.attribute("lon") ?? "")"))
    }
    return feature
  }

  private mutating func add(
    _ element: XMLElement, _ visits: GPXVisits, _ ofPlace: inout [GPXPlaceName: Int],
    _ lines: inout [FeatureFile.Stated], _ file: inout FeatureFile
  ) {
    var route = GPXRoute(element)
    if !visits.areStated { route.dropTimes() }
    switch route.meaning {
    case .leg, .line:
      lines.append(.init(feature: route.feature, elements: [element]))
    case .stops:
      for (point, stop) in zip(element.points, route.stops) {
        guard let stop else { continue }
        // One place is one object, also if the file has it as a waypoint and in a route.
        if let name = GPXPlaceName(stop), let index = ofPlace[name] {
          file.features[index].elements.append(point)
          continue
        }
        if let name = GPXPlaceName(stop) { ofPlace[name] = file.features.count }
        file.features.append(.init(feature: stop, elements: [point]))
      }
    case .nothing: keptNames["rte", default: 0] += 1
    }
  }

  /// Adds the lines: a route of the same name as a track is the plan of it.
  private mutating func addTracks(
    _ lines: [FeatureFile.Stated], to file: inout FeatureFile
  ) {
    var plans: [ComparisonText: [FeatureFile.Stated]] = [:]
    var names: Set<ComparisonText> = []
    for (element, _) in tracks { names.insert(ComparisonText(element.string("name"))) }
    for line in lines {
      let name = ComparisonText(line.feature.name)
      if line.feature.shape == .line, line.feature.exact == nil, !line.feature.name.isEmpty,
        names.contains(name)
      {
        plans[name, default: []].append(line)
      } else {
        file.features.append(line)
      }
    }
    for (element, ends) in tracks {
      var feature = Feature(element, .line)
      feature.points = ends.points
      guard !feature.points.isEmpty || feature.exact != nil else {
        keptNames["trk", default: 0] += 1
        continue
      }
      let planned = plans.removeValue(forKey: ComparisonText(feature.name)) ?? []
      file.features.append(
        .init(feature: feature, elements: [element] + planned.flatMap(\.elements)))
    }
  }
}

/// What makes two places of one file the same.
private struct GPXPlaceName: Hashable {
  private let name: ComparisonText
  private let latitude: Double
  private let longitude: Double

  init?(_ feature: Feature) {
    guard let point = feature.points.first, point.isKnown, !feature.name.isEmpty,
      feature.exact == nil, let latitude = point.latitude, let longitude = point.longitude
    else { return nil }
    name = ComparisonText(feature.name)
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

/// Whether the times of points are those of visits.
///
/// As a rule a point has the time at which it was made: of a plan, that is an evening at the desk.
private struct GPXVisits {
  let areStated: Bool
  let findings: [ImportReport.Finding]

  /// The seconds within which a person makes all points of a plan.
  private static let longestEvening: Int64 = 3600
  private static let secondsOfDay: Int64 = 86_400

  /// - Parameter travelled: The times of the tracks of the file.
  init(_ points: [XMLElement], _ travelled: ClosedRange<Int64>?) {
    let times = points.filter { !$0.hasOwn }.compactMap {
      $0.child("time").flatMap { FeatureTime($0.text)?.instant }
    }
    guard let first = times.min(), let last = times.max() else {
      (areStated, findings) = (true, [])
      return
    }
    if let travelled {
      areStated =
        first >= travelled.lowerBound - Self.secondsOfDay
        && last <= travelled.upperBound + Self.secondsOfDay
    } else {
      areStated = times.count == 1 || last - first > Self.longestEvening
    }
    findings = areStated ? [] : [.init(.pointTime, "\(times.count) times")]
  }
}

extension Feature {
  init(_ element: XMLElement, _ shape: Shape) {
    self.init(shape)
    name = element.string("name")
    details = GPXFile.details(of: element, name: name)
    links = GPXFile.links(of: element)
    let own = element.children + (element.child("extensions")?.children ?? [])
    exact = own.first(where: \.isOwn).flatMap { Tree(exactText: $0.text) }
    let type = element.string("type")
    kind = type.isEmpty || Double(type) != nil ? element.string("sym") : type
  }
}

extension Feature.Point {
  init(_ element: XMLElement) {
    func number(_ name: String) -> Double? {
      element.attribute(name).flatMap { Double($0.trimmingWhitespace) }.flatMap {
        $0.isFinite ? $0 : nil
      }
    }
    let time = element.string("time")
    self.init(
      latitude: number("lat"), longitude: number("lon"), time: time.isEmpty ? nil : time,
      name: element.string("name"))
  }
}

extension XMLElement {
  /// The points of a route.
  var points: [XMLElement] {
    children.filter { $0.name.local == "rtept" && $0.name.namespace == name.namespace }
  }

  /// Whether this library wrote beside the element.
  fileprivate var hasOwn: Bool {
    (children + (child("extensions")?.children ?? [])).contains(where: \.isOwn)
  }
}
