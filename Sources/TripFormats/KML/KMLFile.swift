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

  /// Whether the first element of a text is `kml`, in any namespace.
  static func begins(_ bytes: [UInt8]) -> Bool {
    FeatureText(bytes).rootName.map { $0 == "kml" || $0.hasSuffix(":kml") } ?? false
  }

  /// Reads a file, or the file in an archive.
  ///
  /// - Throws: The codes of XML and of zip archives; `not-a-document` for a file that only links to another one.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> FeatureFile {
    let container =
      bytes.starts(with: [0x50, 0x4B, 3, 4]) ? try KMZArchive.container(bytes) : nil
    let text = FeatureText(container?.text ?? bytes)
    var scan = KMLScan()
    let root = try FeatureText.root(of: text.bytes, isAgain: { scan = KMLScan() }) {
      scan.keeps(&$0, in: $1)
    }
    guard root.name.local == "kml" else {
      throw DocumentError(.notADocument, "the first element is \(root.name.local), not kml")
    }
    if scan.placemarks.isEmpty, let link = scan.links.first {
      throw DocumentError(
        .notADocument,
        "it only links to \(link.prefix(200)); open the map there, and export its places themselves"
      )
    }
    var file = FeatureFile(bytes: bytes, text: text, whole: whole(root))
    file.container = container
    let made = KMLFeatures(scan, root)
    file.features = made.features
    file.keptNames = made.keptNames
    file.takesPointTimes = FeatureVisits.areStated(
      scan.placemarks.compactMap(\.pointTime), scan.placemarks.compactMap(\.line.times))
    file.findings = (text.hasReplacements ? [.init(.replacedLetters)] : []) + made.findings
    if let last = scan.placemarks.last {
      file.ends["Placemark"] = last.element.range.upperBound
    }
    file.number()
    return file
  }

  /// Returns what the file says of all features.
  private static func whole(_ root: XMLElement) -> FeatureFile.Stated {
    var feature = Feature(.file)
    if let head = head(of: root) {
      feature.name = head.string("name")
      feature.details = Feature.details([head.string("description")], name: feature.name)
      feature.links = links(of: head)
    }
    let exact = exactElements(root).first { $0.tree[ExactFeature.file] != nil }
    feature.exact = exact?.tree
    var stated = FeatureFile.Stated(feature: feature, elements: [root])
    stated.digest = exact.map { Digest(of: CanonicalJSON.bytes(of: $0.tree)).text } ?? ""
    return stated
  }

  /// Returns the element with the words of the file; nil if a placemark is alone in it.
  static func head(of root: XMLElement) -> XMLElement? {
    root.child("Document") ?? root.child("Folder")
  }

  /// Returns what this library wrote for the file: objects that have no place on a map.
  static func exactElements(_ root: XMLElement) -> [(element: XMLElement, tree: Tree)] {
    head(of: root).map(exactElements(head:)) ?? []
  }

  static func exactElements(head: XMLElement) -> [(element: XMLElement, tree: Tree)] {
    (head.child("ExtendedData")?.children ?? []).compactMap { element in
      guard element.isExact, let tree = Tree(exactText: element.text) else { return nil }
      return (element, tree)
    }
  }

  /// Returns the links of an element that are URLs.
  static func links(of element: XMLElement) -> [String] {
    var seen: Set<ComparisonText> = []
    return element.children.compactMap { child in
      guard child.name.local == "link", child.attribute("rel") != "app",
        let link = child.attribute("href")?.trimmingWhitespace,
        !link.isEmpty, (try? URLText.parse(link)) != nil,
        seen.insert(ComparisonText(link)).inserted
      else { return nil }
      return link
    }
  }
}
