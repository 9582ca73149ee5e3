import DocumentTables

/// The order of the numbers of a day such as 03/04/2025.
enum DayOrder: String, Hashable, Sendable {
  case dayFirst = "day-month-year"
  case monthFirst = "month-day-year"
}

/// The day from which a spreadsheet counts days.
enum SerialEpoch: Int64, Hashable, Sendable {
  /// Day 1 is 1 January 1900, and 29 February 1900 counts.
  case year1900 = 1900
  /// Day 0 is 1 January 1904.
  case year1904 = 1904

  /// The number of 2001-01-01.
  var origin: Int64 { self == .year1900 ? 36_892 : 35_430 }
}

/// How texts spell days and times: what a text alone leaves open.
struct MomentSpelling: Hashable, Sendable {
  /// The order of days such as 03/04/2025; nil reads only those of which one order is possible.
  var order: DayOrder?
  /// The language whose words come first; nil if it is not known.
  var language: DateLanguage?
  /// How numbers such as 45474 count days; nil if they are no days.
  var epoch: SerialEpoch?
  /// Whether texts state times, so that `0930` and `9.30` are some.
  var isClock = false
  var edition = TimeEdition.current

  /// Numbers are days of a table whose days come first.
  static let table = MomentSpelling(order: .dayFirst, epoch: .year1900)
  /// Texts of which each says all by itself.
  static let alone = MomentSpelling()
}
