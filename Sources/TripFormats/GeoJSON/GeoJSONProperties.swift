import DocumentTables
import Markup

/// What the properties of a feature say, under the names that programs give them.
///
/// GeoJSON has no names of its own. These are those of togeojson, ogr2ogr, uMap, geojson.io (simplestyle), Google's takeout and
/// OpenStreetMap; capitals do not count.
struct GeoJSONProperties {
  /// A thing that properties say.
  enum Meaning: CaseIterable {
    case name, details, link, address, telephone, kind, start, end, from, to, program

    /// The names of the properties that say it, the one that is written first; a dot leads into an object.
    var names: [String] {
      switch self {
      case .name: ["name", "title", "label", "location.business name", "location.name"]
      case .details:
        [
          "description", "desc", "notes", "note", "comment", "cmt", "popupcontent",
          "description.value",
        ]
      case .link:
        [
          "url", "links", "link", "href", "website", "contact:website", "google maps url",
          "google_maps_url",
        ]
      case .address: ["address", "location.address", "addr:full"]
      case .telephone: ["phone", "telephone", "tel", "contact:phone"]
      case .kind:
        [
          "type", "sym", "sport", "activity", "activitytype", "activity_type", "category",
          "tourism", "marker-symbol",
        ]
      case .start:
        [
          "time", "start", "begin", "timestamp", "datetime", "starttime", "start_time", "startdate",
          "start_date", "date", "timespan.begin",
        ]
      case .end:
        ["end", "endtime", "end_time", "enddate", "end_date", "timespan.end"]
      case .from: ["from", "origin"]
      case .to: ["to", "destination"]
      case .program: ["generator"]
      }
    }

    /// The name of a new property with a value; days and times have names of their own, because a column of a table has one type.
    func name(for value: String) -> String {
      let isTime = value.utf8.contains(UInt8(ascii: ":"))
      switch self {
      case .start: return isTime ? "startTime" : "startDate"
      case .end: return isTime ? "endTime" : "endDate"
      default: return names[0]
      }
    }
  }

  /// The properties that say when each position of a line was reached.
  private static let lineTimes = ["coordtimes", "coordinateproperties.times", "times"]

  /// The properties that style a feature on a map, and the numbers that programs give to features.
  private static let looks: Set<String> = [
    "marker-color", "marker-size", "stroke", "stroke-width", "stroke-opacity", "fill",
    "fill-opacity", "color", "icon", "opacity", "weight", "styleurl", "stylehash", "id", "fid",
    "altitudemode", "extrude", "tessellate", "visibility", "draworder", "_umap_options",
  ]

  private let members: [(name: String, value: JSONValue)]
  /// The places of members by their names in small letters; of several the last counts.
  private let places: [String: Int]

  init(_ value: JSONValue) {
    if case .object(let members, _) = value { self.members = members } else { members = [] }
    places = Dictionary(
      members.enumerated().map { ($0.element.name.lowercased(), $0.offset) }
    ) { $1 }
  }

  /// Returns the value of a property; nil if there is none.
  private func value(_ name: String) -> JSONValue? {
    if let place = places[name] { return members[place].value }
    let parts = name.parts(dividedBy: ".", most: 1).map(String.init)
    guard parts.count == 2, let place = places[parts[0]] else { return nil }
    guard case .object(let inner, _) = members[place].value else { return nil }
    return inner.last { $0.name.lowercased() == parts[1] }?.value
  }

  /// Returns the first text that says something; empty if there is none.
  func text(_ meaning: Meaning) -> String {
    for name in meaning.names {
      if let text = value(name)?.text?.trimmingWhitespace, !text.isEmpty { return text }
    }
    return ""
  }

  /// The feature without its geometry.
  var feature: Feature {
    var feature = Feature(.place)
    feature.name = text(.name)
    feature.details = Feature.details(
      Meaning.details.names.compactMap { value($0)?.text }, name: feature.name)
    feature.links = Feature.links(
      Meaning.link.names.compactMap(value).flatMap(\.elements).compactMap {
        $0.text ?? $0["href"]?.text
      })
    feature.address = text(.address)
    feature.telephone = text(.telephone)
    feature.kind = text(.kind)
    return feature
  }

  /// When the feature begins and ends; not when a person marked a place in Google's maps.
  var times: (start: String?, end: String?) {
    let isBookmark = places["google maps url"] != nil || places["google_maps_url"] != nil
    func time(_ meaning: Meaning) -> String? {
      meaning.names.lazy.compactMap { value($0)?.time }.first
    }
    return isBookmark ? (nil, nil) : (time(.start), time(.end))
  }

  var ends: [String] { [text(.from), text(.to)] }

  /// The times of the positions of a line.
  var lineTimes: [String] {
    for name in Self.lineTimes {
      guard let value = value(name), case .array = value else { continue }
      return value.elements.flatMap(\.elements).compactMap(\.time)
    }
    return []
  }

  // MARK: What this library wrote

  var hasExact: Bool { places[ExactFeature.namespace] != nil }

  /// Whether there is nothing else.
  var isExactOnly: Bool {
    members.allSatisfy { $0.name == ExactFeature.namespace || $0.value.isNull }
  }

  /// Returns what this library wrote beside a feature, from the text of its properties.
  static func exact(_ properties: [UInt8]) -> Tree? {
    guard let parts = JSONParts(properties, properties.indices),
      let place = parts.value(ExactFeature.namespace)
    else { return nil }
    let text = String(decoding: properties[place], as: UTF8.self)
    // Some programs write a text that is JSON as an object.
    if text.utf8.first == UInt8(ascii: "{") { return Tree(exactText: text) }
    var budget = 16
    return (try? JSONValue(Array(text.utf8), &budget))?.text.flatMap { Tree(exactText: $0) }
  }

  /// The names that say nothing to an importer.
  var unreadNames: [String] {
    members.map(\.name).filter { name in
      let lower = name.lowercased()
      return name != ExactFeature.namespace && !Self.looks.contains(lower)
        && !Self.known.contains(lower)
    }
  }

  private static let known = Set(
    (Meaning.allCases.flatMap(\.names) + lineTimes).map { name in
      name.parts(dividedBy: ".", most: 1).first.map(String.init) ?? name
    })
}

extension JSONValue {
  /// A text, or a number as one.
  var text: String? {
    guard case .scalar(let tree) = self else { return nil }
    switch tree {
    case .text(let text): return text
    case .integer(let number): return String(number)
    default: return nil
    }
  }

  /// From the beginning of 1970 to that of 2001.
  private static let secondsTo2001: Int64 = 978_307_200

  var isNull: Bool { if case .scalar(.null) = self { true } else { false } }

  /// A time as a text; programs write seconds or milliseconds since 1970, too.
  var time: String? {
    guard case .scalar(let tree) = self else { return nil }
    switch tree {
    case .text(let text):
      return FeatureTime(text) == nil && FeatureTime.day(text) == nil ? nil : text
    case .integer(let number) where 100_000_000..<100_000_000_000 ~= number:
      return FeatureTime.text(ofSecond: number - Self.secondsTo2001)
    case .integer(let number) where 100_000_000_000..<100_000_000_000_000 ~= number:
      return FeatureTime.text(ofSecond: number / 1000 - Self.secondsTo2001)
    default: return nil
    }
  }
}
