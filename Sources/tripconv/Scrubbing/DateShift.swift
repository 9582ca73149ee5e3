import DocumentTables

/// One number of weeks by which all dates of a document move.
struct DateShift {
  private let days: Int64

  init(_ key: KeyedHash.Key) {
    let weeks = Int64(KeyedHash(key, purpose: 5).value(below: 1000)) - 500
    days = 7 * (weeks < 0 ? weeks : weeks + 1)
  }

  private var seconds: Double { Double(days * 86400) }

  /// Returns seconds since 2001; the same ones if the date or the moved date has no form in the
  /// calendar.
  ///
  /// The last digits of a fraction may change.
  func moved(date seconds: Double) -> Double {
    let calendar = Double(DateText.firstSecond)..<Double(DateText.endSecond)
    let moved = seconds + self.seconds
    return calendar.contains(seconds) && calendar.contains(moved) ? moved : seconds
  }

  func moved(day: Int64) -> Int64 {
    let (moved, overflow) = day.addingReportingOverflow(days)
    let calendar = (DateText.firstSecond / 86400)..<(DateText.endSecond / 86400)
    return !overflow && calendar.contains(moved) ? moved : day
  }

  func moved(zonedTime text: String) -> String {
    guard let time = try? ZonedTimeText(text),
      let moved = ZonedTimeText(
        localSecond: time.localSecond + days * 86400, nanosecond: time.nanosecond,
        offset: time.offset, zone: time.zone)
    else { return text }
    return moved.text
  }
}
