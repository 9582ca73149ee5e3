import DocumentTables

/// When a part of a trip takes place.
struct PartSpan: Sendable {
  /// Days since 2001-01-01; nil if neither the beginning nor the end is stated.
  let first: Int64?
  let last: Int64?
  /// Seconds since 2001-01-01T00:00:00Z, for an order; of a time without a zone those of its clock.
  let instant: Int64
  /// The last instant.
  let end: Int64
  private let start: ClockTimeText?
  private let finish: ClockTimeText?

  /// Returns the seconds from the end of a part to the beginning of the next one: by the clock if one of both
  /// times has no zone.
  static func pause(after part: PartSpan, before next: PartSpan) -> Int64 {
    if let finish = part.finish ?? part.start, let start = next.start ?? next.finish,
      finish.hasZone != start.hasZone
    {
      return start.local.second - finish.local.second
    }
    return next.instant &- part.end
  }

  init(_ values: [String: Value], _ entity: String) {
    let names: (String, String) =
      switch entity {
      case "Stay": ("checkin", "checkout")
      case "Leg": ("departure", "arrival")
      default: ("start", "end")
      }
    let start = Self.moment(values, names.0)
    let end = Self.moment(values, names.1)
    // West across the date line, an arrival is a day before the departure.
    first = [start?.day, end?.day].compactMap { $0 }.min()
    last = [start?.day, end?.day].compactMap { $0 }.max()
    instant = start?.instant ?? end?.instant ?? 0
    self.end = end?.instant ?? start?.instant ?? 0
    self.start = start?.time
    finish = end?.time
  }

  private static func moment(
    _ values: [String: Value], _ name: String
  ) -> (day: Int64, instant: Int64, time: ClockTimeText?)? {
    // Where both are stated, the time holds (spec 7.2-9).
    if case .text(let text)? = values[name + "Time"], let time = try? ClockTimeText(text) {
      return (time.day, time.zoned.instantSecond, time)
    }
    if case .integer(let day)? = values[name + "Date"] { return (day, day &* 86_400, nil) }
    return nil
  }
}
