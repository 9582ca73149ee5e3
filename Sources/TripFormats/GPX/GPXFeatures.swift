import DocumentTables
import Markup

/// The features of a GPX file, made of the elements that were taken.
struct GPXFeatures {
  private(set) var features: [FeatureFile.Stated] = []
  private(set) var findings: [ImportReport.Finding] = []
  private(set) var scan: GPXScan
  /// The routes whose points are features.
  private(set) var groups: [FeatureFile.Group] = []
  /// The features of places by what makes two the same.
  private var ofPlace: [GPXPlaceName: Int] = [:]

  init(_ scan: GPXScan) {
    self.scan = scan
    for place in scan.places { add(place: place) }
    var lines: [FeatureFile.Stated] = []
    for route in scan.routes { add(route: route, &lines) }
    addTracks(lines)
  }

  private mutating func add(place element: XMLElement) {
    let feature = place(element)
    guard feature.exact != nil || !Self.saysNothing(feature) else {
      scan.note("wpt")
      return
    }
    if !feature.points[0].isKnown {
      let stated = ["lat", "lon"].map { element.attribute($0) ?? "" }
      findings.append(
        .init(.unreadProperty, subject: feature.name, stated.joined(separator: " ")))
    }
    if let name = GPXPlaceName(feature), ofPlace[name] == nil { ofPlace[name] = features.count }
    features.append(.init(feature: feature, elements: [.xml(element)]))
  }

  private func place(_ element: XMLElement) -> Feature {
    var feature = Feature(element, .place)
    feature.points = [Feature.Point(element)]
    // Names of points are those of the ends of legs.
    feature.points[0].name = ""
    return feature
  }

  private static func saysNothing(_ feature: Feature) -> Bool {
    feature.name.isEmpty && feature.details.isEmpty || GPXNames.isTurn(feature.kind)
  }

  private mutating func add(route element: XMLElement, _ lines: inout [FeatureFile.Stated]) {
    let route = GPXRoute(element)
    switch route.meaning {
    case .leg, .line:
      lines.append(.init(feature: route.feature, elements: [.xml(element)]))
    case .stops:
      let stops = zip(element.routePoints, route.areStops).filter(\.1).map(\.0)
      groups.append(.init(element: element, parts: stops.map(\.range)))
      for point in stops {
        let stop = place(point)
        // One place is one object, also if the file has it as a waypoint and in a route.
        if stop.exact == nil, let name = GPXPlaceName(stop), let index = ofPlace[name] {
          features[index].elements.append(.xml(point))
          continue
        }
        if let name = GPXPlaceName(stop) { ofPlace[name] = features.count }
        features.append(.init(feature: stop, elements: [.xml(point)]))
      }
    case .nothing: scan.note("rte")
    }
  }

  /// Adds the lines: a route of the same name as a track is the plan of it.
  private mutating func addTracks(_ lines: [FeatureFile.Stated]) {
    let names = Set(scan.tracks.map { ComparisonText($0.element.string("name")) })
    var plans: [ComparisonText: [FeatureFile.Stated]] = [:]
    for line in lines {
      let name = ComparisonText(line.feature.name)
      if line.feature.shape == .line, line.feature.exact == nil, !line.feature.name.isEmpty,
        names.contains(name)
      {
        plans[name, default: []].append(line)
      } else {
        features.append(line)
      }
    }
    for (element, ends) in scan.tracks {
      var feature = Feature(element, .line)
      feature.points = ends.points
      feature.isRecorded = true
      guard !feature.points.isEmpty || feature.exact != nil else {
        scan.note("trk")
        continue
      }
      let planned = plans.removeValue(forKey: ComparisonText(feature.name)) ?? []
      features.append(
        .init(feature: feature, elements: [.xml(element)] + planned.flatMap(\.elements)))
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
      let latitude = point.latitude, let longitude = point.longitude
    else { return nil }
    name = ComparisonText(feature.name)
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

extension Feature {
  init(_ element: XMLElement, _ shape: Shape) {
    self.init(shape)
    name = element.string("name")
    details = GPXFile.details(of: element, name: name)
    links = GPXFile.links(of: element)
    exact = element.exactElements(in: GPXSpelling.data).first.flatMap { Tree(exactText: $0.text) }
    kind = element.string(element.kindElement)
  }
}

extension XMLElement {
  /// The name of the child that says the kind: numbers are codes of programs.
  var kindElement: String {
    let type = string("type")
    return type.isEmpty && !string("sym").isEmpty || Double(type) != nil ? "sym" : "type"
  }
}
