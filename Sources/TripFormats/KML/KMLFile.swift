import DocumentFile
import DocumentTables
import Markup

/// A KML file, alone or in an archive, as features.
///
///     kml ─► Document, Folder ─► the words of the file
///                    └─ Placemark ─┬─ Point, an address or words alone ─► a place
///                                  └─ LineString, gx:Track ─► a line
enum KMLFile {
  static let empty = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2">
    <Document>
    </Document>
    </kml>

    """.utf8)

  /// The element for data of other programs.
  static let data = "ExtendedData"

  /// Reads a file, or the file in an archive.
  ///
  /// - Throws: The codes of XML and of zip archives; `not-a-document` for a file that only links to another one.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> FeatureFile {
    let container = OtherArchive.begins(bytes) ? try KMZArchive.container(bytes) : nil
    let text = FeatureText(container?.text ?? bytes)
    let (root, scan) = try text.scanned("kml", by: KMLScan()) { $0.keeps(&$1, in: $2) }
    if scan.placemarks.isEmpty, let link = scan.links.first {
      throw DocumentError(
        .notADocument,
        "it only links to \(link.prefix(200)); open the map there, and export its places themselves"
      )
    }
    let made = KMLFeatures(scan)
    var file = FeatureFile(
      bytes, text, root, words: words(of: root),
      own: head(of: root)?.exactElements(in: data) ?? [], made.features, made.findings)
    file.container = container
    file.keptNames = made.keptNames
    file.takesPointTimes = FeatureVisits.areStated(
      scan.placemarks.compactMap(\.pointTime), scan.placemarks.compactMap(\.line.ends.times))
    if let last = scan.placemarks.last {
      file.ends["Placemark"] = last.element.range.upperBound
    }
    return file
  }

  /// Returns what the elements of the file say of all features.
  private static func words(of root: XMLElement) -> Feature {
    var feature = Feature(.file)
    if let head = head(of: root) {
      feature.name = head.string("name")
      feature.details = Feature.details([head.string("description")], name: feature.name)
      feature.links = links(of: head)
    }
    return feature
  }

  /// Returns the element with the words of the file; nil if a placemark is alone in it.
  static func head(of root: XMLElement) -> XMLElement? {
    root.child("Document") ?? root.child("Folder")
  }

  /// Returns the links of an element that are URLs.
  static func links(of element: XMLElement) -> [String] {
    Feature.links(
      element.children.filter { $0.name.local == "link" && $0.attribute("rel") != "app" }
        .compactMap { $0.attribute("href") })
  }
}
