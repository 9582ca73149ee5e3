import DocumentTables

/// Which objects the features of a file become, and to which trips they belong.
///
/// A file whose features are one trip by the rules of grouping says its name and its words; those of several trips have their
/// own names.
struct FeaturePlan: Sendable {
  enum Trip: Hashable, Sendable {
    /// The item that states it.
    case item(Int)
    /// A trip that is made, by its number.
    case made(Int)
  }

  struct Item: Sendable {
    var stated: FeatureFile.Stated
    var entity: String
    var content: ObjectContent
    var title: String
    var trip: Trip?
    /// The position among the features of the same bytes.
    var number: Int64 = 0
    /// The names of exact values that another program changed.
    var outdated: [String] = []
  }

  struct Made: Sendable {
    var items: [Int]
    /// What the file says of all its features, if these are one trip.
    var whole: Feature?
  }

  private(set) var items: [Item] = []
  private(set) var made: [Made] = []

  init(_ file: FeatureFile, _ reading: FeatureReading) {
    var numbers: [String: Int64] = [:]
    let own = file.whole.feature.exact == nil ? [] : [file.whole]
    for stated in own + file.features {
      let feature = stated.feature
      let entity = reading.entity(of: feature)
      var outdated: [String] = []
      let content = reading.content(of: feature, as: entity) { outdated.append($0) }
      var item = Item(
        stated: stated, entity: entity, content: content,
        title: Self.title(of: content, reading.title(of: feature)), outdated: outdated)
      item.number = numbers[stated.digest, default: 0]
      numbers[stated.digest] = item.number + 1
      items.append(item)
    }
    assignStated(hasWhole: !own.isEmpty, reading.schema)
    group(file, reading)
  }

  private static func title(of content: ObjectContent, _ name: String) -> String {
    let ends = content.text("from") + " → " + content.text("to")
    if ends != " → " { return ends }
    return [content.text("name"), content.text("title"), name].first { !$0.isEmpty } ?? ""
  }

  // MARK: Trips

  /// Gives what this library wrote its trip, and what another program added to a file of one trip, that one.
  private mutating func assignStated(hasWhole: Bool, _ schema: TripSchema) {
    var trips: [ComparisonText: Int] = [:]
    for (index, item) in items.enumerated() where schema.isTrip(item.entity) {
      if let name = item.stated.feature.exact?[Exact.identity]?.textValue {
        trips[ComparisonText(name)] = index
      }
    }
    for index in items.indices where !schema.isTrip(items[index].entity) {
      if let trip = items[index].stated.feature.exact?[Exact.trip] {
        items[index].trip = trip.textValue.flatMap { trips[ComparisonText($0)] }.map { .item($0) }
      } else if hasWhole {
        items[index].trip = .item(0)
      }
    }
  }

  private mutating func group(_ file: FeatureFile, _ reading: FeatureReading) {
    let free = items.indices.filter { index in
      items[index].trip == nil && items[index].stated.feature.exact?[Exact.trip] == nil
        && !reading.schema.isTrip(items[index].entity)
    }
    guard !free.isEmpty else { return }
    let parts = free.map { index in
      let content = Self.local(items[index].content, items[index].stated.feature)
      let span = PartSpan(content.values, items[index].entity)
      var ends: (ComparisonText, ComparisonText)?
      if items[index].entity == "Leg" {
        ends = (ComparisonText(content.place("from")), ComparisonText(content.place("to")))
      }
      return TripGrouping.Part(
        index: index, first: span.first, last: span.last, instant: span.instant, ends: ends)
    }
    let groups = TripGrouping(parts, joinsPauses: true).groups
    let isNamed = !file.whole.feature.name.isEmpty
    if !isNamed, parts.allSatisfy({ $0.first == nil }), areCollected(free) { return }
    for group in groups {
      for index in group { items[index].trip = .made(made.count) }
      made.append(Made(items: group, whole: groups.count == 1 ? file.whole.feature : nil))
    }
  }

  /// Whether places are a collection, and no trip: many, or far from each other.
  private func areCollected(_ places: [Int]) -> Bool {
    guard places.allSatisfy({ items[$0].stated.feature.shape == .place }) else { return false }
    if places.count > Self.mostPlaces { return true }
    let points = places.compactMap { items[$0].stated.feature.points.first }.filter(\.isKnown)
    let latitudes = points.compactMap(\.latitude)
    let longitudes = points.compactMap(\.longitude)
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max()
    else { return false }
    return north - south > Self.mostDegrees || east - west > Self.mostDegrees * 2
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
  typealias Part = (feature: Feature, entity: String)

  /// Returns what the features of a trip make of it.
  static func content(
    of parts: [Part], whole: Feature?, _ reading: FeatureReading
  ) -> ObjectContent {
    let contents = parts.map { part in
      (
        entity: part.entity,
        content: local(reading.content(of: part.feature, as: part.entity), part.feature),
        travellers: [TripParticipant]()
      )
    }
    var trip = MadeTrip.content(contents, reading.schema)
    let lines = parts.filter { $0.feature.shape == .line }
    if !contents.contains(where: { $0.entity != "BucketListItem" }) {
      // A place to see is not where the trip leads.
      trip.values["destination"] = .text("")
    }
    if let whole {
      var name = whole.name
      if name.isEmpty, lines.count == 1 { name = lines[0].feature.name }
      if name.isEmpty, trip.text("destination").isEmpty { name = reading.fallbackName }
      if !name.isEmpty { trip.values["name"] = .text(name) }
      trip.values["notes"] = .text(whole.details)
      trip.values["links"] = .array(whole.links.map { .text($0) })
    }
    if trip.text("name").isEmpty { trip.values["name"] = .text(reading.fallbackName) }
    return trip
  }
}
