import DocumentFile
import DocumentTables

/// A GeoJSON file as features.
///
///     FeatureCollection ─► name, description ─► the file
///         └─ Feature ─┬─ Point, MultiPoint, none ─► a place
///                     └─ LineString, MultiLineString ─► a line; a leg if its properties name both ends
enum GeoJSONFile {
  static let empty = Array(
    """
    {
      "type": "FeatureCollection",
      "features": [
      ]
    }

    """.utf8)

  /// Reads a file: a collection, a feature, a geometry, or a sequence of these.
  ///
  /// - Throws: `not-a-document`, the codes of JSON.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> FeatureFile {
    let text = FeatureText(bytes)
    let scan = try GeoJSONScan(text.bytes)
    var file = FeatureFile(
      bytes, text, .json(text.bytes.indices), words: scan.words, own: scan.own, scan.features,
      scan.findings)
    file.keptNames = scan.keptNames
    file.takesPointTimes = FeatureVisits.areStated(scan.pointTimes, scan.lineTimes)
    return file
  }

  /// Returns the ways of the lines of a file, by their features.
  static func ways(_ file: FeatureFile) throws(DocumentError) -> [FeatureName: [[WayPoint]]] {
    file.ways(try GeoJSONScan(file.text.bytes, keepsWays: true).ways)
  }
}
