import DocumentTables

/// Which objects the features of a file become, and to which trips they belong.
///
/// A file whose features are one trip by the rules of grouping says its name and its words; those of several trips have their
/// own names.
struct FeaturePlan: Sendable {
  struct Item: Sendable {
    var stated: FeatureFile.Stated
    var entity: String
    var content: ObjectContent
    var title: String
    var trip: PlannedTrip?
    /// The names of exact values that another program changed.
    var outdated: [String] = []

    var part: Part { Part(feature: stated.feature, entity: entity, content: content) }
  }

  struct Made: Sendable {
    var items: [Int]
    /// What the file says of all its features, if these are one trip.
    var whole: Feature?
  }

  private(set) var items: [Item] = []
  private(set) var made: [Made] = []

  /// - Parameter isTrip: Whether the features are known to be those of trips.
  init(_ file: FeatureFile, _ reading: FeatureReading, isTrip: Bool = false) {
    let own = file.whole.feature.exact == nil ? [] : [file.whole]
    for stated in own + file.features {
      let feature = stated.feature
      let entity = reading.entity(of: feature)
      var outdated: [String] = []
      let content = reading.content(of: feature, as: entity) { outdated.append($0) }
      items.append(
        Item(
          stated: stated, entity: entity, content: content,
          title: content.title.isEmpty ? reading.title(of: feature) : content.title,
          outdated: outdated))
    }
    assignStated(hasWhole: !own.isEmpty && reading.schema.isTrip(items[0].entity), reading.schema)
    group(file, reading, isTrip: isTrip)
  }

  // MARK: Trips

  /// Gives what this library wrote its trip, and what another program added to a file of one trip, that one.
  private mutating func assignStated(hasWhole: Bool, _ schema: TripSchema) {
    var trips: [ComparisonText: Int] = [:]
    for (index, item) in items.enumerated() where schema.isTrip(item.entity) {
      if let name = item.stated.feature.exact?[ExactFeature.identity]?.textValue {
        trips[ComparisonText(name)] = index
      }
    }
    for index in items.indices where !schema.isTrip(items[index].entity) {
      if let trip = items[index].stated.feature.exact?[ExactFeature.trip] {
        items[index].trip = trip.textValue.flatMap { trips[ComparisonText($0)] }.map { .item($0) }
      } else if hasWhole {
        items[index].trip = .item(0)
      }
    }
  }

  private mutating func group(
    _ file: FeatureFile, _ reading: FeatureReading, isTrip: Bool
  ) {
    let free = items.indices.filter { index in
      items[index].trip == nil && items[index].stated.feature.exact?[ExactFeature.trip] == nil
        && !reading.schema.isTrip(items[index].entity)
    }
    guard !free.isEmpty else { return }
    let parts = free.map { index in
      let content = Self.local(items[index].content, items[index].stated.feature)
      return TripGrouping.Part(content, items[index].entity, index: index)
    }
    let (stated, rest) = Self.groups(parts, items)
    let groups = stated + TripGrouping(rest, joinsPauses: true).groups
    let isNamed = !Self.name(of: file.whole.feature).isEmpty
    if !isNamed, !isTrip, parts.allSatisfy({ $0.first == nil }), areCollected(free) { return }
    for group in groups {
      for index in group { items[index].trip = .made(made.count) }
      made.append(Made(items: group, whole: groups.count == 1 ? file.whole.feature : nil))
    }
  }

  /// Returns the groups that features state, and the parts that state none.
  private static func groups(
    _ parts: [TripGrouping.Part], _ items: [Item]
  ) -> (stated: [[Int]], rest: [TripGrouping.Part]) {
    var stated: [[Int]] = []
    var rest: [TripGrouping.Part] = []
    var places: [ComparisonText: Int] = [:]
    for part in parts {
      let exact = items[part.index].stated.feature.exact
      guard let name = exact?[ExactFeature.group]?.textValue.map({ ComparisonText($0) }) else {
        rest.append(part)
        continue
      }
      let place = places[name] ?? stated.count
      if place == stated.count { stated.append([]) }
      places[name] = place
      stated[place].append(part.index)
    }
    return (stated, rest)
  }

