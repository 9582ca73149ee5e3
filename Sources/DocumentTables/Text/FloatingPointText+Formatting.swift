extension FloatingPointText {
  /// Appends a finite value.
  @inlinable
  static func appendFinite<Value: ShortestDecimalFloatingPoint>(
    _ value: Value, to bytes: inout [UInt8]
  ) {
    if value.sign == .minus { bytes.append(UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    // Below 10^decimalDigits a whole number is its own shortest decimal, zero included.
    let limit = Value(RoundedQuotient.powerOfTen(Value.decimalDigits))
    if magnitude < limit, magnitude.rounded(.towardZero) == magnitude {
      IntegerText.appendDigits(UInt64(magnitude), to: &bytes)
      return
    }
    // A decimal of four places with no more than decimalDigits digits that reads back, by a
    // division that rounds once, is the shortest.
    let scaled = (magnitude * 10_000).rounded()
    if scaled < limit, scaled / 10_000 == magnitude {
      let tenThousandths = UInt64(scaled)
      IntegerText.appendDigits(tenThousandths / 10_000, to: &bytes)
      appendFraction(tenThousandths % 10_000, digits: 4, to: &bytes)
      return
    }
    appendDescribed(magnitude.description, to: &bytes)
  }

  /// Appends a point and a fraction that is not zero, without zeros at the end.
  @inlinable
  static func appendFraction(_ fraction: UInt64, digits: Int, to bytes: inout [UInt8]) {
    var fraction = fraction
    var digits = digits
    while digits > 1, fraction % 10 == 0 {
      fraction /= 10
      digits -= 1
    }
    bytes.append(UInt8(ascii: "."))
    IntegerText.appendDigits(fraction, atLeast: digits, to: &bytes)
  }

  /// Appends the number that a description of a positive value gives, whose digits are the
  /// shortest.
  @usableFromInline
  static func appendDescribed(_ description: String, to bytes: inout [UInt8]) {
    // Digits, a point, an exponent: a description is a number as JSON has it. It has at most 17
    // digits and a ".0".
    var description = description
    // Lifetime: the buffer is only used during the call.
    let scanned = description.withUTF8 { text in try? ScannedNumber(text) }
    guard var number = scanned, number.significand > 0 else { return }
    while number.significand % 10 == 0 {
      number.significand /= 10
      number.digits -= 1
      number.exponent += 1
    }
    layOut(number, to: &bytes)
  }

  /// Appends digits as `Number::toString` of ECMAScript does.
  static func layOut(_ number: ScannedNumber, to bytes: inout [UInt8]) {
    let digits = number.digits
    let point = digits + number.exponent
    let zero = UInt8(ascii: "0")
    if point >= digits, point <= 21 {
      IntegerText.appendDigits(number.significand, to: &bytes)
      bytes.append(contentsOf: repeatElement(zero, count: point - digits))
    } else if point > 0, point <= 21 {
      let scale = RoundedQuotient.powerOfTen(digits - point)
      IntegerText.appendDigits(number.significand / scale, to: &bytes)
      bytes.append(UInt8(ascii: "."))
      IntegerText.appendDigits(
        number.significand % scale, atLeast: digits - point, to: &bytes)
    } else if point > -6, point <= 0 {
      TextForm.append("0.", to: &bytes)
      IntegerText.appendDigits(number.significand, atLeast: digits - point, to: &bytes)
    } else {
      let scale = RoundedQuotient.powerOfTen(digits - 1)
      IntegerText.appendDigits(number.significand / scale, to: &bytes)
      if digits > 1 {
        bytes.append(UInt8(ascii: "."))
        IntegerText.appendDigits(number.significand % scale, atLeast: digits - 1, to: &bytes)
      }
      TextForm.append(point > 0 ? "e+" : "e-", to: &bytes)
      IntegerText.appendDigits(UInt64((point - 1).magnitude), to: &bytes)
    }
  }
}
