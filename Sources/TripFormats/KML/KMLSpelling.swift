import DocumentTables
import Markup

/// How elements are written into a KML file: the order of its schema.
struct KMLSpelling {
  let elements: ElementSpelling

  init(_ text: [UInt8], _ root: XMLElement) {
    elements = ElementSpelling(text, root, dataName: KMLFile.data)
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
      if !value.isEmpty { words.append(elements.child(name, value)) }
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

  // MARK: Placemarks

  /// Returns the element of a new feature.
  func placemark(_ feature: Feature) -> String {
    var children = words(feature)
    if let time = time(feature) { children.append(time) }
    if let exact = feature.exact { children.append(elements.data([exact])) }
    if feature.shape == .place, let point = feature.points.first {
      if point.isKnown { children.append(self.point(point)) }
    } else if !feature.points.isEmpty {
      let tuples = feature.points.map(Self.tuple).joined(separator: " ")
      children.append(elements.element("LineString", elements.child("coordinates", tuples).text))
    }
    return elements.element("Placemark", children.map { "\n    " + $0.text }.joined() + "\n  ").text
  }

  func point(_ point: Feature.Point) -> ElementText {
    elements.element("Point", elements.child("coordinates", Self.tuple(point)).text)
  }

  /// Returns the element of the times of a feature; nil if it has none.
  func time(_ feature: Feature) -> ElementText? {
    let first = feature.points.first?.time
    let last = feature.points.count > 1 ? feature.points.last?.time : nil
    guard let last else {
      return first.map { elements.element("TimeStamp", elements.child("when", $0).text) }
    }
    let begin = first.map { elements.child("begin", $0).text } ?? ""
    return elements.element("TimeSpan", begin + elements.child("end", last).text)
  }

  /// Returns a point as KML states it: the longitude first.
  static func tuple(_ point: Feature.Point) -> String {
    [point.longitude, point.latitude].map { XMLSpelling.number($0 ?? 0) }.joined(separator: ",")
  }
}
