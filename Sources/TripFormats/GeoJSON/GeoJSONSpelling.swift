import DocumentTables
import Markup

/// How features are written as GeoJSON.
enum GeoJSONSpelling {
  /// Returns the feature of what this library states, on one line.
  static func feature(_ feature: Feature) -> String {
    Self.feature(properties: members(of: feature), geometry: geometry(of: feature))
  }

  /// Returns a feature without a place, with what no other member of a file can say.
  static func own(_ tree: Tree) -> String {
    feature(properties: [exact(tree)], geometry: "null")
  }

  static func feature(properties: [String], geometry: String) -> String {
    "{\"type\": \"Feature\", \"properties\": {\(properties.joined(separator: ", "))}, \"geometry\": \(geometry)}"
  }

  // MARK: Members

  /// Returns the property of what this library writes beside a feature: a text, because programs of tables lose objects.
  static func exact(_ tree: Tree) -> String { member(ExactFeature.namespace, tree.exactText) }

  static func member(_ name: String, _ value: String) -> String {
    "\(string(name)): \(string(value))"
  }

  /// Returns the members with the words of a feature or a file that say something.
  static func members(of feature: Feature) -> [String] {
    var members: [String] = []
    func add(_ meaning: GeoJSONProperties.Meaning, _ value: String?) {
      if let value, !value.isEmpty { members.append(member(meaning.name(for: value), value)) }
    }
    add(.name, feature.name)
    add(.details, feature.details)
    if feature.shape == .file { return members }
    if let links = links(feature.links) { members.append(links) }
    add(.address, feature.address)
    add(.telephone, feature.telephone)
    add(.kind, feature.kind)
    if feature.shape == .leg {
      add(.from, feature.points.first?.name)
      add(.to, feature.points.last?.name)
    }
    add(.start, feature.points.first?.time)
    if feature.points.count > 1 { add(.end, feature.points.last?.time) }
    if let exact = feature.exact { members.append(Self.exact(exact)) }
    return members
  }

  /// Returns the member of links; nil without any.
  static func links(_ links: [String]) -> String? {
    if links.count < 2 { return links.first.map { member("url", $0) } }
    return "\"links\": [" + links.map(string).joined(separator: ", ") + "]"
  }

  // MARK: Geometries

  static func geometry(of feature: Feature) -> String {
    let known = feature.points.filter { $0.latitude != nil && $0.longitude != nil }
    if feature.shape == .place { return known.first.map(point) ?? "null" }
    guard !known.isEmpty else { return "null" }
    let positions = known.map(position).joined(separator: ", ")
    return "{\"type\": \"LineString\", \"coordinates\": [\(positions)]}"
  }

  static func point(_ point: Feature.Point) -> String {
    "{\"type\": \"Point\", \"coordinates\": \(position(point))}"
  }

  private static func position(_ point: Feature.Point) -> String {
    "[\(number(point.longitude)), \(number(point.latitude))]"
  }

  static func number(_ number: Double?) -> String { XMLSpelling.number(number ?? 0) }

  static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
