import DocumentTables
import Markup

/// How elements are written into a GPX file: its prefix, its version, the order of its schema.
struct GPXSpelling {
  let isVersion1_0: Bool
  /// The name of the root as its tag spells it.
  let rootName: String
  /// The prefix of the elements with its colon; as a rule they have none.
  let prefix: String
  init(_ text: [UInt8], _ root: XMLElement) {
    isVersion1_0 = GPXFile.isVersion1_0(root)
    rootName = XMLSpelling.name(ofTag: text[root.startTag])
    prefix = XMLSpelling.prefix(of: rootName)
  }

  // MARK: The order of the schemas

  private static let pointChildren = [
    "ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link", "url", "urlname",
    "sym", "type", "fix", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "extensions",
  ]
  private static let lineChildren = [
    "name", "cmt", "desc", "src", "link", "url", "urlname", "number", "type", "extensions",
    "rtept", "trkseg",
  ]
  private static let headChildren = [
    "name", "desc", "author", "email", "copyright", "url", "urlname", "link", "time", "keywords",
    "bounds", "extensions",
  ]
  private static let orders = [pointChildren, lineChildren, headChildren].map { names in
    Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }

  /// Returns the places of the children of an element.
  static func order(of element: String) -> [String: Int] {
    switch element {
    case "wpt", "rtept": orders[0]
    case "rte", "trk": orders[1]
    default: orders[2]
    }
  }

  // MARK: Elements

  func element(_ name: String, _ content: String) -> String {
    "<\(prefix)\(name)>\(content)</\(prefix)\(name)>"
  }

  func child(_ name: String, _ value: String) -> ElementText {
    XMLSpelling.child(name, value, prefix)
  }

  func exactChild(_ exact: Tree) -> ElementText {
    let text = XMLSpelling.exact(exact)
    return ElementText(
      name: "extensions", text: isVersion1_0 ? text : element("extensions", text))
  }

  /// Returns the elements of links; the oldest version has one.
  func links(_ links: [String]) -> [ElementText] {
    links.prefix(isVersion1_0 ? 1 : .max).map { link in
      isVersion1_0
        ? child("url", link)
        : ElementText(name: "link", text: "<\(prefix)link href=\"\(XMLSpelling.quoted(link))\"/>")
    }
  }

  /// Returns the children of a feature, in their order.
  func children(of feature: Feature) -> [ElementText] {
    var children: [ElementText] = []
    func add(_ name: String, _ value: String) {
      if !value.isEmpty { children.append(child(name, value)) }
    }
    add("name", feature.name)
    add("desc", feature.details)
    children += links(feature.links)
    if feature.shape == .file { return children }
    // Devices show the symbol of a place.
    if feature.shape == .place { add("sym", feature.kind) }
    add("type", feature.kind)
    if let exact = feature.exact { children.append(exactChild(exact)) }
    return children
  }

  /// Returns the element of a new feature.
  func element(_ feature: Feature) -> String {
    let words = children(of: feature).map { "\n    " + $0.text }.joined()
    switch feature.shape {
    case .leg:
      let points = feature.points.map { point in
        "\n    "
          + self.point(
            "rtept", point, point.name.isEmpty ? "" : child("name", point.name).text)
      }
      return element("rte", words + points.joined() + "\n  ")
    case .line: return element("trk", words + "\n  ")
    default: return point("wpt", feature.points.first, words + "\n  ", space: "\n    ")
    }
  }

  /// - Parameter space: The white space in front of the time.
  private func point(
    _ name: String, _ point: Feature.Point?, _ content: String, space: String = ""
  ) -> String {
    var tag = "<\(prefix)\(name)"
    if let latitude = point?.latitude { tag += " lat=\"\(XMLSpelling.number(latitude))\"" }
    if let longitude = point?.longitude { tag += " lon=\"\(XMLSpelling.number(longitude))\"" }
    tag += ">"
    if let time = point?.time { tag += space + child("time", time).text }
    return tag + content + "</\(prefix)\(name)>"
  }
}
