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
  /// The namespace of what this library writes.
  static let namespace = "urn:trip-documents:features"

  static let empty = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="tripconv">
    </gpx>

    """.utf8)

  /// Whether the first element of a text is `gpx`, in any namespace.
  static func begins(_ bytes: [UInt8]) -> Bool {
    var text = FeatureText(bytes).bytes[...]
    while let start = text.firstIndex(of: UInt8(ascii: "<")) {
      // Nothing but white space comes before the root.
      guard text[..<start].allSatisfy({ $0 <= 0x20 }) else { return false }
      let rest = text[start...]
      let end: Range<Int>?
      if rest.starts(with: "<!--".utf8) {
        end = rest.firstRange(of: Array("-->".utf8))
      } else if rest.starts(with: "<?".utf8) {
        end = rest.firstRange(of: Array("?>".utf8))
      } else {
        let name = rest.dropFirst().prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
        return name.elementsEqual("gpx".utf8) || name.suffix(4).elementsEqual(":gpx".utf8)
      }
      guard let end else { return false }
      text = text[end.upperBound...]
    }
    return false
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
    if text.hasReplacements { file.findings.append(.init(.replacedLetters)) }
    var features = scan
    features.addFeatures(to: &file, root)
    file.keptNames = features.keptNames
    addLines(to: &file)
    return file
  }

  private static func scanned(
    _ text: [UInt8]
  ) throws(DocumentError) -> (XMLElement, GPXScan) {
    do throws(MarkupError) {
      var scan = GPXScan()
      do throws(MarkupError) {
        return (try XMLElement.read(text) { scan.keeps($0, in: $1) }, scan)
      } catch {
        guard error.code == .xmlNamespace else { throw error }
        scan = GPXScan()
        let root = try XMLElement.read(text, takesAnyPrefix: true) { scan.keeps($0, in: $1) }
        return (root, scan)
      }
    } catch {
      throw DocumentError(error)
    }
  }

  /// Returns what the file says of all features.
  private static func whole(_ root: XMLElement) -> FeatureFile.Stated {
    let head = root.child("metadata") ?? root
    var feature = Feature(.file)
    feature.name = isGenerated(head.string("name"), root) ? "" : head.string("name")
    feature.details = details(of: head, name: feature.name)
    feature.links = links(of: head)
    let own = ownElements(root)
    feature.exact = own.first { $0.tree[Exact.file] != nil }?.tree
    return FeatureFile.Stated(feature: feature, elements: [root])
  }

  /// Whether a program wrote a name that says nothing about the trip.
  private static func isGenerated(_ name: String, _ root: XMLElement) -> Bool {
    let lower = name.lowercased()
    return lower == root.attribute("creator")?.lowercased()
      || ["garmin connect", "export", "new file", "gpx", "track", "route", "waypoints", "no name"]
        .contains(lower)
      || ["untitled", "converted from", "unnamed"].contains(where: lower.hasPrefix)
  }

  // MARK: Elements

  static func ownElements(_ root: XMLElement) -> [(element: XMLElement, tree: Tree)] {
    (root.children + (root.child("extensions")?.children ?? [])).compactMap { element in
      guard element.isOwn, let tree = Tree(exactText: element.text) else { return nil }
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
    for child in element.children {
      let link = child.name.local == "link" ? child.attribute("href") : nil
      let text = (child.name.local == "url" ? child.text : link ?? "").trimmingWhitespace
      if !text.isEmpty, (try? URLText.parse(text)) != nil, !links.contains(where: text.isSpelled) {
        links.append(text)
      }
    }
    return links
  }

  /// Counts the lines in front of the features, which are in the order of the file.
  private static func addLines(to file: inout FeatureFile) {
    let order = file.features.indices.sorted {
      file.features[$0].elements[0].range.lowerBound
        < file.features[$1].elements[0].range.lowerBound
    }
    var (line, offset) = (1, 0)
    for index in order {
      let range = file.features[index].elements[0].range
      line += file.text.bytes[offset..<max(offset, range.lowerBound)].count { $0 == 10 }
      offset = max(offset, range.lowerBound)
      file.features[index].line = line
      file.features[index].digest = Digest(of: Array(file.text.bytes[range])).text
    }
  }
}

extension XMLElement {
  var isOwn: Bool { name.namespace == GPXFile.namespace && name.local == "object" }

  /// Returns the first child of a name, in the namespace of the element.
  func child(_ local: String) -> XMLElement? {
    children.first { $0.name.local == local && $0.name.namespace == name.namespace }
  }

  /// The text of a child, without white space around it; empty if there is none.
  func string(_ local: String) -> String { child(local)?.text.trimmingWhitespace ?? "" }
}
