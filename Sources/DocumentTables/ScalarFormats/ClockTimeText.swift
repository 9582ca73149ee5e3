/// The text form of a time whose zone may be unknown (spec 4.14): `2026-07-01T14:30:00`, or a time at a place,
/// `2026-07-01T19:30:00+02:00[Europe/Paris]`.
package enum ClockTimeText: Hashable, Sendable {
  case local(LocalTimeText)
  case zoned(ZonedTimeText)

  /// The time for a property without a value.
  package static let blank = ClockTimeText.local(.blank)

  /// Reads a time.
  package init(_ text: String) throws(TextFormProblem) {
    self = try TextForm.withBytes(of: text) { bytes throws(TextFormProblem) in
      try ClockTimeText(bytes)
    }
  }

  /// Reads a time.
  package init(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) {
    if Self.statesZone(text) {
      self = .zoned(try ZonedTimeText(text))
    } else {
      self = .local(try LocalTimeText(text))
    }
  }

  /// Requires that a text is the one text of a time.
  package static func check(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) {
    if statesZone(text) { try ZonedTimeText.check(text) } else { _ = try LocalTimeText(text) }
  }

  private static func statesZone(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.last == UInt8(ascii: "]")
  }

  /// What the clock shows.
  package var local: LocalTimeText {
    switch self {
    case .local(let time): time
    case .zoned(let time): time.local
    }
  }

  /// The time at a place; UTC is the place if the zone is unknown.
  package var zoned: ZonedTimeText {
    switch self {
    case .local(let time): ZonedTimeText(inUTC: time)
    case .zoned(let time): time
    }
  }

  /// The text form.
  package var text: String {
    switch self {
    case .local(let time): TextForm.string { time.append(to: &$0) }
    case .zoned(let time): time.text
    }
  }
}

extension ClockTimeText: Comparable {
  /// Orders by instants, then by the texts; the instant of a local time is the one in UTC.
  package static func < (left: ClockTimeText, right: ClockTimeText) -> Bool {
    let (first, second) = (left.zoned, right.zoned)
    if first.instantSecond != second.instantSecond {
      return first.instantSecond < second.instantSecond
    }
    if first.nanosecond != second.nanosecond { return first.nanosecond < second.nanosecond }
    return left != right && left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
