import DocumentTables

/// An object as a feature: the opposite of ``FeatureReading``.
struct FeatureWriting: Sendable {
  /// How a feature states its trip.
  enum Trip {
    /// By its identity; nil for none.
    case stated(ObjectKey?)
    /// Not at all: grouping finds it.
    case open
  }

  let schema: TripSchema
  let document: UInt128
  let abilities: FeatureForm.Abilities
  /// The identities of objects that another document has given them.
  var identities: [ObjectKey: String] = [:]

  /// Returns the feature of an object that no file states.
  func feature(
    of object: TripObject, _ participants: [TripParticipant], trip: Trip
  ) -> Feature {
    var feature = Feature(shape(of: object))
    state(object, in: &feature, fields: nil)
    feature = feature.asRead
    feature.exact = exact(of: object, participants, trip, beside: feature)
    return feature
  }

  /// Returns a feature with the edited fields of its object.
  ///
  /// What the elements cannot say, such as a new time of a track that was recorded, is exact only.
  ///
  /// - Parameters:
  ///   - reading: How the file of the feature is read.
  ///   - isIdentified: Whether the feature states whose it is.
  func edited(
    _ feature: Feature, _ object: TripObject, _ participants: [TripParticipant], trip: Trip,
    fields: Set<String>, _ reading: FeatureReading, isIdentified: Bool
  ) -> Feature {
    if fields.isEmpty, !isIdentified || feature.exact != nil, states(feature, trip) {
      return feature
    }
    var edited = feature
    state(object, in: &edited, fields: fields)
    if edited != feature { edited = edited.asRead }
    edited.exact = nil
    // A feature that says all by itself needs nothing beside it.
    if !isIdentified, feature.exact == nil, participants.isEmpty, case .open = trip,
      reading.entity(of: edited) == object.entity
    {
      let before = reading.content(of: feature, as: object.entity)
      let content = reading.content(of: edited, as: object.entity)
      // A title may be made of words that were edited.
      let isSaid = content.values.allSatisfy { name, value in
        value == (fields.contains(name) ? object.values[name] : before.values[name])
      }
      if isSaid { return edited }
    }
    edited.exact = Self.grouped(
      exact(of: object, participants, trip, beside: edited), as: feature, trip)
    return edited
  }

  /// Returns exact values with the group of a feature, unless they state its trip.
  static func grouped(_ exact: Tree, as feature: Feature, _ trip: Trip) -> Tree {
    guard case .open = trip, let group = feature.exact?[ExactFeature.group] else { return exact }
    let grouped = exact.replacing(ExactFeature.group, with: group)
    guard let isWhole = feature.exact?[ExactFeature.isWhole] else { return grouped }
    return grouped.replacing(ExactFeature.isWhole, with: isWhole)
  }

  /// Whether a feature states a trip already.
  private func states(_ feature: Feature, _ trip: Trip) -> Bool {
    let stated = feature.exact?[ExactFeature.trip]
    switch trip {
    case .open: return stated == nil
    case .stated(let key?): return stated?.textValue.map(identity(key).isSpelled) ?? false
    case .stated(nil): return stated?.isNull ?? false
    }
  }

  /// Returns the name, the words and the links of a trip as those of its file.
  ///
  /// - Parameter isStated: Whether the trip is not what the features make of it.
  func whole(
    _ feature: Feature, _ trip: TripObject, _ participants: [TripParticipant], isStated: Bool
  ) -> Feature {
    var whole = feature
    state(trip, in: &whole, fields: ["name", "notes", "links"])
    whole = whole.asRead
    whole.exact = nil
    if isStated {
      whole.exact = exact(of: trip, participants, .open, beside: whole)
        .replacing(ExactFeature.file, with: .bool(true))
    }
    return whole
  }

  private func shape(of object: TripObject) -> Feature.Shape {
    if schema.isTrip(object.entity) { return .object }
    if object.entity == "Leg" {
      guard object.point("fromLocation") != nil, object.point("toLocation") != nil else {
        return .object
      }
      return abilities.contains(.namedEnds) ? .leg : .line
    }
    return object.point("location") == nil ? .object : .place
  }

