import DocumentTables
import Foundation

/// A local time at a place: what the clock there shows, the zone of the place, and the offset from
/// UTC that the writer used.
///
/// Use it for what happens by the clock of a place, such as a departure at 19:30 in Paris. If the
/// rules of the zone change later, the departure is still at 19:30; a `Date` would move. A document
/// stores it as `2026-07-01T19:30:00+02:00[Europe/Paris]` (RFC 9557), which is its description.
///
/// The local time and the zone are the truth. The offset tells apart the two times of an hour that
/// happens twice, and gives the instant where the zone is not known. Zones that this machine does
/// not know are kept.
///
/// Times are ordered by their instants, and equal if their texts are.
public struct ZonedTime: Hashable, Sendable {
  let parts: ZonedTimeText

  /// The time for a property without a value.
  static let blank = ZonedTime(parts: .blank)

  init(parts: ZonedTimeText) { self.parts = parts }

  /// Creates a time of its parts; nil if one of them is not valid.
  ///
  /// - Parameters:
  ///   - day: The local day.
  ///   - hour: The hour, from 0 to 23.
  ///   - minute: The minute, from 0 to 59.
  ///   - second: The second, from 0 to 59.
  ///   - nanosecond: The fraction of the second, from 0 to 999,999,999.
  ///   - secondsFromGMT: The offset from UTC, in whole minutes.
  ///   - timeZoneIdentifier: A name of the time zone database, such as `Europe/Paris`. It need not
  ///     be known.
  public init?(
    day: CalendarDay, hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0,
    secondsFromGMT: Int, timeZoneIdentifier: String
  ) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
      secondsFromGMT % 60 == 0,
      let parts = ZonedTimeText(
        localSecond: day.number * 86_400 + Int64(hour * 3600 + minute * 60 + second),
        nanosecond: Int64(nanosecond), offset: Int64(secondsFromGMT / 60), zone: timeZoneIdentifier)
    else { return nil }
    self.parts = parts
  }

  /// Creates the time that the clocks of a zone show at an instant, to the millisecond.
  ///
  /// Nil if the year is not from 1 to 9999, or the offset has seconds, as before the time of zones.
  public init?(_ date: Date, in timeZone: TimeZone) {
    let milliseconds = (date.timeIntervalSinceReferenceDate * 1000).rounded()
    guard let instant = Int64(exactly: milliseconds),
      instant.magnitude < DateText.endSecond.magnitude * 1000
    else { return nil }
    let offset = Int64(timeZone.secondsFromGMT(for: date))
    let (second, rest) = (instant - (instant % 1000 + 1000) % 1000, (instant % 1000 + 1000) % 1000)
    guard offset % 60 == 0,
      let parts = ZonedTimeText(
        localSecond: second / 1000 + offset, nanosecond: rest * 1_000_000, offset: offset / 60,
        zone: timeZone.identifier)
    else { return nil }
    self.parts = parts
  }

  /// The local day.
  public var day: CalendarDay {
    CalendarDay(nearest: (parts.localSecond - secondOfDay) / 86_400)
  }

  /// The local hour, from 0 to 23.
  public var hour: Int { Int(secondOfDay / 3600) }

  /// The minute of the hour, from 0 to 59.
  public var minute: Int { Int(secondOfDay / 60 % 60) }

  /// The second of the minute, from 0 to 59.
  public var second: Int { Int(secondOfDay % 60) }

  /// The nanosecond of the second.
  public var nanosecond: Int { Int(parts.nanosecond) }

  /// The seconds by which the local time is ahead of UTC, as the writer knew it.
  public var secondsFromGMT: Int { Int(parts.offset * 60) }

  /// The name of the zone; `TimeZone(identifier:)` may not know it.
  public var timeZoneIdentifier: String { parts.zone }

  /// The instant that the offset gives.
  public var date: Date {
    Date(
      timeIntervalSinceReferenceDate: Double(parts.instantSecond) + Double(parts.nanosecond) / 1e9)
  }

  private var secondOfDay: Int64 { (parts.localSecond % 86_400 + 86_400) % 86_400 }
}

extension ZonedTime: Comparable {
  /// Whether the instant of one time is before that of another; of one instant, whether its text is.
  public static func < (left: ZonedTime, right: ZonedTime) -> Bool { left.parts < right.parts }
}

extension ZonedTime: LosslessStringConvertible {
  /// The time in the form of RFC 9557: `2026-07-01T19:30:00+02:00[Europe/Paris]`.
  public var description: String { parts.text }

  /// Creates a time of its description; nil for every other text.
  public init?(_ description: String) {
    guard let parts = try? ZonedTimeText(description) else { return nil }
    self.parts = parts
  }
}

extension ZonedTime: Codable {
  /// Encodes the time as its description.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(textOf: self) }

  /// Decodes a time from its description.
  ///
  /// - Throws: `DecodingError` if there is no text, or one that is no time.
  public init(from decoder: any Decoder) throws {
    self = try decoder.decodeText("a time such as 2026-07-01T19:30:00+02:00[Europe/Paris]")
  }
}
