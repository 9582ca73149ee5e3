import DocumentTables
import Foundation

/// A time that a clock shows, at a place whose zone may be unknown.
///
/// Use it for times from timetables, tickets and calendars, which often state no zone: a departure at 14:30. A
/// document stores it as `2026-07-01T14:30:00`, and if the zone is known as
/// `2026-07-01T14:30:00+02:00[Europe/Paris]`, which is a ``ZonedTime``. Both are its description.
///
/// Times are ordered by their instants, and equal if their texts are. A time without a zone has no instant; it is
/// ordered as if its clock showed UTC.
public struct ClockTime: Hashable, Sendable {
  private let form: ClockTimeText

  /// The time for a property without a value.
  static let blank = ClockTime(form: .blank)

  private init(form: ClockTimeText) { self.form = form }

  /// Creates a time of an unknown zone; nil if one of its parts is not valid.
  ///
  /// - Parameters:
  ///   - day: The local day.
  ///   - hour: The hour, from 0 to 23.
  ///   - minute: The minute, from 0 to 59.
  ///   - second: The second, from 0 to 59.
  ///   - nanosecond: The fraction of the second, from 0 to 999,999,999.
  public init?(
    day: CalendarDay, hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0
  ) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
      let time = LocalTimeText(
        second: day.number * 86_400 + Int64(hour * 3600 + minute * 60 + second),
        nanosecond: Int64(nanosecond))
    else { return nil }
    form = .local(time)
  }

  /// Creates a time of a known zone.
  public init(_ time: ZonedTime) { form = .zoned(time.parts) }

  /// The time at its place; nil if the zone is unknown.
  public var zonedTime: ZonedTime? {
    guard case .zoned(let time) = form else { return nil }
    return ZonedTime(parts: time)
  }

  /// The local day.
  public var day: CalendarDay { local.day }

  /// The local hour, from 0 to 23.
  public var hour: Int { local.hour }

  /// The minute of the hour, from 0 to 59.
  public var minute: Int { local.minute }

  /// The second of the minute, from 0 to 59.
  public var second: Int { local.second }

  /// The nanosecond of the second.
  public var nanosecond: Int { local.nanosecond }

  /// The name of the zone, which `TimeZone(identifier:)` may not know; nil if the zone is unknown.
  public var timeZoneIdentifier: String? { zonedTime?.timeZoneIdentifier }

  /// The instant; nil if the zone is unknown.
  public var date: Date? { zonedTime?.date }

  /// The time at its place, or in UTC if the zone is unknown; only its clock is used.
  private var local: ZonedTime { ZonedTime(parts: form.zoned) }
}

extension ClockTime: Comparable {
  /// Whether the instant of one time is before that of another; of one instant, whether its text is.
  ///
  /// A time without a zone is compared as if its clock showed UTC.
  public static func < (left: ClockTime, right: ClockTime) -> Bool { left.form < right.form }
}

extension ClockTime: LosslessStringConvertible {
  /// The time as `2026-07-01T14:30:00`, or with its place as `2026-07-01T14:30:00+02:00[Europe/Paris]`.
  public var description: String { form.text }

  /// Creates a time of its description; nil for every other text.
  public init?(_ description: String) {
    guard let form = try? ClockTimeText(description) else { return nil }
    self.form = form
  }
}

extension ClockTime: Codable {
  /// Encodes the time as its description.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(textOf: self) }

  /// Decodes a time from its description.
  ///
  /// - Throws: `DecodingError` if there is no text, or one that is no time.
  public init(from decoder: any Decoder) throws {
    self = try decoder.decodeText(
      "a time such as 2026-07-01T14:30:00 or 2026-07-01T14:30:00+02:00[Europe/Paris]")
  }
}
