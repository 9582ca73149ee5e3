/// The text form of a time at a place: `2026-07-01T19:30:00+02:00[Europe/Paris]` (spec 4.13).
///
/// It is a subset of RFC 9557: a local time, the offset from UTC in hours and minutes, and the name
/// of one zone. Fractions do not end in zero, UTC is `+00:00`, and there are no other suffixes. The
/// zone need not be known here, so that every document keeps its zones.
package struct ZonedTimeText: Hashable, Sendable {
  /// What the clock of the place shows.
  package let local: LocalTimeText

  /// The minutes by which the local time is ahead of UTC, -1439...1439.
  package let offset: Int64

  /// The name of the zone.
  package let zone: String

  /// Creates a time of its parts; nil if a document cannot state one of them.
  package init?(localSecond: Int64, nanosecond: Int64, offset: Int64, zone: String) {
    guard let local = LocalTimeText(second: localSecond, nanosecond: nanosecond),
      (-1439...1439).contains(offset)
    else { return nil }
    let name = Array(zone.utf8)
    guard name.withUnsafeBufferPointer({ Self.isZone($0[...]) }) else { return nil }
    self.local = local
    self.offset = offset
    self.zone = zone
  }

  /// Reads a time.
  package init(_ text: String) throws(TextFormProblem) {
    self = try TextForm.withBytes(of: text) { bytes throws(TextFormProblem) in
      try ZonedTimeText(bytes)
    }
  }

  /// Reads a time.
  package init(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) {
    let parts = try Parts(text)
    local = parts.local
    offset = parts.offset
    zone = String(decoding: text[parts.zone], as: UTF8.self)
  }

  /// Requires that a text is the one text of a time.
  package static func check(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) {
    _ = try Parts(text)
  }

  /// The time for a property without a value.
  package static let blank = ZonedTimeText(inUTC: .blank)

  /// The time of a clock that shows UTC.
  package init(inUTC local: LocalTimeText) {
    (self.local, offset, zone) = (local, 0, "Etc/UTC")
  }

  /// The local time, as seconds from 2001-01-01T00:00:00 on the same clock.
  package var localSecond: Int64 { local.second }

  /// The fraction of the second, 0..<1,000,000,000.
  package var nanosecond: Int64 { local.nanosecond }

  /// The text form.
  package var text: String {
    TextForm.string { bytes in
      local.append(to: &bytes)
      bytes.append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      for (index, pair) in [offset.magnitude / 60, offset.magnitude % 60].enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ":")) }
        bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair / 10))
        bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair % 10))
      }
      bytes.append(UInt8(ascii: "["))
      bytes.append(contentsOf: zone.utf8)
      bytes.append(UInt8(ascii: "]"))
    }
  }
}

extension ZonedTimeText: Comparable {
  /// Orders by the instants that the offsets give, then by the texts.
  ///
  /// The order does not depend on the zone rules of a program.
  package static func < (left: ZonedTimeText, right: ZonedTimeText) -> Bool {
    let (first, second) = (left.instantSecond, right.instantSecond)
    if first != second { return first < second }
    if left.nanosecond != right.nanosecond { return left.nanosecond < right.nanosecond }
    return left != right && left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// The second of the instant, since 2001-01-01T00:00:00Z.
  package var instantSecond: Int64 { localSecond - offset * 60 }
}

extension ZonedTimeText {
  /// The parts of a text, without a copy of the zone's name.
  private struct Parts {
    let local: LocalTimeText
    let offset: Int64
    let zone: Range<Int>

    init(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) {
      let prefix = try LocalTimeText.prefix(of: text)
      local = prefix.time
      // Bound: every read follows a comparison with the count.
      var (at, isCanonical) = (prefix.end, prefix.isCanonical)
      guard at < text.count else { throw .malformed }
      if text[at] == UInt8(ascii: "Z") {
        (isCanonical, offset) = (false, 0)
        at += 1
      } else {
        guard text.count - at > 6, let hours = Self.pair(text, at + 1),
          text[at + 3] == UInt8(ascii: ":"), let minutes = Self.pair(text, at + 4),
          text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-")
        else { throw .malformed }
        guard hours < 24, minutes < 60 else { throw .outOfRange }
        let isBehind = text[at] == UInt8(ascii: "-")
        offset = (isBehind ? -1 : 1) * (hours * 60 + minutes)
        if isBehind, offset == 0 { isCanonical = false }
        at += 6
      }
      guard at < text.count, text[at] == UInt8(ascii: "["),
        text[text.count - 1] == UInt8(ascii: "]"),
        at + 1 < text.count - 1, ZonedTimeText.isZone(text[(at + 1)..<(text.count - 1)])
      else { throw .malformed }
      zone = (at + 1)..<(text.count - 1)
      guard isCanonical else { throw .notCanonical }
    }

    /// Returns the number of two digits; the caller checks that there are two bytes.
    private static func pair(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int64? {
      let (tens, ones) = (text[at] &- UInt8(ascii: "0"), text[at + 1] &- UInt8(ascii: "0"))
      return tens <= 9 && ones <= 9 ? Int64(tens * 10 + ones) : nil
    }
  }

  /// Whether a text is the `time-zone-name` of RFC 9557.
  private static func isZone(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    // The bytes of the current part, and how many of them are dots.
    var (count, dots) = (0, 0)
    for byte in name {
      if byte == UInt8(ascii: "/") {
        guard count > 0, count != dots || count > 2 else { return false }
        (count, dots) = (0, 0)
        continue
      }
      let isLater =
        byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      guard isInitial(byte) || count > 0 && isLater else { return false }
      count += 1
      if byte == UInt8(ascii: ".") { dots += 1 }
    }
    return count > 0 && (count != dots || count > 2)
  }

  /// Whether a part of a zone's name can begin with a byte.
  private static func isInitial(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "_")
  }
}
