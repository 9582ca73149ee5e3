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

  /// Whether the first element of a text is `gpx`, in any namespace.
  static func begins(_ bytes: [UInt8]) -> Bool {
    FeatureText(bytes).rootName.map { $0 == "gpx" || $0.hasSuffix(":gpx") } ?? false
  }

  /// Reads a file.
  ///
  /// - Throws: The codes of XML.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> FeatureFile {
    let text = FeatureText(bytes)
    let (root, scan) = try scanned(text.bytes)
    guard root.name.local == "gpx" else {
      throw DocumentError(.notADocument, "the first element is \(root.name.local), not gpx")
    }
    var file = FeatureFile(bytes: bytes, text: text, whole: whole(root))
    let made = GPXFeatures(scan, root)
    file.features = made.features
    file.groups = made.groups
    let points = scan.places + scan.routes.flatMap(\.routePoints)
    file.takesPointTimes = FeatureVisits.areStated(
      points.filter { $0.exactElement == nil }.compactMap {
        FeatureTime($0.string("time"))?.instant
      }, scan.tracks.compactMap(\.ends.times))
    file.keptNames = made.scan.keptNames
    file.findings = (text.hasReplacements ? [.init(.replacedLetters)] : []) + made.findings
    for element in scan.places + scan.routes + scan.tracks.map(\.element) {
      file.ends[element.name.local] = element.range.upperBound
    }
    file.number()
    return file
  }

  private static func scanned(
    _ text: [UInt8]
  ) throws(DocumentError) -> (XMLElement, GPXScan) {
    var scan = GPXScan()
    let root = try FeatureText.root(of: text, isAgain: { scan = GPXScan() }) {
      scan.keeps(&$0, in: $1)
    }
    return (root, scan)
  }

  /// Returns what the file says of all features.
  private static func whole(_ root: XMLElement) -> FeatureFile.Stated {
    var feature = Feature(.file)
    feature.kind = root.attribute("creator") ?? ""
    if let head = head(of: root) {
      feature.name = head.string("name")
      feature.details = details(of: head, name: feature.name)
      feature.links = links(of: head)
    }
    let exact = exactElements(root).first { $0.tree[ExactFeature.file] != nil }
    feature.exact = exact?.tree
    var stated = FeatureFile.Stated(feature: feature, elements: [root])
    stated.digest = exact.map { Digest(of: CanonicalJSON.bytes(of: $0.tree)).text } ?? ""
    return stated
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

  /// Returns what this library wrote for the file: objects that have no place on a map.
  static func exactElements(_ root: XMLElement) -> [(element: XMLElement, tree: Tree)] {
    (root.children + (root.child("extensions")?.children ?? [])).compactMap { element in
      guard element.isExact, let tree = Tree(exactText: element.text) else { return nil }
      return (element, tree)
    }
  }

  /// Returns the words about an element.
  static func details(of element: XMLElement, name: String) -> String {
    Feature.details([element.string("desc"), element.string("cmt")], name: name)
  }

  /// Returns the links of an element that are URLs.
  static func links(of element: XMLElement) -> [String] {
    var links: [String] = []
    var seen: Set<ComparisonText> = []
    for child in element.children {
      let link = child.name.local == "link" ? child.attribute("href") : nil
      let text = (child.name.local == "url" ? child.text : link ?? "").trimmingWhitespace
      if !text.isEmpty, (try? URLText.parse(text)) != nil,
        seen.insert(ComparisonText(text)).inserted
      {
        links.append(text)
      }
    }
    return links
  }
}
