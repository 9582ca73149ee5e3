/// The text form of a `Double` or `Float`: the shortest decimal that reads back, in ECMAScript's
/// layout.
///
/// The layout is that of `Number::toString` (ECMA-262, 6.1.6.1.20), except that negative zero keeps
/// its sign. To write a finite value that is not zero:
///
///     digits := the fewest decimal digits d1…dk, and of those the nearest to the value, for which
///               some n makes 0.d1…dk × 10^n read back to the same bits of this width
///     if k <= n <= 21:       d1…dk and n − k zeros                    100, 123456789012345680000
///     else if 0 < n <= 21:   d1…dn "." dn+1…dk                        1.5
///     else if −6 < n <= 0:   "0." and −n zeros and d1…dk              0.000001
///     else:                  d1 ["." d2…dk] "e" ("+" or "-") |n − 1|  1e+21, 1.5e-7
///     with "-" before it all if the value is negative
///
/// Zero is `0`, negative zero `-0`. A value that is not finite is a word, `INF`, `-INF` or `NaN`;
/// all bit patterns of NaN are one value. In JSON a word and `-0` are strings. Reading rounds correctly to
/// the width. It refuses overflow, and underflow of a nonzero number to zero.
@usableFromInline
package enum FloatingPointText {
  /// The spellings of a number that a reader accepts.
  @usableFromInline
  package enum Spelling: Hashable, Sendable {
    /// Only the spelling that a writer produces.
    case canonical
    /// Every number of the JSON grammar (RFC 8259, section 6).
    case anyNumber
  }

  /// Reads a number; refuses the words for values that are not finite.
  @inlinable
  package static func parse<Value: ShortestDecimalFloatingPoint>(
    _ text: UnsafeBufferPointer<UInt8>, as type: Value.Type = Value.self, spelling: Spelling
  ) throws(TextFormProblem) -> Value {
    let number = try ScannedNumber(text)
    let value = try nearest(number, of: text, as: type)
    if spelling == .canonical { try requireCanonical(number, of: text, value: value) }
    return value
  }

  /// Reads a number; refuses the words for values that are not finite.
  package static func parse<Value: ShortestDecimalFloatingPoint>(
    _ text: String, as type: Value.Type = Value.self, spelling: Spelling
  ) throws(TextFormProblem) -> Value {
    try TextForm.withBytes(of: text) { bytes throws(TextFormProblem) in
      try parse(bytes, as: type, spelling: spelling)
    }
  }

  /// Reads a number in its canonical spelling, or a word.
  @inlinable
  package static func parseWithWords<Value: ShortestDecimalFloatingPoint>(
    _ text: UnsafeBufferPointer<UInt8>, as type: Value.Type = Value.self,
    spelling: Spelling = .canonical
  ) throws(TextFormProblem) -> Value {
    if let value = parseWord(text, as: type) { return value }
    return try parse(text, as: type, spelling: spelling)
  }

  /// Reads a number in its canonical spelling, or a word.
  package static func parseWithWords<Value: ShortestDecimalFloatingPoint>(
    _ text: String, as type: Value.Type = Value.self, spelling: Spelling = .canonical
  ) throws(TextFormProblem) -> Value {
    try TextForm.withBytes(of: text) { bytes throws(TextFormProblem) in
      try parseWithWords(bytes, as: type, spelling: spelling)
    }
  }

  /// The value of `INF`, `-INF` or `NaN`; nil for any other text.
  @inlinable
  package static func parseWord<Value: BinaryFloatingPoint>(
    _ text: UnsafeBufferPointer<UInt8>, as type: Value.Type = Value.self
  ) -> Value? {
    guard text.count == 3 || text.count == 4 else { return nil }
    if TextForm.isEqual(text, "INF") { return .infinity }
    if TextForm.isEqual(text, "-INF") { return -.infinity }
    if TextForm.isEqual(text, "NaN") { return .nan }
    return nil
  }

  /// Whether a value is a number in JSON rather than a string.
  ///
  /// Negative zero is a string, because JavaScript writes the number `-0` as `0`.
  @inlinable
  package static func isJSONNumber(_ value: some BinaryFloatingPoint) -> Bool {
    value.isFinite && !(value.isZero && value.sign == .minus)
  }

  /// The value of a string in JSON: `INF`, `-INF`, `NaN` or `-0`; nil for any other text.
  package static func parseJSONString(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    TextForm.isEqual(text, "-0") ? -0.0 : parseWord(text)
  }

  /// The word for a value that is not finite; nil for a finite one.
  @inlinable
  package static func word(for value: some BinaryFloatingPoint) -> StaticString? {
    if value.isFinite { return nil }
    if value.isNaN { return "NaN" }
    return value < 0 ? "-INF" : "INF"
  }

  /// The canonical spelling of a number, or the word of a value that is not finite.
  package static func text(_ value: some ShortestDecimalFloatingPoint) -> String {
    TextForm.string { bytes in append(value, to: &bytes) }
  }
}

