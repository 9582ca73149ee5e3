import DocumentTables
import Markup

/// Takes the placemarks of a KML file as they end, so that points of lines need no memory.
struct KMLScan {
  /// A placemark, and the ends of its lines.
  struct Placemark {
    let element: XMLElement
    let line: Line

    /// The time of a point, unless this library wrote it.
    var pointTime: Int64? {
      guard element.pointElement != nil, element.exactElements(in: KMLFile.data).isEmpty else {
        return nil
      }
      return element.child("TimeStamp").flatMap { FeatureTime($0.string("when"))?.instant }
    }
  }

  /// The lines of a placemark.
  struct Line {
    var ends = LineEnds()
    /// Whether a device recorded them (`gx:Track`).
    var isRecorded = false
    /// Whether it has an area or a model, which is no place.
    var isOther = false
  }

  private(set) var placemarks: [Placemark] = []
  /// The targets of links to other files.
  private(set) var links: [String] = []
  private(set) var keptNames: [String: Int] = [:]
  private var line = Line()

  /// The children of placemarks and documents that say something.
  private static let read: Set<String> = [
    "name", "description", "address", "phoneNumber", "link", "TimeStamp", "TimeSpan",
    "ExtendedData", "Point", "MultiGeometry",
  ]

  /// The children that say how a map shows a feature.
  private static let looks: Set<String> = [
    "Style", "StyleMap", "styleUrl", "open", "visibility", "LookAt", "Camera", "Snippet",
    "snippet",
  ]

  /// Takes an element.
  ///
  /// - Returns: Whether it stays among the children of its parent; one that says nothing keeps its place, without content.
  mutating func keeps(_ element: inout XMLElement, in parent: XMLElement) -> Bool {
    if element.isExact { return parent.name.local == "ExtendedData" }
    switch (parent.name.local, element.name.local) {
    case ("kml", "Document"), ("kml", "Folder"): return true
    case ("kml", "Placemark"), ("Document", "Placemark"), ("Folder", "Placemark"):
      guard element.name.namespace == parent.name.namespace else { return false }
      placemarks.append(Placemark(element: element, line: line))
      line = Line()
      return false
    case (_, "NetworkLink"):
      links.append(element.child("Link")?.string("href") ?? element.string("href"))
      return false
    case ("Track", "when"):
      line.isRecorded = true
      line.ends.add(time: element.text.trimmingWhitespace)
      return false
    case ("Track", "coord"):
      line.ends.add(KMLPoint.point(element.text.split(whereSeparator: \.isWhitespace).prefix(3)))
      return false
    case ("LineString", "coordinates"), ("LinearRing", "coordinates"):
      if parent.name.local == "LineString" {
        for point in KMLPoint.ends(element.text) { line.ends.add(point) }
      }
      element.dropContent()
      return true
    case ("ExtendedData", "Data"), ("SchemaData", "SimpleData"):
      note(element.name.local)
      return false
    case ("Polygon", _), ("Model", _):
      line.isOther = true
      return false
    case ("Point", "coordinates"), ("TimeStamp", "when"), ("TimeSpan", "begin"),
      ("TimeSpan", "end"), ("Link", "href"), ("Url", "href"):
      return true
    case ("MultiGeometry", let name), ("MultiTrack", let name):
      return name == "Point" || name == "LineString"
    case ("Placemark", let name), ("Document", let name), ("Folder", let name):
      if ["LineString", "Track", "MultiTrack"].contains(name) { return true }
      if Self.read.contains(name) { return true }
      if name == "Folder" { return false }
      if !Self.looks.contains(name) { note(name) }
      element.dropContent()
      return true
    default: return element.name.local == "Link" || element.name.local == "Url"
    }
  }

  /// Counts an element that no feature says.
  mutating func note(_ name: String) { keptNames[name, default: 0] += 1 }
}

/// Points of KML, whose longitude comes first.
enum KMLPoint {
  /// Returns the first and the last point of a text such as `11.4,47.2,600 11.5,47.3`.
  static func ends(_ text: String) -> [Feature.Point] {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return [] }
    let firstEnd = bytes[first...].firstIndex { $0 <= 0x20 } ?? bytes.endIndex
    let lastStart = bytes[...last].lastIndex { $0 <= 0x20 }.map { bytes.index(after: $0) }
    return [text[first..<firstEnd], text[(lastStart ?? first)...last]].map(point)
  }

  /// Returns the point of a tuple.
  static func point(_ tuple: Substring) -> Feature.Point {
    point(tuple.split(separator: ",", omittingEmptySubsequences: false).prefix(3))
  }

  /// Returns the point of a longitude and a latitude.
  static func point(_ numbers: ArraySlice<Substring>) -> Feature.Point {
    func number(_ index: Int) -> Double? {
      guard index < numbers.count else { return nil }
      return Double(String(numbers[numbers.startIndex + index]).trimmingWhitespace)
        .flatMap { $0.isFinite ? $0 : nil }
    }
    return Feature.Point(latitude: number(1), longitude: number(0))
  }
}
