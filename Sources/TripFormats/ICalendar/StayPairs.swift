import DocumentTables

/// The pairs of events of a calendar that are the arrival and the departure of one stay.
struct StayPairs {
  /// The events that become whole stays, by their places in the calendar.
  private(set) var joined: [Int: CalendarComponent] = [:]
  /// The identities of joined events that differ from those of their own lines.
  private(set) var identities: [Int: String] = [:]
  /// The places of the departures that lie in them.
  private(set) var departures: Set<Int> = []
  /// The events that are older than those of the document, which count.
  private(set) var older: [CalendarComponent] = []

  private let components: [CalendarComponent]
  private let spans: [CalendarSpan?]

  /// An event that says one end of a stay.
  private struct Event {
    let index: Int
    let name: ComparisonText
    let isArrival: Bool
    let day: Int64
    let isTimed: Bool
  }

  /// - Parameters:
  ///   - identities: The identities of the components that become objects.
  ///   - spans: When each takes place.
  ///   - stored: What a document has of the calendar.
  ///   - takesAll: Whether an older event counts, too.
  ///   - isElsewhere: Whether another calendar of the document has an event as an object of its own.
  init(
    _ components: [CalendarComponent], _ identities: [String?], _ spans: [CalendarSpan?],
    _ stored: StoredCalendar, takesAll: Bool,
    besides isElsewhere: (ComparisonText, CalendarComponent) -> Bool
  ) {
    self.components = components
    self.spans = spans
    joinKnown(identities, stored, takesAll: takesAll)
    var new: [Event] = []
    var departures: [Event] = []
    // The arrival of a deleted stay, so that its departure does not come back alone.
    var deleted: [Event] = []
    for index in components.indices where joined[index] == nil && !self.departures.contains(index) {
      guard let identity = identities[index], let event = event(index, identity),
        Self.isOpen(event, stored.ofIdentity[ComparisonText(identity)])
      else { continue }
      let isKnown = !takesAll && stored.known.contains(ComparisonText(identity))
      if event.isArrival {
        if isKnown { deleted.append(event) } else { new.append(event) }
      } else if !isKnown, !isElsewhere(ComparisonText(identity), components[index]) {
        departures.append(event)
      }
    }
    pair(new, departures)
    pair(deleted, departures.filter { !self.departures.contains($0.index) })
  }

  /// Whether an event can be one end of a stay: it has no object, or is that of a stay which another export stated as one event.
  private static func isOpen(_ event: Event, _ record: CalendarRecords.Component?) -> Bool {
    guard let record else { return true }
    return event.isArrival && record.component?.departure == nil
      && record.component?.property(ComponentReading.entityProperty)?.value == "Stay"
  }

  /// Joins each departure with the last arrival before it, at the same place, that has none.
  private mutating func pair(_ arrivals: [Event], _ departures: [Event]) {
    var open: [ComparisonText: [Event]] = [:]
    for event in (arrivals + departures).sorted(by: {
      ($0.day, $0.isArrival ? 1 : 0, $0.index) < ($1.day, $1.isArrival ? 1 : 0, $1.index)
    }) {
      if event.isArrival {
        open[event.name, default: []].append(event)
      } else if let arrival = open[event.name]?.last, event.day > arrival.day,
        event.day - arrival.day <= StayEnd.mostNights, arrival.isTimed == event.isTimed
      {
        join(arrival.index, event.index)
        open[event.name]?.removeLast()
      }
    }
  }

  /// Returns what a component says of a stay; nil for any other event.
  private func event(_ index: Int, _ identity: String) -> Event? {
    let component = components[index]
    guard isRead(index), component.property("RRULE") == nil, let start = spans[index]?.start,
      // A further event of one UID has no identity of its own.
      identity.isSpelled(CalendarContent.identity(of: component)),
      let end = component.text("SUMMARY").flatMap({ StayEnd($0) })
    else { return nil }
    // An export states what the arrival is if its trip is not that of the rules.
    if let entity = component.text(ComponentReading.entityProperty),
      !end.isArrival || !entity.isSpelled("Stay")
    {
      return nil
    }
    let isTimed = if case .time = start { true } else { false }
    return Event(
      index: index, name: ComparisonText(end.name), isArrival: end.isArrival, day: start.day,
      isTimed: isTimed)
  }

  /// Whether a component is an event whose start is read.
  private func isRead(_ index: Int) -> Bool {
    components[index].isNamed("VEVENT") && spans[index]?.start != nil
  }

  /// Returns an event, or that of the document if this is newer.
  private mutating func newer(
    _ event: CalendarComponent, _ stored: CalendarComponent, _ takesAll: Bool
  ) -> CalendarComponent {
    guard !takesAll, case .older = CalendarVersion(of: event, against: stored) else { return event }
    older.append(event)
    return stored
  }

  private mutating func join(_ arrival: Int, _ departure: Int) {
    joined[arrival] = components[arrival].holding(components[departure], at: departure)
    departures.insert(departure)
  }

  /// Joins the events of the document's stays; an event that the file lacks is that of the document.
  private mutating func joinKnown(
    _ identities: [String?], _ stored: StoredCalendar, takesAll: Bool
  ) {
    let stays = stored.ofIdentity.filter { $0.value.component?.departure != nil }
    guard !stays.isEmpty else { return }
    let places = Dictionary(
      identities.enumerated().compactMap { index, identity in
        identity.map { (ComparisonText($0), index) }
      }
    ) { first, _ in first }
    for (name, record) in stays.sorted(by: { $0.value.key < $1.value.key }) {
      guard let component = record.component, let (old, place) = component.departure else {
        continue
      }
      let arrival = places[name]
      let departure = places[ComparisonText(CalendarContent.identity(of: old))]
        .flatMap { isRead($0) && $0 != arrival ? $0 : nil }
      if let arrival, !isRead(arrival) { continue }
      switch (arrival, departure) {
      case (let arrival?, let departure?):
        let newest = [component.alone, old].enumerated().map { place, before in
          newer(components[place == 0 ? arrival : departure], before, takesAll)
        }
        joined[arrival] = newest[0].holding(newest[1], at: departure)
        departures.insert(departure)
      case (let arrival?, nil):
        // An export may state the stay as one event; it replaces both.
        if components[arrival].property(ComponentReading.entityProperty) == nil {
          joined[arrival] = components[arrival].holding(old, at: place)
        }
      case (nil, let departure?):
        joined[departure] = component.holding(
          newer(components[departure], old, takesAll), at: place)
        self.identities[departure] = record.identity
      case (nil, nil): break
      }
    }
  }
}

extension CalendarComponent {
  /// The identity of the event of the departure; nil for any other component.
  var departureIdentity: String? {
    departure.map { CalendarContent.identity(of: $0.component) }
  }
}