  /// States what the elements of the format can say.
  ///
  /// - Parameter fields: The fields to state; nil for all.
  private func state(_ object: TripObject, in feature: inout Feature, fields: Set<String>?) {
    func isStated(_ name: String) -> Bool { fields?.contains(name) ?? true }
    guard feature.shape != .object else { return }
    let (names, notes) =
      object.entity == "BucketListItem" ? ("title", "details") : ("name", "notes")
    if isStated("links") { feature.links = object.links }
    if isStated(notes) { feature.details = object.text(notes) }
    if object.entity == "Leg" {
      stateLeg(object, in: &feature, isNew: fields == nil, isStated)
      return
    }
    if isStated(names) { feature.name = object.text(names) }
    if abilities.contains(.addresses) {
      if isStated("address") { feature.address = object.text("address") }
      if isStated("telephone") { feature.telephone = object.text("telephone") }
    }
    guard feature.shape == .place else { return }
    if object.entity == "Stay", fields == nil, abilities.contains(.kinds) {
      feature.kind = "Lodging"
    }
    if feature.points.isEmpty { feature.points = [Feature.Point()] }
    if isStated("location"), let point = object.point("location") {
      for index in feature.points.indices {
        (feature.points[index].latitude, feature.points[index].longitude) = point
      }
    }
    let (start, end) = (MomentNames(object.entity).start, MomentNames(object.entity).end)
    func isStatedTime(_ name: String) -> Bool { isStated(name + "Time") || isStated(name + "Date") }
    if isStatedTime(start) { feature.points[0].time = moment(of: object, start) }
    guard abilities.contains(.spans), isStatedTime(end) else { return }
    let last = moment(of: object, end)
    feature.points = [feature.points[0]]
    if let last {
      feature.points.append(feature.points[0])
      feature.points[1].time = last
    }
  }

  /// Returns when an object begins or ends, as files state it; nil if the format cannot say it.
  private func moment(of object: TripObject, _ name: String) -> String? {
    if let text = object.optionalText(name + "Time") {
      switch try? ClockTimeText(text) {
      case .zoned(let time)?: return FeatureTime.text(ofInstant: time)
      case .local?: return abilities.contains(.spans) ? text : nil
      case nil: return nil
      }
    }
    guard abilities.contains(.spans) else { return nil }
    return object.day(name + "Date").map(DayText.text)
  }

  private func stateLeg(
    _ leg: TripObject, in feature: inout Feature, isNew: Bool, _ isStated: (String) -> Bool
  ) {
    if feature.points.count < 2 { feature.points = [Feature.Point(), Feature.Point()] }
    if isStated("mode"), abilities.contains(.kinds) {
      feature.kind = FeatureKind.word(ofMode: leg.text("mode")) ?? ""
    }
    for (index, end, time) in [(0, "from", "departure"), (1, "to", "arrival")] {
      if isStated(end), abilities.contains(.namedEnds) {
        feature.points[index].name = leg.text(end)
      }
      if isStated(end + "Location"), let point = leg.point(end + "Location") {
        (feature.points[index].latitude, feature.points[index].longitude) = point
      }
      if isStated(time + "Time") || isStated(time + "Date") {
        feature.points[index].time = moment(of: leg, time)
      }
    }
    // What a person called the way stays.
    if isNew || feature.exact != nil {
      let ends = [leg.text("from"), leg.text("to")].filter { !$0.isEmpty }
      feature.name = ([leg.text("number")] + [ends.joined(separator: " → ")])
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  func exact(
    of object: TripObject, _ participants: [TripParticipant], _ trip: Trip,
    beside feature: Feature
  ) -> Tree {
    let standard = FeatureReading.alone(schema).content(of: feature, as: object.entity)
    let exact = schema.exactValues(
      of: ObjectContent(values: object.values, participants: participants), as: object.entity,
      besides: standard, guarded: standard,
      blank: ObjectContent(values: schema.blankValues(of: object.entity)))
    var values: [String: Tree] = [:]
    var instead: [String: Tree] = [:]
    for exact in exact where exact.name != MadeFields.participants {
      values[exact.name] = exact.value
      instead[exact.name] = exact.instead
    }
    var members: [String: Tree] = [
      ExactFeature.identity: .text(identity(object.key)), ExactFeature.entity: .text(object.entity),
    ]
    if case .stated(let key) = trip, !schema.isTrip(object.entity) {
      members[ExactFeature.trip] = key.map { .text(identity($0)) } ?? .null
    }
    if !values.isEmpty { members[ExactFeature.values] = .members(values) }
    if !instead.isEmpty { members[ExactFeature.instead] = .members(instead) }
    members[ExactFeature.participants] =
      exact.first { $0.name == MadeFields.participants }?.value
    return .members(members)
  }

  func identity(_ key: ObjectKey) -> String {
    identities[key] ?? ObjectIdentity(document: document, key: key).text
  }
}

extension TripObject {
  /// Returns the coordinates of a place; nil if they are not known.
  fileprivate func point(_ name: String) -> (latitude: Double?, longitude: Double?)? {
    guard case .tree(let tree)? = values[name] else { return nil }
    let point = Feature.Point(
      latitude: tree["latitude"]?.numberValue, longitude: tree["longitude"]?.numberValue)
    return point.isKnown ? (point.latitude, point.longitude) : nil
  }
}
