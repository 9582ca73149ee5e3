import DocumentFile
import DocumentTables
import Markup

/// The points of tracks and routes, which the reading of features lets pass by.
enum GPXWays {
  /// Returns the ways of the lines of a file, by their features; each segment of a track is one.
  static func ways(_ file: FeatureFile) throws(DocumentError) -> [FeatureName: [[WayPoint]]] {
    var ofElement: [Range<Int>: [[WayPoint]]] = [:]
    var segments: [[WayPoint]] = []
    var points: [WayPoint] = []
    _ = try FeatureText.root(of: file.text.bytes) { element, parent in
      switch (parent.name.local, element.name.local) {
      case ("trkseg", "trkpt"), ("rte", "rtept"):
        if let point = WayPoint(Feature.Point(element)) { points.append(point) }
      case ("trk", "trkseg"):
        segments.append(points)
        points = []
      case ("gpx", "trk"):
        ofElement[element.range] = segments
        segments = []
      case ("gpx", "rte"):
        ofElement[element.range] = [points]
        points = []
      default: break
      }
      return false
    }
    return file.ways(ofElement)
  }
}
