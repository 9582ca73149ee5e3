import DocumentTables

/// What a document has of a calendar that is imported again.
struct StoredCalendar {
  /// Nil if the calendar has not been imported before.
  let calendar: CalendarRecords.Calendar?
  /// The identities of the components of the last import.
  let known: Set<ComparisonText>
  /// The components whose objects exist, by identity.
  private(set) var ofIdentity: [ComparisonText: CalendarRecords.Component] = [:]
  /// The identities of the components of trips, empty for ``trip``.
  private var identityOfTrip: [ObjectKey: String] = [:]
  /// The components that are no objects, by what identifies them; the last in the file first.
  private(set) var kept: [ComparisonText: [CalendarRecords.Component]] = [:]
  /// The trip that was made for the calendar.
  private(set) var trip: CalendarRecords.Component?
  /// Reads the stored components as those of the file are read.
  private var reading: ComponentReading
  /// Reads the stored components as the import did that kept them without saying what it made of them.
  private var earlier: ComponentReading
  /// What the rules made of the stored components, read as the import did.
  private var earlierPlacements: [ComparisonText: CalendarPlacement]?
  private let schema: TripSchema

  /// - Parameters:
  ///   - timeZone: The zone of times without one, from the options.
  ///   - objects: The objects of the document.
  init(
    _ identity: String, _ records: StoredFiles<CalendarRecords>, _ schema: TripSchema,
    timeZone: String?,
    _ objects: [ObjectKey: TripObject]
  ) {
    self.schema = schema
    calendar = records.file(identity)
    known = Set((calendar?.known ?? []).map { ComparisonText($0) })
    let own = records.objects(of: identity)
    let parsed = ParsedCalendar(
      properties: calendar?.properties ?? [], components: own.compactMap(\.component))
    reading = ComponentReading(
      schema, CalendarZones(parsed, floating: timeZone), cancelsAll: parsed.method == .cancel)
    earlier = ComponentReading(schema, CalendarZones(parsed, floating: calendar?.timeZone, .first))
    for record in own {
      let entity = record.anchor.flatMap { objects[$0]?.entity }
      if let anchor = record.anchor, let entity, schema.isTrip(entity) {
        identityOfTrip[anchor] = record.component == nil ? "" : record.identity
      }
      guard let component = record.component else {
        if let entity, schema.isTrip(entity) { trip = record }
        continue
      }
      guard record.anchor != nil else {
        kept[Self.identity(ofKept: component), default: []].append(record)
        continue
      }
      guard let entity, schema.isStatedAlone(entity) else { continue }
      ofIdentity[ComparisonText(record.identity)] = record
    }
    for identity in kept.keys { kept[identity]?.reverse() }
  }

  /// Returns the stored component that is this one, or its earlier version, and takes it; of several with one identity
  /// the first.
  mutating func takeKept(_ component: CalendarComponent) -> CalendarRecords.Component? {
    kept[Self.identity(ofKept: component)]?.popLast()
  }

  /// The stored components that belong to objects, and the trip of the calendar.
  var ofObjects: [CalendarRecords.Component] {
    ofIdentity.values.sorted { $0.key < $1.key } + (trip.map { [$0] } ?? [])
  }

  // MARK: What the rules make of it

  /// Returns what the rules make of the stored components, by identity.
  func placements() -> [ComparisonText: CalendarPlacement] { placements(reading) }

  /// Whether an object had another entity or another trip than the rules gave it at the last import.
  mutating func isStated(_ record: CalendarRecords.Component) -> Bool {
    guard record.made == nil else { return record.isStated }
    let known = earlierPlacements ?? placements(earlier)
    earlierPlacements = known
    return known[ComparisonText(record.identity)] != CalendarPlacement(record)
  }

  private func placements(
    _ reading: ComponentReading
  ) -> [ComparisonText: CalendarPlacement] {
    var reading = reading
    let records = ofIdentity.values.sorted { $0.key < $1.key }
    let components = records.compactMap(\.component)
    var unused = ImportReport()
    let spans = components.map { component in
      reading.spans.span(of: component.whole.properties, isTask: component.isTask, &unused)
    }
    let plan = CalendarPlan(components, spans, schema, reading.spans.zones)
    return Dictionary(
      zip(records, plan.placements).compactMap { record, placement in
        placement.map { placement in
          (
            ComparisonText(record.identity),
            CalendarPlacement(placement) { records[$0].identity }
          )
        }
      }
    ) { first, _ in first }
  }

