import DocumentFile
import DocumentTables
import Markup

/// A GPX file (1.1, 1.0 and what programs write instead) as features.
///
///     gpx ─┬─ metadata, or name, desc and url ─► the file
///          ├─ wpt ─► a place
///          ├─ rte ─► stops, a leg or a line (``GPXRoute``)
///          └─ trk ─► a line; its points pass by
enum GPXFile {
  static let empty = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="tripconv">
    </gpx>

    """.utf8)

  /// Reads a file.
  ///
  /// - Throws: The codes of XML.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> FeatureFile {
    let text = FeatureText(bytes)
    let (root, scan) = try text.scanned("gpx", by: GPXScan()) { $0.keeps(&$1, in: $2) }
    let made = GPXFeatures(scan)
    var file = FeatureFile(
      bytes, text, root, words: words(of: root), own: root.exactElements(in: GPXSpelling.data),
      made.features, made.findings)
    file.groups = made.groups
    let points = scan.places + scan.routes.flatMap(\.routePoints)
    file.takesPointTimes = FeatureVisits.areStated(
      points.filter { $0.exactElements(in: GPXSpelling.data).isEmpty }.compactMap {
        FeatureTime($0.string("time"))?.instant
      }, scan.tracks.compactMap(\.ends.times))
    file.keptNames = made.scan.keptNames
    for element in scan.places + scan.routes + scan.tracks.map(\.element) {
      file.ends[element.name.local] = element.range.upperBound
    }
    return file
  }

  /// Returns what the elements of the file say of all features.
  private static func words(of root: XMLElement) -> Feature {
    var feature = Feature(.file)
    feature.kind = root.attribute("creator") ?? ""
    if let head = head(of: root) {
      feature.name = head.string("name")
      feature.details = details(of: head, name: feature.name)
      feature.links = links(of: head)
    }
    return feature
  }

  /// Returns the element with the words of the file: `metadata`, or the root of the oldest version; nil if there is none yet.
  static func head(of root: XMLElement) -> XMLElement? {
    let words = ["name", "desc", "url"].contains { root.child($0) != nil }
    return root.child("metadata") ?? (isVersion1_0(root) || words ? root : nil)
  }

  /// Whether a file is of GPX 1.0, which has neither `metadata` nor `extensions`.
  static func isVersion1_0(_ root: XMLElement) -> Bool {
    root.attribute("version") == "1.0" || root.name.namespace.hasSuffix("/1/0")
  }

  // MARK: Elements

  /// Returns the words about an element.
  static func details(of element: XMLElement, name: String) -> String {
    Feature.details([element.string("desc"), element.string("cmt")], name: name)
  }

  /// Returns the links of an element that are URLs.
  static func links(of element: XMLElement) -> [String] {
    Feature.links(
      element.children.compactMap { child in
        switch child.name.local {
        case "link": child.attribute("href")
        case "url": child.text
        default: nil
        }
      })
  }
}
