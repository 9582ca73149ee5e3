import DocumentTables
import Markup

/// Takes the elements of a GPX file as they end, so that points of tracks need no memory.
struct GPXScan {
  private(set) var places: [XMLElement] = []
  private(set) var routes: [XMLElement] = []
  private(set) var tracks: [(element: XMLElement, ends: LineEnds)] = []
  /// The number of elements of each name that no feature says.
  private(set) var keptNames: [String: Int] = [:]
  private var ends = LineEnds()

  /// The children of features that say something.
  private static let read: Set<String> = [
    "name", "desc", "cmt", "link", "url", "type", "sym", "time", "rtept", "extensions",
  ]

  /// Takes an element.
  ///
  /// - Returns: Whether it stays among the children of its parent; one that says nothing keeps its place, without content.
  mutating func keeps(_ element: inout XMLElement, in parent: XMLElement) -> Bool {
    if element.isExact { return parent.name.local != "trkpt" }
    guard element.name.namespace == parent.name.namespace else { return false }
    let name = element.name.local
    switch parent.name.local {
    case "trkseg":
      ends.add(Feature.Point(element))
      note("trkpt")
      return false
    case "trkpt": return name == "time"
    case "gpx": return keepsHead(&element)
    case "metadata", "wpt", "rte", "trk", "rtept":
      if Self.read.contains(name) { return true }
      if name != "trkseg" { note(name) }
      element.dropContent()
      return true
    default: return false
    }
  }

  private mutating func keepsHead(_ element: inout XMLElement) -> Bool {
    switch element.name.local {
    case "wpt": places.append(element)
    case "rte": routes.append(element)
    case "trk":
      tracks.append((element, ends))
      ends = LineEnds()
    case "metadata", "extensions", "name", "desc", "url": return true
    default:
      element.dropContent()
      return true
    }
    return false
  }

  /// Counts an element that no feature says.
  mutating func note(_ name: String) { keptNames[name, default: 0] += 1 }
}

extension Feature.Point {
  init(_ element: XMLElement) {
    func number(_ name: String) -> Double? {
      element.attribute(name).flatMap { Double($0.trimmingWhitespace) }
        .flatMap { $0.isFinite ? $0 : nil }
    }
    let time = element.string("time")
    self.init(
      latitude: number("lat"), longitude: number("lon"), time: time.isEmpty ? nil : time,
      name: element.string("name"))
  }
}

extension XMLElement {
  /// The points of a route.
  var routePoints: [XMLElement] {
    children.filter { $0.name.local == "rtept" && $0.name.namespace == name.namespace }
  }
}
