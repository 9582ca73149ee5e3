import DocumentTables

/// A component with the days that decide to which trip it belongs.
struct CalendarEvent {
  /// The place of the component in its calendar.
  let index: Int
  let entity: String
  /// Its days, those of a time in UTC in the zone of the calendar.
  let first: Int64
  let last: Int64
  /// Whether it takes two or more whole days, or two or more nights.
  let isLong: Bool
  /// Where it takes place; empty if it does not say.
  let place: ComparisonText
  /// Whether it is a leg, or a time that ends in another zone than it begins.
  private let isJourney: Bool
  /// Whether it is an event that takes place once, and no stay.
  private let isOnce: Bool
  /// The first and the last second of a time in UTC, in a calendar that states no zone.
  private let loose: (start: Int64, end: Int64)?

  /// The zones in use are at most so far from UTC.
  private static let easternmost: Int64 = 14 * 3_600
  private static let westernmost: Int64 = -12 * 3_600

  /// Nil for a component without a day.
  init?(
    _ index: Int, _ component: CalendarComponent, _ span: CalendarSpan, _ entity: String,
    _ zones: CalendarZones
  ) {
    guard let first = span.firstDay, let last = span.lastDay else { return nil }
    self.index = index
    self.entity = entity
    place = ComparisonText(
      (component.text("LOCATION") ?? component.text("GEO") ?? "").trimmingSpaces)
    isJourney = entity == "Leg" || entity != "Stay" && span.changesZone
    isOnce =
      entity != "Stay" && component.isNamed("VEVENT") && component.property("RRULE") == nil
    let isFirst = zones.edition == .first
    let instants = isFirst ? nil : span.instantsInUTC
    if let instants, let zone = zones.floating {
      (self.first, self.last) = Self.days(instants.start, instants.end) {
        zone.offset(atInstant: $0) * 60
      }
      loose = nil
    } else {
      (self.first, self.last) = (first, last)
      loose = instants
    }
    // A repeated event of some nights is a duty or a course.
    let hasNights =
      !isFirst && span.takesDay && self.last - self.first > 1
      && component.property("RRULE") == nil
    isLong = span.isSeveralDays || hasNights
  }

  /// Returns the trip that contains it, or one end of it: a journey may begin before a trip and end behind it, and its last evening
  /// may end on the next day.
  func trip(in containment: TripContainment) -> Int? {
    if let trip = containment.trip(of: first, last) { return trip }
    guard last > first, last - first <= (isJourney ? 3 : 1), isJourney || isOnce else { return nil }
    if let trip = containment.trip(of: first, first) { return trip }
    return isJourney ? containment.trip(of: last, last) : nil
  }

  /// Returns the trip that contains it in some zone, or one end of a journey of less than a day; of two the nearer one.
  func trip(nearTo containment: TripContainment) -> Int? {
    guard let loose else { return nil }
    var spans = [loose]
    if isJourney, loose.end - loose.start < 86_400 {
      spans = [(loose.start, loose.start), (loose.end, loose.end)]
    }
    let near = [Self.westernmost, Self.easternmost].flatMap { offset in
      spans.compactMap { span in
        let days = Self.days(span.0, span.1) { _ in offset }
        return containment.shortest(of: days.first, days.last)
      }
    }
    func distance(_ trip: TripContainment.Trip) -> Int64 {
      max(trip.first * 86_400 - loose.start, loose.end - (trip.last + 1) * 86_400)
    }
    return near.min { distance($0) < distance($1) }?.index
  }

  private static func days(
    _ start: Int64, _ end: Int64, _ offset: (Int64) -> Int64
  ) -> (first: Int64, last: Int64) {
    let first = LocalTime.day(ofSecond: start + offset(start))
    // An event that ends at midnight is not of the next day.
    let last = LocalTime.day(ofSecond: max(start, end - 1) + offset(end))
    return (first, max(first, last))
  }
}

extension CalendarSpan {
  /// Whether its times are a day or more apart: the days of a flight over the date line are not.
  fileprivate var takesDay: Bool {
    guard case .time(let start)? = start, case .time(let end)? = end else { return false }
    return end.zoned.instantSecond - start.zoned.instantSecond >= 86_400
  }

  /// Whether it ends in another zone than it begins.
  fileprivate var changesZone: Bool {
    guard case .time(.zoned(let start))? = start, case .time(.zoned(let end))? = end else {
      return false
    }
    return start.zone != end.zone
  }

  /// Its first and its last second if its times are in UTC; nil otherwise.
  fileprivate var instantsInUTC: (start: Int64, end: Int64)? {
    func instant(_ moment: Moment?) -> Int64? {
      guard case .time(.zoned(let time))? = moment, time.offset == 0,
        time.zone == KnownZone.identifier(ofOffset: 0)
      else { return nil }
      return time.localSecond
    }
    guard let start = instant(start) else { return nil }
    if end == nil { return (start, start) }
    guard let end = instant(end) else { return nil }
    return (start, max(start, end))
  }
}
