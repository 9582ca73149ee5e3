extension DateText {
  /// Appends a moment of the years 0001 to 9999 as `YYYY-MM-DDThh:mm:ss[.f]Z`.
  @inlinable
  static func appendCalendar(_ moment: DateFraction, to bytes: inout [UInt8]) {
    let sinceFirst = UInt64(max(moment.second - firstSecond, 0))
    let day = CivilDay(daysSinceYear1: UInt32(truncatingIfNeeded: sinceFirst / 86_400))
    let secondOfDay = UInt32(truncatingIfNeeded: sinceFirst % 86_400)
    // Bound: the fields stand at fixed offsets below 20; the fraction takes at most 10 bytes more,
    // of 32. Lifetime: the buffer is used before the closure returns.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { text in
      setPair(day.year / 100, at: 0, in: text)
      setPair(day.year % 100, at: 2, in: text)
      text[4] = UInt8(ascii: "-")
      setPair(day.month, at: 5, in: text)
      text[7] = UInt8(ascii: "-")
      setPair(day.day, at: 8, in: text)
      text[10] = UInt8(ascii: "T")
      setPair(secondOfDay / 3600, at: 11, in: text)
      text[13] = UInt8(ascii: ":")
      setPair(secondOfDay / 60 % 60, at: 14, in: text)
      text[16] = UInt8(ascii: ":")
      setPair(secondOfDay % 60, at: 17, in: text)
      var count = 19
      if moment.digits > 0 {
        text[19] = UInt8(ascii: ".")
        let digits = min(moment.digits, 9)
        var rest = moment.fraction
        for index in stride(from: 19 + digits, to: 19, by: -1) {
          text[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        count = 20 + digits
      }
      text[count] = UInt8(ascii: "Z")
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[...count]))
    }
  }

  /// Writes a number below 100 as two digits.
  @inlinable
  static func setPair(
    _ number: UInt32, at offset: Int, in text: UnsafeMutableBufferPointer<UInt8>
  ) {
    // Bound: the caller passes offsets below 18 of 32 bytes.
    text[offset] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10)
    text[offset + 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10)
  }
}
