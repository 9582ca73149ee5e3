extension DateText {
  /// Reads the first 19 bytes, `YYYY-MM-DDThh:mm:ss`, of a text that has more of them.
  @inlinable
  static func parseWholeSecond(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> Int64 {
    // Bound: the caller has checked that there are at least 20 bytes.
    let separators =
      (text[4] ^ UInt8(ascii: "-")) | (text[7] ^ UInt8(ascii: "-"))
      | (text[10] ^ UInt8(ascii: "T")) | (text[13] ^ UInt8(ascii: ":"))
      | (text[16] ^ UInt8(ascii: ":"))
    var allAreDigits = separators == 0
    let century = pair(text, at: 0, &allAreDigits)
    let yearOfCentury = pair(text, at: 2, &allAreDigits)
    let month = pair(text, at: 5, &allAreDigits)
    let day = pair(text, at: 8, &allAreDigits)
    let hour = pair(text, at: 11, &allAreDigits)
    let minute = pair(text, at: 14, &allAreDigits)
    let second = pair(text, at: 17, &allAreDigits)
    guard allAreDigits else { throw .malformed }
    let year = century &* 100 &+ yearOfCentury
    guard year >= 1, month >= 1, month <= 12, day >= 1, hour < 24, minute < 60, second < 60,
      day <= CivilDay.daysInMonth(month, of: year)
    else { throw .outOfRange }
    let days = CivilDay(year: year, month: month, day: day).daysSince2001
    return days &* 86_400 &+ Int64(hour &* 3600 &+ minute &* 60 &+ second)
  }

  /// The number of two digits at an offset.
  @inlinable
  static func pair(
    _ text: UnsafeBufferPointer<UInt8>, at offset: Int, _ allAreDigits: inout Bool
  ) -> UInt32 {
    // Bound: the caller passes offsets below 18 of at least 20 bytes.
    let tens = text[offset] &- UInt8(ascii: "0")
    let units = text[offset + 1] &- UInt8(ascii: "0")
    allAreDigits = allAreDigits && tens <= 9 && units <= 9
    return UInt32(tens) &* 10 &+ UInt32(units)
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
