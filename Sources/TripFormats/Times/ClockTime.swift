import DocumentTables

extension ClockTimeText {
  /// Creates a time at a place, without a fraction; nil if a document cannot state it.
  init?(second: Int64, nanosecond: Int64 = 0, offset: Int64, zone: String) {
    let time = ZonedTimeText(
      localSecond: second, nanosecond: nanosecond, offset: offset, zone: zone)
    guard let time else { return nil }
    self = .zoned(time)
  }

  /// The day on the calendar of the place, in days since 2001-01-01.
  var day: Int64 { LocalTime.day(ofSecond: local.second) }

  /// Whether the zone is known.
  var hasZone: Bool { if case .zoned = self { true } else { false } }

  /// Whether a time is certainly earlier than another one: both have a zone, or neither has.
  func precedes(_ other: ClockTimeText) -> Bool {
    switch (self, other) {
    case (.zoned, .zoned), (.local, .local): zoned.instantSecond < other.zoned.instantSecond
    case (.zoned, .local), (.local, .zoned): false
    }
  }
}
