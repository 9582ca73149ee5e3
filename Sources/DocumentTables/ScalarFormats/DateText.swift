/// The text form of a date: `YYYY-MM-DDThh:mm:ss[.f]Z`, or `@` and seconds.
///
/// A date is a binary64 number of seconds since 2001-01-01T00:00:00Z without leap seconds. The
/// calendar is the proleptic Gregorian one, years 0001 to 9999; Foundation's calendars are not
/// used, since they switch to the Julian one. To write a value `x`:
///
///     if x is finite, not −0, and in 0001-01-01T00:00:00Z ..< 10000-01-01T00:00:00Z:
///         for k in 0...9:
///             d := the multiple of 10^−k nearest to x, of two equally near the even one
///             if the binary64 nearest to d, ties to even, is x:
///                 write d in the calendar with k fraction digits (none: no point) and stop
///     write "@" and the text form of x as a double: "@1e-300", "@-0", "@INF", "@-INF", "@NaN"
///
/// To read, round the exact rational once, to the nearest binary64, and refuse every text that
/// differs from the text written for the result. `:60`, `24:00`, offsets and lower case are
/// refused.
@usableFromInline
package enum DateText {
  /// The seconds of 0001-01-01T00:00:00Z.
  @inlinable package static var firstSecond: Int64 { -63_113_904_000 }

  /// The seconds of 10000-01-01T00:00:00Z, the first moment that has no calendar form.
  @inlinable package static var endSecond: Int64 { 252_423_993_600 }

  /// Reads a date, as seconds since 2001-01-01T00:00:00Z.
  @inlinable
  package static func parse(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> Double {
    // Bound: after this check the bytes below 20 and at `count - 1` exist.
    guard text.count >= 20 else { return try parseSeconds(text) }
    if text[0] == UInt8(ascii: "@") { return try parseSeconds(text) }
    let second = try parseWholeSecond(text)
    guard text[text.count - 1] == UInt8(ascii: "Z") else { throw .malformed }
    // A whole second is exact as a double and has no other spelling.
    if text.count == 20 { return Double(second) }
    return try parseFraction(text, of: second)
  }

  /// Reads a date, as seconds since 2001-01-01T00:00:00Z.
  package static func parse(_ text: String) throws(TextFormProblem) -> Double {
    try TextForm.withBytes(of: text, parse)
  }

  /// The text form of a date given as seconds since 2001-01-01T00:00:00Z.
  package static func text(_ seconds: Double) -> String {
    TextForm.string { bytes in append(seconds, to: &bytes) }
  }
}

extension DateText {
  /// Reads the first 19 bytes, `YYYY-MM-DDThh:mm:ss`, of a text of at least 20 bytes.
  @inlinable
  static func parseWholeSecond(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> Int64 {
    // Bound: the caller has checked that there are at least 20 bytes; words of eight are read at 0
    // and 8, one of four at 16.
    let raw = UnsafeRawBufferPointer(text)
    let (first, second) = (
      raw.loadUnaligned(as: UInt64.self), raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    )
    let third = raw.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
    return try wholeSecond(
      UInt64(littleEndian: first), UInt64(littleEndian: second), UInt32(littleEndian: third))
  }

  /// Reads `YYYY-MM-DDThh:mm:ss` from its bytes, the first of each word in its lowest bits; the highest byte of the
  /// last word is ignored.
  @inlinable @inline(__always)
  static func wholeSecond(
    _ first: UInt64, _ second: UInt64, _ third: UInt32
  ) throws(TextFormProblem) -> Int64 {
    let (date, time, rest) = (first ^ emptyDate, second ^ emptyTime, third ^ emptySeconds)
    // Digits are now numbers below 10, and separators are 0. The sums have the highest bit of every
    // other byte set, unless the byte itself has it. Only a faulty byte carries into the next one,
    // so a valid text is never rejected.
    let faults =
      (date | (date &+ 0x7F76_767F_7676_7676)) | (time | (time &+ 0x7676_7F76_767F_7676))
      | UInt64((rest | (rest &+ 0x0076_767F)) & 0x0080_8080)
    guard faults & 0x8080_8080_8080_8080 == 0 else { throw .malformed }
    // Each byte becomes the two-digit number that begins at it.
    let datePairs = date &* 10 &+ date &>> 8
    let timePairs = time &* 10 &+ time &>> 8
    let secondPairs = (rest & 0x00FF_FF00) &* 10 &+ rest &>> 8
    let year = pair(datePairs, at: 0) &* 100 &+ pair(datePairs, at: 2)
    let month = pair(datePairs, at: 5)
    let day = pair(timePairs, at: 0)
    let hour = pair(timePairs, at: 3)
    let minute = pair(timePairs, at: 6)
    let seconds = pair(UInt64(secondPairs), at: 1)
    guard year >= 1, month >= 1, month <= 12, day >= 1, hour < 24, minute < 60, seconds < 60,
      day <= 28 || day <= CivilDay.daysInMonth(month, of: year)
    else { throw .outOfRange }
    let days = CivilDay(year: year, month: month, day: day).daysSince2001
    return days &* 86_400 &+ Int64(hour &* 3600 &+ minute &* 60 &+ seconds)
  }

  /// `0000-00-`, as a little-endian word.
  @inlinable static var emptyDate: UInt64 { 0x2D30_302D_3030_3030 }
  /// `00T00:00`.
  @inlinable static var emptyTime: UInt64 { 0x3030_3A30_3054_3030 }
  /// `:00` and a byte that is ignored.
  @inlinable static var emptySeconds: UInt32 { 0x0030_303A }

  @inlinable
  static func pair(_ pairs: UInt64, at index: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: pairs &>> (8 &* index) & 0xFF)
  }

  /// Reads the point and the digits between byte 19 and the last byte.
  @usableFromInline
  static func parseFraction(
    _ text: UnsafeBufferPointer<UInt8>, of second: Int64
  ) throws(TextFormProblem) -> Double {
    let digits = text.count - 21
    guard text[19] == UInt8(ascii: "."), digits >= 1, digits <= 9 else { throw .malformed }
    var fraction: UInt64 = 0
    // Bound: the digits end before the last byte. Nine digits cannot overflow.
    for index in 20..<(20 + digits) {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { throw .malformed }
      fraction = fraction &* 10 &+ UInt64(digit)
    }
    if digits <= 3 {
      // With so few fraction digits, a date has at most 15 digits in all. So different dates are
      // different doubles, and only a trailing zero makes a second spelling. Both operands are
      // exact.
      guard fraction % 10 != 0 else { throw .notCanonical }
      let scale = Int64(RoundedQuotient.powerOfTen(digits))
      return Double(second &* scale &+ Int64(fraction)) / Double(scale)
    }
    let moment = DateFraction(second: second, fraction: fraction, digits: digits)
    let seconds = moment.seconds
    guard DateFraction(nearestTo: seconds) == moment else { throw .notCanonical }
    return seconds
  }

  /// Reads `@` and a number of seconds or a word.
  @usableFromInline
  static func parseSeconds(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) -> Double {
    guard text.first == UInt8(ascii: "@") else { throw .malformed }
    let number = UnsafeBufferPointer(rebasing: text.dropFirst())
    let seconds = try FloatingPointText.parseWithWords(number, as: Double.self)
    guard DateFraction(nearestTo: seconds) == nil else { throw .notCanonical }
    return seconds
  }
}

extension DateText {
  /// The most bytes that ``write(_:to:)`` writes.
  @inlinable package static var longestText: Int { 1 + FloatingPointText.longestText }

  /// Appends the text form of a date given as seconds since 2001-01-01T00:00:00Z.
  @inlinable
  package static func append(_ seconds: Double, to bytes: inout [UInt8]) {
    // Bound: `write` writes at most `longestText` bytes. Lifetime: the buffer is used before the
    // closure returns.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longestText) { text in
      guard let start = text.baseAddress else { return }
      let count = write(seconds, to: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<count]))
    }
  }

  /// Writes the text form of a date given as seconds since 2001-01-01T00:00:00Z, at most
  /// ``longestText`` bytes, and returns their number.
  @inlinable
  package static func write(_ seconds: Double, to text: UnsafeMutablePointer<UInt8>) -> Int {
    if let moment = DateFraction(nearestTo: seconds) { return writeCalendar(moment, to: text) }
    text[0] = UInt8(ascii: "@")
    return 1 + FloatingPointText.write(seconds, to: text + 1)
  }

  /// Writes a moment of the years 0001 to 9999 as `YYYY-MM-DDThh:mm:ss[.f]Z`.
  @inlinable
  static func writeCalendar(
    _ moment: DateFraction, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let sinceFirst = UInt64(max(moment.second - firstSecond, 0))
    let day = CivilDay(daysSinceYear1: UInt32(truncatingIfNeeded: sinceFirst / 86_400))
    let secondOfDay = UInt32(truncatingIfNeeded: sinceFirst % 86_400)
    // Bound: the fields are at fixed offsets below 20; the fraction adds at most 10 bytes.
    writePair(day.year / 100, to: text)
    writePair(day.year % 100, to: text + 2)
    text[4] = UInt8(ascii: "-")
    writePair(day.month, to: text + 5)
    text[7] = UInt8(ascii: "-")
    writePair(day.day, to: text + 8)
    text[10] = UInt8(ascii: "T")
    writePair(secondOfDay / 3600, to: text + 11)
    text[13] = UInt8(ascii: ":")
    writePair(secondOfDay / 60 % 60, to: text + 14)
    text[16] = UInt8(ascii: ":")
    writePair(secondOfDay % 60, to: text + 17)
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
    return count + 1
  }

  @inlinable @inline(__always)
  static func writePair(_ number: UInt32, to text: UnsafeMutablePointer<UInt8>) {
    IntegerText.writePair(UInt64(number), to: text)
  }
}
