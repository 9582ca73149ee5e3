import DocumentTables
import Markup

/// How elements are written into a KML file: its prefix, the order of its schema.
struct KMLSpelling {
  let rootName: String
  let prefix: String

  init(_ text: [UInt8], _ root: XMLElement) {
    rootName = XMLSpelling.name(ofTag: text[root.startTag])
    prefix = XMLSpelling.prefix(of: rootName)
  }

  /// The places of the children of documents, folders and placemarks.
  static let order: [String: Int] = Dictionary(
    uniqueKeysWithValues: [
      "name", "visibility", "open", "balloonVisibility", "author", "link", "address",
      "AddressDetails", "phoneNumber", "Snippet", "snippet", "description", "Camera", "LookAt",
      "TimeStamp", "TimeSpan", "styleUrl", "Style", "StyleMap", "Region", "Metadata",
      "ExtendedData", "Schema", "Point", "LineString", "LinearRing", "Polygon", "MultiGeometry",
      "Model", "Track", "MultiTrack", "Placemark", "Folder", "NetworkLink", "GroundOverlay",
    ].enumerated().map { ($1, $0) })

  func child(_ name: String, _ value: String) -> ElementText {
    XMLSpelling.child(name, value, prefix)
  }

  func element(_ name: String, _ content: String) -> ElementText {
    ElementText(name: name, text: "<\(prefix)\(name)>\(content)</\(prefix)\(name)>")
  }

  // MARK: Words

  /// Changes the name, the words and the links of an element.
  func setWords(
    _ old: Feature, _ new: Feature, _ element: XMLElement, _ children: inout ElementEditing
  ) {
    if old.name != new.name { children.set("name", new.name) }
    if old.details != new.details { children.set("description", new.details) }
    guard old.links != new.links else { return }
    for child in element.children where child.name.local == "link" { children.remove(child) }
    for link in new.links.prefix(1) { children.add(self.link(link)) }
  }

  /// Returns the children that say the words of a feature, in their order.
  func words(_ feature: Feature) -> [ElementText] {
    var words: [ElementText] = []
    func add(_ name: String, _ value: String) {
      if !value.isEmpty { words.append(child(name, value)) }
    }
    add("name", feature.name)
    words += feature.links.prefix(1).map(link)
    add("address", feature.address)
    add("phoneNumber", feature.telephone)
    add("description", feature.details)
    return words
  }

  /// An element has one link, of Atom's vocabulary.
  private func link(_ link: String) -> ElementText {
    ElementText(
      name: "link",
      text:
        "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" href=\"\(XMLSpelling.quoted(link))\"/>"
    )
  }

  // MARK: Exact values

  func exactChild(_ trees: [Tree]) -> ElementText {
    element("ExtendedData", trees.map(XMLSpelling.exact).joined())
  }

  /// Adds what this library writes beside an element.
  func addExact(_ trees: [Tree], to element: XMLElement, _ children: inout ElementEditing) {
    guard !trees.isEmpty else { return }
    guard let data = element.child("ExtendedData") else {
      return children.add(exactChild(trees))
    }
    if let content = data.content {
      children.add(
        TextEdit(
          content.upperBound..<content.upperBound,
          trees.map(XMLSpelling.exact).joined().utf8))
    } else {
      children.add(TextEdit(data.range, exactChild(trees).text.utf8))
    }
  }

  // MARK: Placemarks

  /// Returns the element of a new feature.
  func placemark(_ feature: Feature) -> String {
    var children = words(feature)
    if let time = time(feature) { children.append(time) }
    if let exact = feature.exact { children.append(exactChild([exact])) }
    if feature.shape == .place, let point = feature.points.first {
      if point.isKnown { children.append(self.point(point)) }
    } else if !feature.points.isEmpty {
      let tuples = feature.points.map(Self.tuple).joined(separator: " ")
      children.append(element("LineString", child("coordinates", tuples).text))
    }
    return element("Placemark", children.map { "\n    " + $0.text }.joined() + "\n  ").text
  }

  func point(_ point: Feature.Point) -> ElementText {
    element("Point", child("coordinates", Self.tuple(point)).text)
  }

  /// Returns the element of the times of a feature; nil if it has none.
  func time(_ feature: Feature) -> ElementText? {
    let first = feature.points.first?.time
    let last = feature.points.count > 1 ? feature.points.last?.time : nil
    guard let last else { return first.map { element("TimeStamp", child("when", $0).text) } }
    let begin = first.map { child("begin", $0).text } ?? ""
    return element("TimeSpan", begin + child("end", last).text)
  }

  /// Returns a point as KML states it: the longitude first.
  static func tuple(_ point: Feature.Point) -> String {
    [point.longitude, point.latitude].map { XMLSpelling.number($0 ?? 0) }.joined(separator: ",")
  }
}
