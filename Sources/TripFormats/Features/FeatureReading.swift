import DocumentTables

/// What a feature means: the values of its object.
///
///     feature ─► entity, standard values ─► exact values that this library wrote, if the standard ones are as they were ─► content
struct FeatureReading: Sendable {
  let schema: TripSchema
  /// The zone that shows times in UTC; nil if it is not known.
  let zone: KnownZone?
  /// The name of a line without one: that of its file.
  let fallbackName: String

  /// Returns the entity of a feature's object.
  func entity(of feature: Feature) -> String {
    if let stated = feature.exact?[Exact.entity]?.textValue, schema.isEntity(stated),
      schema.isStatedAlone(stated)
    {
      return stated
    }
    switch feature.shape {
    case .leg: return "Leg"
    case .file: return "Trip"
    case .place: return FeatureKind.isStay(feature.kind) ? "Stay" : "BucketListItem"
    case .line, .object: return "BucketListItem"
    }
  }

  /// Returns what a feature says about its object.
  ///
  /// - Parameter note: Called for each exact value that is left out, because another program changed the field.
  func content(
    of feature: Feature, as entity: String, note: (_ attribute: String) -> Void = { _ in }
  ) -> ObjectContent {
    var content = ObjectContent(values: standard(feature, entity, zone))
    guard let exact = feature.exact else { return content }
    // Written without knowing a zone.
    let written = zone == nil ? content.values : standard(feature, entity, nil)
    let blanks = schema.blankValues(of: entity)
    for attribute in schema.attributes(of: entity) {
      let name = attribute.name
      guard let tree = exact[Exact.values]?[name] else { continue }
      let standard = Tree(written[name] ?? .null, of: attribute.type)
      let instead =
        exact[Exact.instead]?[name].map { $0.widened(to: attribute.type) }
        ?? Tree(blanks[name] ?? .null, of: attribute.type)
      guard instead == standard, let value = attribute.value(ofTree: tree) else {
        note(name)
        continue
      }
      content.values[name] = value
    }
    if schema.isTrip(entity) { content.participants = Exact.participants(exact) }
    return content
  }

  /// Returns the values that the elements of the format state.
  private func standard(_ feature: Feature, _ entity: String, _ zone: KnownZone?) -> [String: Value]
  {
    var values = schema.blankValues(of: entity)
    let first = feature.points.first
    let last = feature.points.count > 1 ? feature.points.last : nil
    func set(_ name: String, _ text: String) {
      if values[name] != nil { values[name] = .text(text) }
    }
    func set(_ name: String, _ location: Tree?) {
      if let location, values[name] != nil { values[name] = .tree(location) }
    }
    func set(_ name: String, at point: Feature.Point?) {
      let time = point?.time.flatMap { FeatureTime($0) }?.time(in: zone)
      if let time, values[name] != nil { values[name] = .text(time.text) }
    }
    if feature.shape != .object {
      values["links"] = .array(feature.links.map { .text($0) })
      set(entity == "BucketListItem" ? "details" : "notes", feature.details)
    }
    switch entity {
    case "Leg":
      set("mode", FeatureKind.mode(of: feature.kind) ?? "unknown")
      set("from", first?.name ?? "")
      set("to", last?.name ?? "")
      set("fromLocation", first?.location)
      set("toLocation", last?.location)
      set("departureTime", at: first)
      set("arrivalTime", at: last)
    case "Stay":
      set("name", feature.name)
      set("location", first?.location)
      set("checkinTime", at: first)
    case "BucketListItem":
      set("title", title(of: feature))
      set("location", first?.location)
      set("startTime", at: first)
      set("endTime", at: last)
    default: set("name", feature.name)
    }
    return values
  }

  /// The words for people.
  func title(of feature: Feature) -> String {
    if !feature.name.isEmpty || feature.shape != .line { return feature.name }
    return fallbackName
  }
}

/// What this library writes beside a feature: values that the format has no place for, as JSON.
enum Exact {
  static let identity = "id"
  static let entity = "entity"
  /// The trip of the object: null for none; without it, that which grouping finds.
  static let trip = "trip"
  static let values = "values"
  /// What the elements of the format stated instead of a value when it was written; without it, nothing.
  static let instead = "instead"
  static let participants = "participants"
  /// Whether it is about the trip of all features, which the elements of the file name.
  static let file = "file"

  static func participants(_ exact: Tree) -> [TripParticipant] {
    exact[participants]?.arrayValue?.compactMap { person in
      person["name"]?.textValue.map { TripParticipant(name: $0, email: person["email"]?.textValue) }
    } ?? []
  }
}

/// Words for the kinds of features, as programs and devices write them.
enum FeatureKind {
  private static let stays: Set<String> = [
    "lodging", "hotel", "campground", "camping", "campsite", "hostel", "accommodation",
    "guest house", "motel", "resort",
  ]

  private static let modes: [(mode: String, words: Set<String>)] = [
    ("flight", ["flight", "flying", "plane", "airplane", "air", "aviation"]),
    ("train", ["train", "rail", "railway"]),
    ("bus", ["bus", "coach"]),
    ("boat", ["boat", "ferry", "ship", "sailing", "boating"]),
    (
      "car",
      ["car", "drive", "driving", "automotive", "motorcycling", "motorcycle", "rv", "road trip"]
    ),
    ("bicycle", ["bicycle", "bike", "biking", "cycling", "mountain biking", "e-biking"]),
    ("foot", ["foot", "walk", "walking", "hike", "hiking", "running", "pedestrian", "trekking"]),
  ]

  static func isStay(_ kind: String) -> Bool { stays.contains(folded(kind)) }

  /// Returns the mode of a leg; nil for other words.
  static func mode(of kind: String) -> String? {
    let word = folded(kind)
    return modes.first { $0.words.contains(word) }?.mode ?? KindWords.mode(of: word)
  }

  /// Returns the word for a mode.
  static func word(ofMode mode: String) -> String? {
    modes.first { $0.mode == mode }.map {
      mode == "foot"
        ? "hiking" : mode == "car" ? "driving" : mode == "bicycle" ? "cycling" : $0.mode
    }
  }

  private static func folded(_ kind: String) -> String {
    kind.utf8.count <= 64
      ? DateLanguage.folded(kind).split { !$0.isLetter && $0 != "-" }.joined(separator: " ") : ""
  }
}
