import DocumentTables

/// A month of the calendar, such as that in which a card expires.
///
/// A document stores it as `2026-07`, which is its description. The calendar is the proleptic Gregorian
/// one, from year 1 to year 9999.
public struct CalendarMonth: Hashable, Sendable {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month of the year, from 1 to 12.
  public let month: Int

  static let blank = CalendarMonth((year: 2001, month: 1))

  /// Creates a month of its parts; nil if the calendar has no such month.
  public init?(year: Int, month: Int) {
    guard MonthText.exists((year, month)) else { return nil }
    self.init((year, month))
  }

  private init(_ parts: MonthText.Parts) { (year, month) = parts }
}

extension CalendarMonth: Comparable {
  /// Whether one month is before another.
  public static func < (left: CalendarMonth, right: CalendarMonth) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}

extension CalendarMonth: LosslessStringConvertible {
  /// The month in the form of ISO 8601: `2026-07`.
  public var description: String { MonthText.text((year, month)) }

  /// Creates a month of its description; nil for every other text.
  public init?(_ description: String) {
    guard let parts = try? TextForm.withBytes(of: description, MonthText.parse) else { return nil }
    self.init(parts)
  }
}

extension CalendarMonth: Codable {
  /// Encodes the month as its description.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(textOf: self) }

  /// Decodes a month from its description.
  ///
  /// - Throws: `DecodingError` if there is no text, or one that is no month.
  public init(from decoder: any Decoder) throws {
    self = try decoder.decodeText("a month such as 2026-07")
  }
}