extension FloatingPointText {
  /// The value nearest to a number, rounded once to the width.
  @inlinable
  static func nearest<Value: ShortestDecimalFloatingPoint>(
    _ number: ScannedNumber, of text: UnsafeBufferPointer<UInt8>, as type: Value.Type
  ) throws(TextFormProblem) -> Value {
    var magnitude: Value
    if number.digits == 0 {
      magnitude = 0
    } else if number.digits <= 19, number.exponent <= 0, number.exponent >= -19 {
      magnitude = RoundedQuotient.nearest(
        number.significand, digits: -number.exponent, as: type)
    } else {
      magnitude = try nearestByDescription(text, as: type)
    }
    if number.isNegative { magnitude = -magnitude }
    return magnitude
  }

  /// The magnitude of any number, by the standard library, which rounds correctly.
  @usableFromInline
  static func nearestByDescription<Value: ShortestDecimalFloatingPoint>(
    _ text: UnsafeBufferPointer<UInt8>, as type: Value.Type
  ) throws(TextFormProblem) -> Value {
    guard let value = Value(String(decoding: text, as: UTF8.self)) else { throw .malformed }
    guard value.isFinite, !value.isZero else { throw .outOfRange }
    return value.magnitude
  }

  /// Refuses a number that is not in its canonical spelling.
  @inlinable
  static func requireCanonical<Value: ShortestDecimalFloatingPoint>(
    _ number: ScannedNumber, of text: UnsafeBufferPointer<UInt8>, value: Value
  ) throws(TextFormProblem) {
    if !number.hasExponent, number.digits > 0, number.digits <= Value.decimalDigits {
      // A decimal of so few digits is the shortest one. Without an exponent its layout is
      // canonical, unless it ends in zero or more than five zeros follow the point.
      guard !number.hasTrailingZero, number.digits + number.exponent > -6 else {
        throw .notCanonical
      }
      return
    }
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    guard TextForm.isEqual(text, bytes) else { throw .notCanonical }
  }
}

extension FloatingPointText {
  /// An upper bound of the length; the longest text has a sign, `0.`, five zeros and 17 digits.
  @inlinable package static var longestText: Int { 32 }