  // MARK: What the last import made

  /// Returns what the last import made of an object; nil if its component cannot be read.
  mutating func state(
    of record: CalendarRecords.Component, as entity: String
  ) -> ImportedState? {
    guard let source = Self.content(of: record, as: entity, &reading),
      let made = made(of: record, as: entity)
    else { return nil }
    return ImportedState(made: made, source: source)
  }

  /// Returns what the last import made of the trip of the calendar.
  mutating func stateOfTrip() -> ImportedState? {
    guard let trip, let made = made(of: trip, as: "Trip") else { return nil }
    return ImportedState(made: made, source: tripContent(reading))
  }

  /// Returns what the last import made of the object of a record; nil if the component cannot be read.
  mutating func made(
    of record: CalendarRecords.Component, as entity: String
  ) -> MadeFields? {
    let isTrip = record.component == nil
    if let made = record.made, !isTrip || hasAllParts { return made }
    let content =
      isTrip
      ? tripContent(record.made == nil ? earlier : reading)
      : Self.content(of: record, as: entity, &earlier)
    return content.map { MadeFields($0, of: entity, schema) }
  }

  /// Whether all components that became objects still have them: the digests of the calendar's trip count parts that
  /// were deleted since, too.
  private var hasAllParts: Bool {
    guard let known = calendar?.known else { return true }
    let missing = known.filter { ofIdentity[ComparisonText($0)] == nil }
    if missing.isEmpty { return true }
    let departures = Set(
      ofIdentity.values.compactMap { $0.component?.departureIdentity }.map { ComparisonText($0) })
    return missing.allSatisfy { departures.contains(ComparisonText($0)) }
  }

  /// Returns what a component would say if it lay in the calendar; nil if it cannot be read.
  mutating func content(of component: CalendarComponent, as entity: String) -> ObjectContent? {
    var unused = ImportReport()
    return reading.read(component, as: entity, &unused)?.object
  }

  /// Returns the first day of a stored component.
  func firstDay(of record: CalendarRecords.Component) -> Int64? {
    var spans = reading.spans
    var unused = ImportReport()
    return record.component.flatMap {
      spans.span(of: $0.whole.properties, isTask: $0.isTask, &unused)?.firstDay
    }
  }

  private static func content(
    of record: CalendarRecords.Component, as entity: String, _ reading: inout ComponentReading
  ) -> ObjectContent? {
    var unused = ImportReport()
    return record.component.flatMap { reading.read($0, as: entity, &unused)?.object }
  }

  private func tripContent(_ reading: ComponentReading) -> ObjectContent {
    var reading = reading
    var unused = ImportReport()
    let spans = ofObjects.compactMap { record -> CalendarSpan? in
      guard record.parent?.isEmpty ?? false, let component = record.component else { return nil }
      return reading.spans.span(
        of: component.whole.properties, isTask: component.isTask, &unused)
    }
    return ObjectContent(
      values: CalendarContent.tripValues(
        calendar?.properties ?? [], spans, fallbackName: calendar?.fallbackName ?? "", schema))
  }

  /// Returns the identity of a trip's component, empty for the trip of the calendar; nil for a trip of no component.
  func identity(ofTrip key: ObjectKey) -> String? {
    identityOfTrip[key]
  }

  static func identity(ofKept component: CalendarComponent) -> ComparisonText {
    var stated = component
    // Feeds state a new time whenever they are asked.
    stated.lines.removeAll { $0.name == "DTSTAMP" }
    return ComparisonText(
      component.name + "\t" + (component.text("TZID") ?? CalendarContent.identity(of: stated)))
  }
}