  /// Whether places are a collection, and no trip: many, or far from each other.
  private func areCollected(_ places: [Int]) -> Bool {
    guard places.allSatisfy({ items[$0].stated.feature.shape == .place }) else { return false }
    if places.count > Self.mostPlaces { return true }
    let points = places.compactMap { items[$0].stated.feature.points.first }.filter(\.isKnown)
    let latitudes = points.compactMap(\.latitude)
    guard let south = latitudes.min(), let north = latitudes.max() else { return false }
    return north - south > Self.mostDegrees
      || Self.width(points.compactMap(\.longitude)) > Self.mostDegrees * 2
  }

  /// Returns the degrees that longitudes take, which may lie on both sides of the date line.
  private static func width(_ longitudes: [Double]) -> Double {
    let sorted = longitudes.sorted()
    guard let first = sorted.first, let last = sorted.last else { return 0 }
    let gaps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
    return 360 - max(gaps.max() ?? 0, 360 - (last - first))
  }

  /// The most places without days that are one trip.
  private static let mostPlaces = 50
  /// The most degrees of latitude between them; a degree of longitude is half as long in the middle of Europe.
  private static let mostDegrees = 3.0

  // MARK: Days

  /// Returns a content with times in UTC by the sun of their places, for their days: where no zone is known, an evening in
  /// America is not of the next day.
  static func local(_ content: ObjectContent, _ feature: Feature) -> ObjectContent {
    guard let longitude = feature.points.first?.longitude, -180...180 ~= longitude else {
      return content
    }
    let hours = Int64((longitude / 15).rounded())
    guard let zone = KnownZone(offset: hours * 60) else { return content }
    var content = content
    for (name, value) in content.values where name.hasSuffix("Time") {
      guard case .text(let text) = value, case .zoned(let time)? = try? ClockTimeText(text),
        time.offset == 0, time.zone == "Etc/UTC",
        let shown = zone.time(instant: time.instantSecond, nanosecond: time.nanosecond)
      else { continue }
      content.values[name] = .text(shown.text)
    }
    return content
  }

  /// A part of a trip, as the file or a record states it.
  struct Part {
    let feature: Feature
    let entity: String
    let content: ObjectContent
  }

  /// Returns what the features of a trip make of it.
  ///
  /// - Parameters:
  ///   - parts: The features, in the order of their file.
  ///   - whole: What the file says of all its features, if they are one trip.
  static func content(
    of parts: [Part], whole: Feature?, _ reading: FeatureReading
  ) -> ObjectContent {
    let contents = parts.map { part in
      (
        entity: part.entity, content: local(part.content, part.feature),
        travellers: [TripParticipant]()
      )
    }
    // The first place gives a name, so the order must not depend on who asks.
    let spans = contents.map { PartSpan($0.content.values, $0.entity) }
    let order = contents.indices.sorted {
      (spans[$0].first ?? .max, spans[$0].instant, $0)
        < (spans[$1].first ?? .max, spans[$1].instant, $1)
    }
    var trip = MadeTrip.content(order.map { contents[$0] }, reading.schema)
    let lines = parts.filter { $0.feature.shape == .line }
    if !contents.contains(where: { $0.entity != "BucketListItem" }) {
      // A place to see is not where the trip leads.
      trip.values["destination"] = .text("")
    }
    if let whole {
      let words = reading.content(of: whole, as: "Trip")
      var name = Self.name(of: whole)
      if whole.exact != nil { name = words.text("name") }
      if name.isEmpty, lines.count == 1 { name = lines[0].feature.name }
      if name.isEmpty, trip.text("destination").isEmpty { name = reading.fallbackName }
      if !name.isEmpty { trip.values["name"] = .text(name) }
      for property in ["notes", "links"] { trip.values[property] = words.values[property] }
    }
    if trip.text("name").isEmpty { trip.values["name"] = .text(reading.fallbackName) }
    return trip
  }

  private static let generatedNames: Set<String> = [
    "garmin connect", "export", "new file", "gpx", "track", "route", "waypoints", "no name",
  ]

  /// Returns the name that a file states; empty for one that a program wrote and that says nothing about a trip.
  private static func name(of whole: Feature) -> String {
    let lower = whole.name.lowercased()
    let isGenerated =
      generatedNames.contains(lower) || lower == whole.kind.lowercased()
      || ["untitled", "converted from", "unnamed"].contains(where: lower.hasPrefix)
    return isGenerated ? "" : whole.name
  }
}
