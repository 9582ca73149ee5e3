import DocumentTables
import Markup

/// How elements are written into a GPX file: its version, the order of its schema.
struct GPXSpelling {
  /// The element for data of other programs.
  static let data = "extensions"

  let isVersion1_0: Bool
  let elements: ElementSpelling

  init(_ text: [UInt8], _ root: XMLElement) {
    isVersion1_0 = GPXFile.isVersion1_0(root)
    elements = ElementSpelling(text, root, dataName: Self.data, isDataLoose: isVersion1_0)
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

  /// Returns the elements of links; the oldest version has one.
  func links(_ links: [String]) -> [ElementText] {
    links.prefix(isVersion1_0 ? 1 : .max).map { link in
      isVersion1_0
        ? elements.child("url", link)
        : ElementText(
          name: "link", text: "<\(elements.prefix)link href=\"\(XMLSpelling.quoted(link))\"/>")
    }
  }

  /// Returns the children of a feature, in their order.
  func children(of feature: Feature) -> [ElementText] {
    var children: [ElementText] = []
    func add(_ name: String, _ value: String) {
      if !value.isEmpty { children.append(elements.child(name, value)) }
    }
    add("name", feature.name)
    add("desc", feature.details)
    children += links(feature.links)
    if feature.shape == .file { return children }
    // Devices show the symbol of a place.
    if feature.shape == .place { add("sym", feature.kind) }
    add("type", feature.kind)
    if let exact = feature.exact { children.append(elements.data([exact])) }
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
            "rtept", point, point.name.isEmpty ? "" : elements.child("name", point.name).text)
      }
      return elements.element("rte", words + points.joined() + "\n  ").text
    case .line: return elements.element("trk", words + "\n  ").text
    default: return point("wpt", feature.points.first, words + "\n  ", space: "\n    ")
    }
  }

  /// - Parameter space: The white space in front of the time.
  private func point(
    _ name: String, _ point: Feature.Point?, _ content: String, space: String = ""
  ) -> String {
    var tag = "<\(elements.prefix)\(name)"
    if let latitude = point?.latitude { tag += " lat=\"\(XMLSpelling.number(latitude))\"" }
    if let longitude = point?.longitude { tag += " lon=\"\(XMLSpelling.number(longitude))\"" }
    tag += ">"
    if let time = point?.time { tag += space + elements.child("time", time).text }
    return tag + content + "</\(elements.prefix)\(name)>"
  }
}