extension StoredFiles<CalendarRecords> {
  /// Returns the identity of the stored calendar that this one is, or a new one.
  ///
  /// Calendars without a UID have the identity of their name or their program, so that they are the same only
  /// if they have a component in common: one that became an object, or, of calendars without objects, one that is
  /// kept. Calendars that have neither are the same.
  ///
  /// - Parameters:
  ///   - taken: The identities of the calendars before this one in the file.
  ///   - others: The identities that the calendars of the file state.
  ///   - fileName: The name of the file.
  func identity(
    of content: CalendarContent, taken: Set<ComparisonText> = [],
    besides others: Set<ComparisonText>,
    inFile fileName: String
  ) -> String {
    guard content.isAmbiguous else {
      // A part of a document has a digest of the identity.
      let digest = CalendarRecords.digest(of: content.identity)
      return file(digest) == nil ? content.identity : digest
    }
    let own = Set(
      zip(content.identities, content.spans).compactMap { name, span in
        span == nil ? nil : name.map { ComparisonText($0) }
      })
    let kept = Set(
      content.parsed.components.filter { !$0.isObject }.map(StoredCalendar.identity(ofKept:)))
    // A hostile document has many calendars of one name.
    let mostCompared = 16
    var number = 1
    func isSame(_ calendar: CalendarRecords.Calendar, _ name: ComparisonText) -> Bool {
      if !own.isEmpty || !calendar.known.isEmpty {
        return calendar.known.contains { own.contains(ComparisonText($0)) }
          || content.hasName && number <= mostCompared && hasSameEvents(content, name)
      }
      let stored = Set(
        objects(of: name).compactMap(\.component).map(StoredCalendar.identity(ofKept:)))
      return stored.isEmpty && kept.isEmpty || !stored.isDisjoint(with: kept)
    }
    /// Whether most events of a calendar occur in the other one under new identities.
    func hasSameEvents(_ content: CalendarContent, _ name: ComparisonText) -> Bool {
      let stored = Set(objects(of: name).compactMap(\.component?.nameAndStart))
      let new = Set(content.parsed.components.filter(\.isObject).compactMap(\.nameAndStart))
      return !stored.isEmpty
        && stored.intersection(new).count * 2 > min(stored.count, new.count)
    }
    var identity = content.identity
    // Bound: each round has a longer number, and the stored and the taken identities are finite.
    while true {
      // A part of a document has a digest of the identity.
      let names = [identity, CalendarRecords.digest(of: identity)]
      let stored = names.lazy.compactMap { file($0) }.first
      if !names.contains(where: { taken.contains(ComparisonText($0)) }),
        stored.map({ isSame($0, ComparisonText($0.identity)) }) ?? true
      {
        return stored?.identity ?? renamed(content, besides: [taken, others], fileName)?.identity
          ?? identity
      }
      number += 1
      identity = "\(content.identity)\t#\(number)"
    }
  }

  /// Returns the calendar that got another name.
  ///
  /// It is that of a file of the same name, if one of both has all events of the other one, with their names, and most of them begin
  /// when they did. In a file of another name, it would be a copy.
  private func renamed(
    _ content: CalendarContent, besides taken: [Set<ComparisonText>], _ fileName: String
  ) -> CalendarRecords.Calendar? {
    guard content.parsed.method == .publish, !fileName.isEmpty else { return nil }
    let components = zip(content.identities, content.parsed.components).compactMap { name, own in
      name.map { (ComparisonText($0), own) }
    }
    // A hostile document has many calendars.
    let mostCompared = 16
    return files.prefix(mostCompared).first { calendar in
      guard !taken.contains(where: { $0.contains(ComparisonText(calendar.identity)) }),
        CalendarContent.isAmbiguous(calendar.identity), calendar.fallbackName.isSpelled(fileName),
        // No more events are in common than the file has.
        components.count * 2 > calendar.known.count
      else { return false }
      var stored: [ComparisonText: CalendarComponent] = [:]
      for record in objects(of: calendar.identity) {
        guard let component = record.component else { continue }
        let name = ComparisonText(record.identity)
        stored[name] = stored[name] ?? component
        // The departure of a stay lies in the event of the arrival.
        if let (departure, _) = component.departure {
          stored[ComparisonText(CalendarContent.identity(of: departure))] = departure
        }
      }
      let common = components.filter { stored[$0.0]?.title == $0.1.title }
      let unmoved = common.count { stored[$0.0]?.nameAndStart == $0.1.nameAndStart }
      return !common.isEmpty && unmoved * 2 >= common.count
        && [components.count, calendar.known.count].contains(common.count)
        && common.count * 2 > components.count && common.count * 2 > calendar.known.count
    }
  }
}
