import DocumentTables

/// The edits of one feature, whose other bytes stay.
enum GeoJSONElementEdits {
  private typealias Meaning = GeoJSONProperties.Meaning

  /// Returns the edits that make an element say another feature.
  static func edits(
    _ stated: FeatureFile.Stated, _ new: Feature, _ text: [UInt8]
  ) -> [TextEdit] {
    let (old, place) = (stated.feature, stated.elements[0].range)
    guard let members = JSONParts(text, place) else { return [] }
    guard isFeature(members) else { return wrapped(place, members, old, new, text) }
    var edits: [TextEdit] = []
    var gone: Set<Int> = []
    var added: [String] = []
    if let properties = members.value("properties").flatMap({ JSONParts(text, $0) }) {
      edits += propertyEdits(properties, old, new, text)
    } else {
      let words = "{" + changed(old, new).joined(separator: ", ") + "}"
      if let place = members.value("properties") {
        edits.append(TextEdit(place, words.utf8))
      } else {
        added.append("\"properties\": " + words)
      }
    }
    if let moved = moved(old, new) {
      edits += pointEdits(members, moved, text)
      gone.formUnion(members.parts.indices.filter { members.parts[$0].name == "bbox" })
    }
    return edits + members.edits(text, removing: gone, adding: added)
  }

  /// Returns a feature as the text of its file has it, for another file; a geometry becomes a feature.
  static func copy(_ stated: FeatureFile.Stated, of text: [UInt8]) -> String {
    let place = stated.elements[0].range
    let copy = String(decoding: text[place], as: UTF8.self)
    guard let members = JSONParts(text, place), !isFeature(members) else { return copy }
    return GeoJSONSpelling.feature(properties: [], geometry: copy)
  }

  /// Whether an object is a feature, and no geometry alone.
  private static func isFeature(_ members: JSONParts) -> Bool {
    members.value("coordinates") == nil && members.value("geometries") == nil
  }

  /// Returns the edits that make a feature of a geometry, which has no place for words.
  private static func wrapped(
    _ place: Range<Int>, _ geometry: JSONParts, _ old: Feature, _ new: Feature, _ text: [UInt8]
  ) -> [TextEdit] {
    let edits = moved(old, new).map { coordinateEdits(geometry, $0, text) } ?? []
    let edited = Array(text[..<place.upperBound]).applying(edits)[place.lowerBound...]
    let feature = GeoJSONSpelling.feature(
      properties: changed(old, new), geometry: String(decoding: edited, as: UTF8.self))
    return [TextEdit(place, feature.utf8)]
  }

  // MARK: Properties

  /// Returns the properties that say what is new, for a feature without any.
  private static func changed(_ old: Feature, _ new: Feature) -> [String] {
    var feature = new
    // The times of a recorded line are those of its positions.
    if old.isRecorded { for index in feature.points.indices { feature.points[index].time = nil } }
    return GeoJSONSpelling.members(of: feature)
  }

  private static func propertyEdits(
    _ properties: JSONParts, _ old: Feature, _ new: Feature, _ text: [UInt8]
  ) -> [TextEdit] {
    var edits: [TextEdit] = []
    var gone: Set<Int> = []
    var added: [String] = []
    func set(_ meaning: Meaning, _ before: String?, _ after: String?) {
      if before != after {
        Self.set(meaning, after ?? "", properties, text, &edits, &gone, &added)
      }
    }
    set(.name, old.name, new.name)
    set(.details, old.details, new.details)
    set(.address, old.address, new.address)
    set(.telephone, old.telephone, new.telephone)
    set(.kind, old.kind, new.kind)
    if old.links != new.links {
      let names = Set(Meaning.link.names)
      gone.formUnion(
        properties.parts.indices.filter { names.contains(properties.parts[$0].name.lowercased()) })
      if let links = GeoJSONSpelling.links(new.links) { added.append(links) }
    }
    if new.shape == .leg {
      set(.from, old.points.first?.name, new.points.first?.name)
      set(.to, old.points.last?.name, new.points.last?.name)
    }
    if !old.isRecorded {
      func end(_ feature: Feature) -> String? {
        feature.points.count > 1 ? feature.points.last?.time : nil
      }
      set(.start, old.points.first?.time, new.points.first?.time)
      set(.end, end(old), end(new))
    }
    if old.exact != new.exact {
      if let place = properties.value(ExactFeature.namespace), let exact = new.exact {
        edits.append(TextEdit(place, GeoJSONSpelling.string(exact.exactText).utf8))
      } else {
        gone.formUnion(
          properties.parts.indices.filter {
            properties.parts[$0].name == ExactFeature.namespace
          })
        if let exact = new.exact { added.append(GeoJSONSpelling.exact(exact)) }
      }
    }
    return edits + properties.edits(text, removing: gone, adding: added)
  }

