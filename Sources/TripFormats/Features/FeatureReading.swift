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
  /// Whether the times of points are those of visits.
  let takesPointTimes: Bool

  init(schema: TripSchema, zone: KnownZone?, fallbackName: String, takesPointTimes: Bool) {
    self.schema = schema
    self.zone = zone
    self.fallbackName = fallbackName
    self.takesPointTimes = takesPointTimes
  }

  /// How the features of a stored file are read.
  init(_ schema: TripSchema, _ file: FeatureRecords.File) {
    self.init(
      schema: schema, zone: file.timeZone.flatMap { KnownZone($0) },
      fallbackName: FeatureFiles.name(of: file.identity), takesPointTimes: file.takesPointTimes)
  }

  /// What elements say alone, without what is known of their file: beside that, exact values are written.
  static func alone(_ schema: TripSchema) -> FeatureReading {
    FeatureReading(schema: schema, zone: nil, fallbackName: "", takesPointTimes: true)
  }

  /// Returns the entity of a feature's object.
  func entity(of feature: Feature) -> String {
    if let stated = feature.exact?[ExactFeature.entity]?.textValue, schema.isEntity(stated),
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
    guard let exact = feature.exact else {
      return ObjectContent(values: standard(feature, entity))
    }
    // What this library wrote shows times by the clock that it says, or else in UTC.
    var content = ObjectContent(values: Self.alone(schema).standard(feature, entity))
    let blank = ObjectContent(values: schema.blankValues(of: entity))
    func take(_ name: String, _ value: Tree?) {
      guard let value else { return }
      let stated = ExactValue(name, value, instead: exact[ExactFeature.instead]?[name])
      let reading = schema.take(stated, in: &content, of: entity, guarded: nil, blank: blank)
      if reading?.code != nil { note(name) }
    }
    for attribute in schema.attributes(of: entity) {
      take(attribute.name, exact[ExactFeature.values]?[attribute.name])
    }
    if schema.isTrip(entity) { take(MadeFields.participants, exact[ExactFeature.participants]) }
    return content
  }

  /// Returns the values that the elements of the format state.
  private func standard(_ feature: Feature, _ entity: String) -> [String: Value] {
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
      guard takesPointTimes || feature.isRecorded else { return }
      guard let text = point?.time else { return }
      if let time = FeatureTime(text)?.time(in: zone) {
        if values[name + "Time"] != nil { values[name + "Time"] = .text(time.text) }
      } else if let day = FeatureTime.day(text), values[name + "Date"] != nil {
        values[name + "Date"] = .integer(day)
      }
    }
    if feature.shape != .object {
      values["links"] = .array(feature.links.map { .text($0) })
      set(entity == "BucketListItem" ? "details" : "notes", feature.details)
      if !feature.address.isEmpty { set("address", feature.address) }
      if !feature.telephone.isEmpty { set("telephone", feature.telephone) }
    }
    switch entity {
    case "Leg":
      set("mode", FeatureKind.mode(of: feature.kind) ?? "unknown")
      set("from", first?.name ?? "")
      set("to", last?.name ?? "")
      set("fromLocation", first?.location)
      set("toLocation", last?.location)
      set("departure", at: first)
      // A journey does not end before it begins.
      let times = [first, last].map { $0?.time.flatMap { FeatureTime($0)?.instant } }
      if let start = times[0], let end = times[1], end <= start { break }
      set("arrival", at: last)
    case "Stay":
      set("name", title(of: feature))
      set("location", first?.location)
      set("checkin", at: first)
      set("checkout", at: last)
    case "BucketListItem":
      set("title", title(of: feature))
      set("location", first?.location)
      set("start", at: first)
      set("end", at: last)
    default: set("name", feature.name)
    }
    return values
  }

  /// The words for people.
  func title(of feature: Feature) -> String {
    if !feature.name.isEmpty { return feature.name }
    if feature.shape == .line { return fallbackName }
    // A note that a person took on the way.
    let line = feature.details.parts(dividedBy: "\n", most: 1).first ?? ""
    return String(line.prefix(80))
  }
}
