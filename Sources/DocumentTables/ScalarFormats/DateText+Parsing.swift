extension DateText {
  /// Reads the first 19 bytes, `YYYY-MM-DDThh:mm:ss`, of a text that has more of them.
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
    let date = UInt64(littleEndian: first) ^ emptyDate
    let time = UInt64(littleEndian: second) ^ emptyTime
    let rest = UInt32(littleEndian: third) ^ emptySeconds
    // Now digits are numbers below 10 and separators 0; every other byte gets its highest bit, or
    // had it. What is carried into the next byte comes from a fault, so it adds none to a good text.
    let faults =
      (date | (date &+ 0x7F76_767F_7676_7676)) | (time | (time &+ 0x7676_7F76_767F_7676))
      | UInt64((rest | (rest &+ 0x0076_767F)) & 0x0080_8080)
    guard faults & 0x8080_8080_8080_8080 == 0 else { throw .malformed }
    // Each byte becomes the number of two digits that begins there.
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
  /// `:00` and a byte of any kind.
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
      // All dates with so few digits have at most fifteen, so different ones are different numbers,
      // and none but a zero at the end can be left out. Both operands are exact.
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
