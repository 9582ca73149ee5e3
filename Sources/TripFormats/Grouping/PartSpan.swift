import DocumentTables

/// What the clock shows at an edge of a part.
struct EdgeClock: Hashable, Sendable {
  /// Seconds since 2001-01-01T00:00:00 on that clock.
  let second: Int64
  /// Whether the zone of the clock is known.
  let hasZone: Bool
}

/// A part whose order among others is known to the second.
protocol TimedPart {
  /// Seconds since 2001-01-01T00:00:00Z, for an order; of a time without a zone those of its clock.
  var instant: Int64 { get }
  /// The last instant.
  var end: Int64 { get }
  /// The clock at the beginning; nil without a time.
  var start: EdgeClock? { get }
  /// The clock at the end; nil without a time.
  var finish: EdgeClock? { get }
}

extension TimedPart {
  /// Returns the seconds from the end of the part to the beginning of the next one: by the clock if one of both
  /// times has no zone.
  func pause(before next: some TimedPart) -> Int64 {
    if let finish = finish ?? start, let start = next.start ?? next.finish,
      finish.hasZone != start.hasZone
    {
      return start.second - finish.second
    }
    return next.instant &- end
  }
}

/// When a part of a trip takes place.
struct PartSpan: TimedPart, Sendable {
  /// Days since 2001-01-01; nil if neither the beginning nor the end is stated.
  let first: Int64?
  let last: Int64?
  let instant: Int64
  let end: Int64
  let start: EdgeClock?
  let finish: EdgeClock?

  init(_ values: [String: Value], _ entity: String) {
    let names = MomentNames(entity)
    let start = Self.moment(values, names.start)
    let end = Self.moment(values, names.end)
    // West across the date line, an arrival is a day before the departure.
    first = [start?.day, end?.day].compactMap { $0 }.min()
    last = [start?.day, end?.day].compactMap { $0 }.max()
    instant = start?.instant ?? end?.instant ?? 0
    self.end = end?.instant ?? start?.instant ?? 0
    self.start = start?.clock
    finish = end?.clock
  }

  /// When a part begins.
  struct Start: Sendable {
    /// The local day.
    let day: Int64
    /// The local second, if the time is known.
    let clock: Int64?
    /// The second in UTC, if the zone is known.
    let instant: Int64?

    var dayInUTC: Int64? { instant.map(LocalTime.day(ofSecond:)) }

    /// Returns the seconds between two beginnings, by their instants, or else by their clocks; nil if a time is not
    /// known.
    func pause(to other: Start) -> Int64? {
      if let instant, let own = other.instant { return abs(instant - own) }
      guard let clock, let own = other.clock else { return nil }
      return abs(clock - own)
    }
  }

  /// Returns when a part begins; nil if no day is stated.
  static func start(of values: [String: Value], _ entity: String) -> Start? {
    guard let moment = moment(values, MomentNames(entity).start) else { return nil }
    let instant = moment.clock?.hasZone ?? false ? moment.instant : nil
    return Start(day: moment.day, clock: moment.clock?.second, instant: instant)
  }

  private static func moment(
    _ values: [String: Value], _ name: String
  ) -> (day: Int64, instant: Int64, clock: EdgeClock?)? {
    // Where both are stated, the time holds (spec 7.2-9).
    if case .text(let text)? = values[name + "Time"], let time = try? ClockTimeText(text) {
      let clock = EdgeClock(second: time.local.second, hasZone: time.hasZone)
      return (time.day, time.zoned.instantSecond, clock)
    }
    if case .integer(let day)? = values[name + "Date"] { return (day, day &* 86_400, nil) }
    return nil
  }
}
