import DocumentTables
import Markup

/// The features of a KML file, made of its placemarks.
struct KMLFeatures {
  private(set) var features: [FeatureFile.Stated] = []
  private(set) var findings: [ImportReport.Finding] = []
  private(set) var keptNames: [String: Int]

  init(_ scan: KMLScan) {
    keptNames = scan.keptNames
    for placemark in scan.placemarks { add(placemark) }
    for link in scan.links where !link.isEmpty {
      findings.append(.init(.unfollowedReference, subject: "NetworkLink", link))
    }
  }

  private mutating func add(_ placemark: KMLScan.Placemark) {
    let element = placemark.element
    var feature = Feature(.place)
    feature.name = element.string("name")
    feature.details = Feature.details([element.string("description")], name: feature.name)
    feature.links = KMLFile.links(of: element)
    feature.address = element.string("address")
    feature.telephone = Self.telephone(element.string("phoneNumber"))
    feature.exact = element.exactElements(in: KMLFile.data).first.flatMap {
      Tree(exactText: $0.text)
    }
    let point = element.pointElement?.string("coordinates") ?? ""
    let line = placemark.line
    // A point may be empty beside a track.
    if element.pointElement != nil, !point.isEmpty || line.ends.points.isEmpty {
      feature.points = [KMLPoint.point(Substring(point))]
      if !feature.points[0].isKnown {
        findings.append(.init(.unreadProperty, subject: feature.name, point))
      }
    } else if !line.ends.points.isEmpty {
      feature.shape = .line
      feature.points = line.ends.points
      feature.isRecorded = line.isRecorded
      readDirections(&feature)
    } else if feature.exact == nil, line.isOther || Self.saysNothing(feature) {
      keptNames["Placemark", default: 0] += 1
      return
    }
    if !feature.isRecorded { readTimes(element, &feature) }
    features.append(.init(feature: feature, elements: [.xml(element)]))
  }

  private static func saysNothing(_ feature: Feature) -> Bool {
    feature.name.isEmpty && feature.details.isEmpty && feature.address.isEmpty
  }

  /// Returns a number without the scheme that KML asks for.
  private static func telephone(_ text: String) -> String {
    text.begins(with: "tel:") ? String(text.dropFirst("tel:".count)) : text
  }

  /// Reads the begin and the end of a placemark; a place has its point for each.
  private func readTimes(_ element: XMLElement, _ feature: inout Feature) {
    let span = element.child("TimeSpan")
    let first = span?.string("begin") ?? element.child("TimeStamp")?.string("when") ?? ""
    let last = span?.string("end") ?? ""
    guard !first.isEmpty || !last.isEmpty else { return }
    if feature.points.isEmpty { feature.points = [Feature.Point()] }
    if feature.points.count == 1, !last.isEmpty { feature.points.append(feature.points[0]) }
    if !first.isEmpty { feature.points[0].time = first }
    if !last.isEmpty { feature.points[feature.points.count - 1].time = last }
  }

  /// Reads the ends of a way of Google's maps, which are in its name.
  private func readDirections(_ feature: inout Feature) {
    let words = "Directions from "
    guard feature.name.begins(with: words), feature.exact == nil else { return }
    let ends = String(feature.name.dropFirst(words.count)).parts(dividedBy: " to ", most: 1)
    guard ends.count == 2 else { return }
    feature.shape = .leg
    feature.points[0].name = String(ends[0]).trimmingWhitespace
    feature.points[1].name = String(ends[1]).trimmingWhitespace
  }
}

extension XMLElement {
  /// The point of a placemark, also among other geometry.
  var pointElement: XMLElement? { child("Point") ?? child("MultiGeometry")?.child("Point") }
}
