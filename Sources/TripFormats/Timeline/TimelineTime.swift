import DocumentTables

/// A time of a timeline.
struct TimelineTime: Hashable, Sendable {
  /// Seconds since 2001-01-01T00:00:00Z.
  let second: Int64
  /// The minutes by which the clock of the place is ahead of UTC; nil if the file does not say.
  var offset: Int64?

  /// From 1990 to 2199: no phone recorded anything before, and counts of nights stay small.
  private static let seconds: Range<Int64> = -347_155_200..<6_279_724_800

  /// Nil for a time that no phone can have recorded.
  init?(second: Int64, offset: Int64? = nil) {
    guard Self.seconds ~= second else { return nil }
    self.second = second
    self.offset = offset.flatMap { -16 * 60...16 * 60 ~= $0 ? $0 : nil }
  }

  /// Reads a time with an offset, in UTC, or without either; the letter `Z` says nothing about the clock of the place.
  init?(_ text: String) {
    guard let moment = StatedMoment(text, .alone), moment.shift == nil, let day = moment.day,
      let second = moment.second
    else { return nil }
    self.init(
      second: day * 86_400 + second - (moment.offset ?? 0) * 60,
      offset: text.utf8.last == UInt8(ascii: "Z") ? nil : moment.offset)
  }

  /// Milliseconds since 1970.
  init?(milliseconds: Int64) {
    self.init(second: milliseconds / 1000 - 978_307_200)
  }
}

/// The clock of the places of a timeline: by the offsets that it states, a zone that an option states, or else the sun.
struct TimelineClock: Sendable {
  let zone: KnownZone?

  /// The minutes by which the clock at a point is ahead of UTC.
  func offset(of time: TimelineTime, at point: TimelinePoint) -> Int64 {
    if let offset = time.offset { return offset }
    if let zone { return zone.offset(atInstant: time.second) }
    return Int64((Double(point.longitude) * 1e-7 / 15).rounded()) * 60
  }

  /// Seconds since 2001-01-01T00:00:00 by the clock at a point.
  func local(_ time: TimelineTime, at point: TimelinePoint) -> Int64 {
    time.second + offset(of: time, at: point) * 60
  }

  /// Returns a time as GeoJSON states it: by the clock of the place, or in UTC if only the sun tells it.
  func text(_ time: TimelineTime) -> String? {
    if time.offset == nil, zone == nil { return FeatureTime.text(ofSecond: time.second) }
    let shown = zone.flatMap { zone in
      time.offset == nil ? zone.time(instant: time.second) : nil
    }
    if let shown { return shown.text }
    let offset = time.offset ?? 0
    guard let local = FeatureTime.text(ofSecond: time.second + offset * 60) else { return nil }
    func digits(_ number: UInt64) -> String { (number < 10 ? "0" : "") + String(number) }
    let minutes = offset.magnitude
    return local.dropLast() + (offset < 0 ? "-" : "+") + digits(minutes / 60) + ":"
      + digits(minutes % 60)
  }

  // MARK: Nights

  /// The hour at which people sleep: a night is that of the day on which it ends.
  private static let hourOfSleep: Int64 = 3 * 3600

  /// Returns the nights from one time to another, as days since 2001-01-01; nil if there is none.
  func nights(
    from start: TimelineTime, at first: TimelinePoint, to end: TimelineTime, at last: TimelinePoint
  ) -> ClosedRange<Int64>? {
    let from = LocalTime.day(ofSecond: local(start, at: first) - Self.hourOfSleep + 86_399)
    let to = LocalTime.day(ofSecond: local(end, at: last) - Self.hourOfSleep)
    return from <= to ? from...to : nil
  }

  func nights(of visit: Timeline.Visit) -> ClosedRange<Int64>? {
    nights(from: visit.start, at: visit.point, to: visit.end, at: visit.point)
  }
}