  /// Sets what a member says, under the name that it has; an empty text takes all members away that say it.
  static func set(
    _ meaning: GeoJSONProperties.Meaning, _ value: String, _ members: JSONParts,
    _ text: [UInt8], _ edits: inout [TextEdit], _ gone: inout Set<Int>, _ added: inout [String]
  ) {
    let isTime = meaning == .start || meaning == .end
    /// Whether a value counts where the feature is read.
    func counts(_ place: Range<Int>) -> Bool {
      var budget = 16
      guard let value = try? JSONValue(Array(text[place]), &budget) else { return false }
      return isTime
        ? value.time != nil : !(value.text?.trimmingWhitespace.isEmpty ?? true)
    }
    let spelled = GeoJSONSpelling.string(value)
    for name in meaning.names {
      if let index = members.parts.lastIndex(where: { $0.name.lowercased() == name }) {
        let place = members.parts[index].value
        guard counts(place) else { continue }
        if value.isEmpty {
          gone.insert(index)
          continue
        }
        edits.append(TextEdit(place, spelled.utf8))
        return
      }
      guard let place = Self.inner(name, members, text), counts(place) else { continue }
      edits.append(TextEdit(place, spelled.utf8))
      if !value.isEmpty { return }
    }
    guard !value.isEmpty else { return }
    let name = meaning.name(for: value)
    if let index = members.parts.lastIndex(where: { $0.name.isSpelled(name) }) {
      edits.append(TextEdit(members.parts[index].value, spelled.utf8))
    } else {
      added.append(GeoJSONSpelling.member(name, value))
    }
  }

  /// Returns the place of a value in an object, such as `location.address`.
  private static func inner(_ path: String, _ members: JSONParts, _ text: [UInt8]) -> Range<Int>? {
    let names = path.parts(dividedBy: ".", most: 1).map(String.init)
    guard names.count == 2,
      let object = members.parts.last(where: { $0.name.lowercased() == names[0] }),
      let parts = JSONParts(text, object.value), parts.isObject
    else { return nil }
    return parts.parts.last { $0.name.lowercased() == names[1] }?.value
  }

  // MARK: Points

  /// Returns the new point of a place that was moved; nil for one that was not, and for lines, whose points stay.
  private static func moved(_ old: Feature, _ new: Feature) -> Feature.Point? {
    guard old.shape == .place, let point = new.points.first, point.isKnown,
      old.points.first?.latitude != point.latitude
        || old.points.first?.longitude != point.longitude
    else { return nil }
    return point
  }

  private static func pointEdits(
    _ members: JSONParts, _ point: Feature.Point, _ text: [UInt8]
  ) -> [TextEdit] {
    guard let place = members.value("geometry") else { return [] }
    guard let geometry = JSONParts(text, place) else {
      return [TextEdit(place, GeoJSONSpelling.point(point).utf8)]
    }
    return coordinateEdits(geometry, point, text)
  }

  /// Returns the edits of the first position of a place; a height stays.
  private static func coordinateEdits(
    _ geometry: JSONParts, _ point: Feature.Point, _ text: [UInt8]
  ) -> [TextEdit] {
    var waiting = [geometry]
    // Bound: each geometry lies in one that was looked at.
    while let next = waiting.popLast() {
      if let list = next.value("geometries").flatMap({ JSONParts(text, $0) }) {
        waiting += list.parts.reversed().compactMap { JSONParts(text, $0.value) }
      }
      let type = next.value("type").map { String(decoding: text[$0], as: UTF8.self) } ?? ""
      guard type.hasSuffix("Point\""),
        var position = next.value("coordinates").flatMap({ JSONParts(text, $0) })
      else { continue }
      if type.hasSuffix("MultiPoint\"") {
        guard let first = position.parts.first.flatMap({ JSONParts(text, $0.value) }) else {
          continue
        }
        position = first
      }
      guard position.parts.count > 1 else { continue }
      let box = next.parts.indices.filter { next.parts[$0].name == "bbox" }
      return next.edits(text, removing: Set(box), adding: []) + [
        TextEdit(position.parts[0].value, GeoJSONSpelling.number(point.longitude).utf8),
        TextEdit(position.parts[1].value, GeoJSONSpelling.number(point.latitude).utf8),
      ]
    }
    return []
  }
}