  /// Appends the canonical spelling of a number, or the word of a value that is not finite.
  @inlinable
  package static func append(
    _ value: some ShortestDecimalFloatingPoint, to bytes: inout [UInt8]
  ) {
    // Bound: `write` writes at most `longestText` bytes. Lifetime: the buffer is used before the
    // closure returns.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longestText) { text in
      guard let start = text.baseAddress else { return }
      let count = write(value, to: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<count]))
    }
  }

  /// Writes the canonical spelling of a number, or the word of a value that is not finite, at most
  /// ``longestText`` bytes, and returns their number.
  @inlinable
  package static func write<Value: ShortestDecimalFloatingPoint>(
    _ value: Value, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    if let word = word(for: value) {
      // Bound: a word has at most four bytes.
      text.update(from: word.utf8Start, count: word.utf8CodeUnitCount)
      return word.utf8CodeUnitCount
    }
    let sign = value.sign == .minus ? 1 : 0
    text[0] = UInt8(ascii: "-")
    return sign + writeMagnitude(value.magnitude, to: text + sign)
  }

  /// Writes a finite value that is not negative.
  @inlinable
  static func writeMagnitude<Value: ShortestDecimalFloatingPoint>(
    _ magnitude: Value, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // Below 10^decimalDigits a whole number is its own shortest decimal, zero included.
    let limit = Value(RoundedQuotient.powerOfTen(Value.decimalDigits))
    if magnitude < limit, magnitude.rounded(.towardZero) == magnitude {
      return IntegerText.writeDigits(UInt64(magnitude), to: text)
    }
    // A decimal with four places and at most decimalDigits digits is the shortest one if it reads
    // back by the division, which rounds once.
    let scaled = (magnitude * 10_000).rounded()
    if scaled < limit, scaled / 10_000 == magnitude {
      let tenThousandths = UInt64(scaled)
      let count = IntegerText.writeDigits(tenThousandths / 10_000, to: text)
      return count + writeFraction(tenThousandths % 10_000, to: text + count)
    }
    return writeDescribed(magnitude.description, to: text)
  }

  /// Writes a point and a fraction in ten thousandths that is not zero, without zeros at the end.
  @inlinable
  static func writeFraction(_ fraction: UInt64, to text: UnsafeMutablePointer<UInt8>) -> Int {
    var fraction = fraction
    var digits = 4
    while digits > 1, fraction % 10 == 0 {
      fraction /= 10
      digits -= 1
    }
    text[0] = UInt8(ascii: ".")
    return 1 + IntegerText.writeDigits(fraction, atLeast: digits, to: text + 1)
  }

  /// Writes a positive value from its description, which has the shortest digits.
  @usableFromInline
  static func writeDescribed(
    _ description: String, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // A description is a number of the JSON grammar, with at most 17 digits and a ".0".
    var description = description
    // Lifetime: the buffer is only used during the call.
    let scanned = description.withUTF8 { text in try? ScannedNumber(text) }
    guard var number = scanned, number.significand > 0 else { return 0 }
    while number.significand % 10 == 0 {
      number.significand /= 10
      number.digits -= 1
      number.exponent += 1
    }
    return layOut(number, to: text)
  }

  /// Writes at most 17 digits as `Number::toString` of ECMAScript does.
  static func layOut(_ number: ScannedNumber, to text: UnsafeMutablePointer<UInt8>) -> Int {
    // Bound: 21 bytes up to the point; or 17 digits and `0.` with five zeros before them; or 17
    // digits, a point, `e`, a sign and three more: never more than 24 bytes.
    let digits = number.digits
    let point = digits + number.exponent
    if point >= digits, point <= 21 {
      let count = IntegerText.writeDigits(number.significand, to: text)
      for index in count..<max(count, point) { text[index] = UInt8(ascii: "0") }
      return point
    }
    if point > 0, point <= 21 {
      let scale = RoundedQuotient.powerOfTen(digits - point)
      let count = IntegerText.writeDigits(number.significand / scale, to: text)
      text[count] = UInt8(ascii: ".")
      return count + 1
        + IntegerText.writeDigits(
          number.significand % scale, atLeast: digits - point, to: text + count + 1)
    }
    if point > -6, point <= 0 {
      text[0] = UInt8(ascii: "0")
      text[1] = UInt8(ascii: ".")
      return 2
        + IntegerText.writeDigits(number.significand, atLeast: digits - point, to: text + 2)
    }
    return layOutWithExponent(number, point, to: text)
  }

  private static func layOutWithExponent(
    _ number: ScannedNumber, _ point: Int, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let scale = RoundedQuotient.powerOfTen(number.digits - 1)
    var count = IntegerText.writeDigits(number.significand / scale, to: text)
    if number.digits > 1 {
      text[count] = UInt8(ascii: ".")
      count += 1
      count += IntegerText.writeDigits(
        number.significand % scale, atLeast: number.digits - 1, to: text + count)
    }
    text[count] = UInt8(ascii: "e")
    text[count + 1] = point > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-")
    count += 2
    return count + IntegerText.writeDigits(UInt64((point - 1).magnitude), to: text + count)
  }
}

/// A floating-point type whose `description` has the fewest digits that read back to the value.
@usableFromInline
package protocol ShortestDecimalFloatingPoint: BinaryFloatingPoint, LosslessStringConvertible {
  /// The number of decimal digits that always survive a round trip through this type.
  ///
  /// Two different decimals with so many digits never read as the same value, so a decimal with at
  /// most so many digits is the shortest one for its value.
  static var decimalDigits: Int { get }
}

extension Double: ShortestDecimalFloatingPoint {
  /// 15, the `DBL_DIG` of C.
  @inlinable package static var decimalDigits: Int { 15 }
}

extension Float: ShortestDecimalFloatingPoint {
  /// 6, the `FLT_DIG` of C.
  @inlinable package static var decimalDigits: Int { 6 }
}
