extension FloatingPointText {
  /// No text is longer; the longest has a sign, `0.`, five zeros and 17 digits.
  @inlinable package static var longestText: Int { 32 }

  /// Appends the canonical spelling of a number, or the word for what is not finite.
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

  /// Writes the canonical spelling of a number, or the word for what is not finite, at most
  /// ``longestText`` bytes, and says how many.
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
    // A decimal of four places with no more than decimalDigits digits that reads back, by a
    // division that rounds once, is the shortest.
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

  /// Writes the number that a description of a positive value gives, whose digits are the
  /// shortest.
  @usableFromInline
  static func writeDescribed(
    _ description: String, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // Digits, a point, an exponent: a description is a number as JSON has it. It has at most 17
    // digits and a ".0".
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
