import DocumentTables
import Markup

/// What a file of places, routes and tracks says about one of them, before anything is made of it.
///
/// The record of an object keeps it as the state of the last import. Of the points of a line, it has the two ends.
struct Feature: Hashable, Sendable {
  enum Shape: String, Sendable {
    case place, line
    /// A line whose ends have names.
    case leg
    /// What the file says of all its features.
    case file
    /// An object that has no place on a map, written by this library.
    case object
  }

  struct Point: Hashable, Sendable {
    var latitude: Double?
    var longitude: Double?
    /// The time of the point, as the file spells it; that of a visit, or that at which the point was made.
    var time: String?
    var name = ""
  }

  var shape: Shape
  var name = ""
  /// What the file says about it, as text without marks.
  var details = ""
  /// The word for its kind, such as `hiking` or `Lodging`; of a file the program that wrote it.
  var kind = ""
  var links: [String] = []
  var address = ""
  var telephone = ""
  /// The point of a place, twice if it states its begin and its end, or the ends of a line.
  var points: [Point] = []
  /// Whether a device recorded the line, so that its times are those of the way.
  var isRecorded = false
  /// What this library wrote beside it: what the format has no place for.
  var exact: Tree?

  init(_ shape: Shape) { self.shape = shape }
}

// Words as they are read.
extension Feature {
  /// Returns the first text that says something, without the marks of HTML: not one that only repeats the name, or counts.
  static func details(_ texts: [String], name: String) -> String {
    for text in texts {
      let words = PlainText.text(ofHTML: text.trimmingWhitespace)
      let lower = words.lowercased()
      if words.isEmpty || words == name || lower.hasPrefix("this is waypoint no")
        || lower.hasPrefix("waypoint no")
      {
        continue
      }
      return words
    }
    return ""
  }

  /// Returns the texts that are URLs, each once.
  static func links(_ texts: [String]) -> [String] {
    var seen: Set<ComparisonText> = []
    return texts.map(\.trimmingWhitespace).filter { text in
      !text.isEmpty && (try? URLText.parse(text)) != nil
        && seen.insert(ComparisonText(text)).inserted
    }
  }

  /// The name of a leg, if it says more than the ends do.
  var nameBesideEnds: String {
    let lower = name.lowercased()
    return points.allSatisfy { lower.contains($0.name.lowercased()) } ? "" : name
  }

  /// The feature as it is read once it is written: with words that a file can state.
  var asRead: Feature {
    var feature = self
    feature.name = name.stated
    for index in feature.points.indices { feature.points[index].name = points[index].name.stated }
    var details = details.stated
    // Words that look like marks may hide others.
    for _ in 0..<4 {
      let read = Self.details([details], name: feature.name)
      if read == details { break }
      details = read.stated
    }
    feature.details = Self.details([details], name: feature.name) == details ? details : ""
    if feature.shape == .leg, feature.details.isEmpty { feature.details = feature.nameBesideEnds }
    feature.kind = kind.stated
    feature.address = address.stated
    feature.telephone = telephone.stated
    var seen: Set<ComparisonText> = []
    feature.links = links.filter { seen.insert(ComparisonText($0)).inserted }
    return feature
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmingWhitespace: String {
    var bytes = utf8[...]
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes.count == utf8.count ? self : String(Substring(bytes))
  }

  /// The text without white space at its ends and without characters that XML cannot state.
  fileprivate var stated: String {
    var text = self
    if text.withUTF8(XMLText.isRepresentable) { return trimmingWhitespace }
    let scalars = unicodeScalars.filter { scalar in
      scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        || [9, 10, 13].contains(scalar.value)
    }
    return String(String.UnicodeScalarView(scalars)).trimmingWhitespace
  }
}

extension Feature.Point {
  /// Whether it lies on the globe; points that a program did not know are at 0, 0.
  var isKnown: Bool {
    guard let latitude, let longitude else { return false }
    return -90...90 ~= latitude && -180...180 ~= longitude && !(latitude == 0 && longitude == 0)
  }

  /// The place as a value of a document; nil if it is not known.
  var location: Tree? {
    guard isKnown, let latitude, let longitude else { return nil }
    return .members(["latitude": .double(latitude), "longitude": .double(longitude)])
  }
}

// The form in records.
extension Feature {
  init?(_ tree: Tree?) {
    guard let tree, let shape = tree["shape"]?.textValue.flatMap(Shape.init) else { return nil }
    self.init(shape)
    name = tree["name"]?.textValue ?? ""
    details = tree["details"]?.textValue ?? ""
    kind = tree["kind"]?.textValue ?? ""
    links = tree["links"]?.arrayValue?.compactMap(\.textValue) ?? []
    address = tree["address"]?.textValue ?? ""
    telephone = tree["telephone"]?.textValue ?? ""
    points = tree["points"]?.arrayValue?.map(Point.init) ?? []
    isRecorded = tree["isRecorded"]?.boolValue ?? false
    exact = tree["exact"]
  }

  var tree: Tree {
    var members: [String: Tree] = ["shape": .text(shape.rawValue)]
    for (name, text) in [
      ("name", name), ("details", details), ("kind", kind), ("address", address),
      ("telephone", telephone),
    ] where !text.isEmpty {
      members[name] = .text(text)
    }
    if !links.isEmpty { members["links"] = .array(links.map { .text($0) }) }
    if !points.isEmpty { members["points"] = .array(points.map(\.tree)) }
    if isRecorded { members["isRecorded"] = .bool(true) }
    members["exact"] = exact
    return .members(members)
  }
}

extension Feature.Point {
  fileprivate init(_ tree: Tree) {
    self.init(
      latitude: tree["latitude"]?.numberValue, longitude: tree["longitude"]?.numberValue,
      time: tree["time"]?.textValue, name: tree["name"]?.textValue ?? "")
  }

  fileprivate var tree: Tree {
    var members: [String: Tree] = [:]
    members["latitude"] = latitude.map { .double($0) }
    members["longitude"] = longitude.map { .double($0) }
    members["time"] = time.map { .text($0) }
    if !name.isEmpty { members["name"] = .text(name) }
    return .members(members)
  }
}
