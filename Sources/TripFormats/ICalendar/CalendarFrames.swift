import DocumentTables

/// The long events that are no trips, because they only surround trips, as holidays of a school do.
///
///     Holidays   ├──────────────────────────────┤      no place, no travel outside the trips
///     Crete           ├──────┤   └ a free day
///     Vienna                        ├────┤             another place
struct CalendarFrames {
  private(set) var frames: Set<Int> = []

  /// How many stays and legs of an event are looked at, so that a hostile calendar costs no square of time.
  private static let mostLooked = 1000

  /// - Parameters:
  ///   - long: The events that may be trips, by their first days, the longest first.
  ///   - events: All events of the calendar.
  init(_ long: [CalendarEvent], among events: [CalendarEvent]) {
    let travel = events.filter { $0.entity == "Leg" || $0.entity == "Stay" }
      .sorted { ($0.first, $0.index) < ($1.first, $1.index) }
    var children: [Int: [CalendarEvent]] = [:]
    // The events around the next one, the innermost last.
    var around: [CalendarEvent] = []
    for event in long {
      while let last = around.last, last.last < event.last { around.removeLast() }
      if let parent = around.last { children[parent.index, default: []].append(event) }
      around.append(event)
    }
    for event in long where event.place.text.isEmpty {
      guard let inner = children[event.index], Self.areTrips(inner),
        Self.isAway(event, inner, travel)
      else { continue }
      frames.insert(event.index)
    }
  }

  /// Whether two events with places, one behind the other, have a free day between them and different places.
  private static func areTrips(_ events: [CalendarEvent]) -> Bool {
    let placed = events.filter { !$0.place.text.isEmpty }
    return zip(placed, placed.dropFirst()).contains { earlier, later in
      later.first > earlier.last + 1 && earlier.place != later.place
    }
  }

  /// Whether all travel within an event is that of the events in it.
  private static func isAway(
    _ event: CalendarEvent, _ inner: [CalendarEvent], _ travel: [CalendarEvent]
  ) -> Bool {
    let low = travel.prefixCount(while: { $0.first < event.first })
    var looked = 0
    var position = 0
    for part in travel[low...] {
      guard part.first <= event.last else { return true }
      looked += 1
      guard looked < mostLooked else { return false }
      // The way there may begin a day before, and the way back end a day behind.
      while position < inner.count, inner[position].last + 1 < part.first { position += 1 }
      guard position < inner.count, inner[position].first - 1 <= part.first,
        part.last <= inner[position].last + 1
      else { return false }
    }
    return true
  }
}
