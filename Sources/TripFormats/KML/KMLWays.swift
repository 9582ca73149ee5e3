import DocumentFile
import DocumentTables
import Markup

/// The points of lines, which the reading of features lets pass by.
enum KMLWays {
  /// Returns the ways of the lines of a file, by their features.
  static func ways(_ file: FeatureFile) throws(DocumentError) -> [FeatureName: [[WayPoint]]] {
    var ofElement: [Range<Int>: [[WayPoint]]] = [:]
    var lines: [[WayPoint]] = []
    var track: [WayPoint] = []
    _ = try FeatureText.root(of: file.text.bytes) { element, parent in
      switch (parent.name.local, element.name.local) {
      case ("LineString", "coordinates"):
        lines.append(
          element.text.split(whereSeparator: \.isWhitespace).map(KMLPoint.point)
            .compactMap { WayPoint($0) })
      case ("Track", "coord"):
        let numbers = element.text.split(whereSeparator: \.isWhitespace).prefix(3)
        if let point = WayPoint(KMLPoint.point(numbers)) { track.append(point) }
      case (_, "Track"):
        lines.append(track)
        track = []
      case ("kml", "Placemark"), ("Document", "Placemark"), ("Folder", "Placemark"):
        ofElement[element.range] = lines
        lines = []
      default: break
      }
      return false
    }
    return file.ways(ofElement)
  }
}
