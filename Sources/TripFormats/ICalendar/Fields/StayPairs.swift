import DocumentTables

/// The pairs of events of a calendar that are the arrival and the departure of one stay.
struct StayPairs {
  /// The events that become whole stays, by their places in the calendar.
  private(set) var joined: [Int: CalendarComponent] = [:]
  /// The identities of those that have another one than their event.
  private(set) var identities: [Int: String] = [:]
  /// The places of the departures that lie in them.
  private(set) var departures: Set<Int> = []

  /// An event that says one end of a stay.
  private struct Event {
    let index: Int
    let name: ComparisonText
    let isArrival: Bool
    let day: Int64
    let isTimed: Bool
    let identity: ComparisonText
  }

  /// The most nights of a stay.
  private static let mostNights: Int64 = 60

  /// - Parameters:
  ///   - identities: The identities of the components that become objects.
  ///   - spans: When each takes place.
  ///   - stored: What a document has of the calendar.
  init(
    _ components: [CalendarComponent], _ identities: [String?], _ spans: [CalendarSpan?],
    _ stored: StoredCalendar
  ) {
    // A stay that a person deleted is one, too.
    let free = components.indices.compactMap { index in
      Self.event(index, components[index], identities[index], spans[index])
    }.filter { event in
      stored.ofIdentity[event.identity] == nil
        && (event.isArrival || !stored.known.contains(event.identity))
    }
    // Arrivals without a departure, by the place of the stay.
    var open: [ComparisonText: Event] = [:]
    for event in free.sorted(by: { ($0.day, $0.isArrival ? 1 : 0) < ($1.day, $1.isArrival ? 1 : 0) }
    ) {
      if event.isArrival {
        open[event.name] = event
      } else if let arrival = open[event.name], event.day > arrival.day,
        event.day - arrival.day <= Self.mostNights, arrival.isTimed == event.isTimed
      {
        join(components, arrival.index, event.index)
        open[event.name] = nil
      }
    }
    joinKnown(components, identities, stored)
  }

  private static func event(
    _ index: Int, _ component: CalendarComponent, _ identity: String?, _ span: CalendarSpan?
  ) -> Event? {
    guard let identity, component.isNamed("VEVENT"), component.property("RRULE") == nil,
      let start = span?.start, let end = component.text("SUMMARY").flatMap({ StayEnd($0) })
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
      isTimed: isTimed, identity: ComparisonText(identity))
  }

  private mutating func join(_ components: [CalendarComponent], _ arrival: Int, _ departure: Int) {
    joined[arrival] = components[arrival].holding(components[departure], at: departure)
    departures.insert(departure)
  }

  /// Joins the events of stays that a document has as one; the document's event stands for one that the file lacks.
  private mutating func joinKnown(
    _ components: [CalendarComponent], _ identities: [String?], _ stored: StoredCalendar
  ) {
    let stays = stored.ofIdentity.filter { $0.value.component?.departure != nil }
    guard !stays.isEmpty else { return }
    let places = Dictionary(
      identities.enumerated().compactMap { index, identity in
        identity.map { (ComparisonText($0), index) }
      }
    ) { first, _ in first }
    for (name, record) in stays {
      guard let component = record.component, let (old, place) = component.departure else {
        continue
      }
      let departure = places[ComparisonText(CalendarContent.identity(of: old))]
      switch (places[name], departure) {
      case (let arrival?, let departure?):
        join(components, arrival, departure)
      case (let arrival?, nil):
        joined[arrival] = components[arrival].holding(old, at: place)
      case (nil, let departure?):
        joined[departure] = component.holding(components[departure], at: place)
        self.identities[departure] = record.identity
      case (nil, nil): break
      }
    }
  }
}
