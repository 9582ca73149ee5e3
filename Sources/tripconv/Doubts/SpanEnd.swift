import DocumentTables
import TripPages

/// When an object begins or ends, as far as it is known.
struct SpanEnd {
  /// The day by the calendar of the place, in days since 2001-01-01.
  var day: Int64
  /// What the clock of the place shows, in seconds from 2001-01-01T00:00:00 on it; nil for a day.
  var second: Int64?
  /// The seconds from 2001-01-01T00:00:00Z; nil if the zone is not known.
  var instant: Int64?
}

/// The columns of the beginning or the end of the objects of one table: a date, or a day and the time that
/// holds instead where it is stated.
struct EndColumns {
  private let day: Int
  private let time: Int?
  private let dayType: AttributeType
  private let timeType: AttributeType?

  /// Returns nil if the table has no such column.
  init?(_ name: String, in hierarchy: HierarchyLayout) {
    guard let day = hierarchy.column(named: name, of: hierarchy.name),
      let type = hierarchy.columns[day].attribute?.type,
      type == .scalar(.day) || type == .scalar(.date)
    else { return nil }
    self.day = day
    dayType = type
    time =
      name.hasSuffix("Date")
      ? hierarchy.column(named: name.dropLast(4) + "Time", of: hierarchy.name) : nil
    timeType = time.flatMap { hierarchy.columns[$0].attribute?.type }
  }

  func reader(_ segment: Segment) -> EndReader {
    EndReader(days: segment.columns[day], times: time.map { segment.columns[$0] })
  }

  /// Returns the moment of a row in words.
  func words(_ segment: Segment, _ row: Int) -> String {
    let time = time.flatMap { column in
      timeType.flatMap { ObjectMoment(segment.value(at: row, column: column), $0) }
    }
    return (time ?? ObjectMoment(segment.value(at: row, column: day), dayType))?.short ?? ""
  }
}

/// The beginnings or ends of the objects of one segment.
struct EndReader {
  private enum Days {
    case none
    case days(FixedColumn<Int64>)
    case dates(FixedColumn<Double>)
    case other(Column)
  }

  private let days: Days
  private let times: HeapColumn?
  /// A column of times that is the same in every row.
  private let constantTimes: Column?

  init(days: Column, times: Column?) {
    self.days =
      switch days {
      case .integer(let days): .days(days)
      case .date(let dates), .double(let dates): .dates(dates)
      case .constant(.null, _): .none
      default: .other(days)
      }
    if case .text(let texts)? = times {
      (self.times, constantTimes) = (texts, nil)
    } else {
      (self.times, constantTimes) = (nil, times)
    }
  }

  /// Returns the moment of a row; nil if it is not known.
  func moment(at row: Int) -> SpanEnd? {
    if let times {
      if !times.nulls[row], let time = times.withText(at: row, { try? ClockTimeText($0) }) {
        return SpanEnd(time)
      }
    } else if case .text(let text)? = constantTimes?.value(at: row),
      let time = try? ClockTimeText(text)
    {
      return SpanEnd(time)
    }
    switch days {
    case .none: return nil
    case .days(let days): return days.nulls[row] ? nil : SpanEnd(day: days.values[row])
    case .dates(let dates): return dates.nulls[row] ? nil : SpanEnd(seconds: dates.values[row])
    case .other(let column):
      switch column.value(at: row) {
      case .integer(let day): return SpanEnd(day: day)
      case .date(let seconds), .double(let seconds): return SpanEnd(seconds: seconds)
      default: return nil
      }
    }
  }
}

extension SpanEnd {
  fileprivate init(_ time: ClockTimeText) {
    let second = time.local.second
    day = Self.day(second)
    self.second = second
    if case .zoned(let zoned) = time { instant = zoned.instantSecond }
  }

  /// Creates a date of old versions, which mean days: a clock that shows less at the end of a day is no doubt.
  fileprivate init?(seconds: Double) {
    guard let second = Int64(exactly: seconds.rounded(.down)) else { return nil }
    day = Self.day(second)
  }

  private static func day(_ second: Int64) -> Int64 {
    let (quotient, remainder) = second.quotientAndRemainder(dividingBy: 86_400)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
