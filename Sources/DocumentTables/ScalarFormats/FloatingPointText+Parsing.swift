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

  /// Refuses a number that is not spelled as it would be written.
  @inlinable
  static func requireCanonical<Value: ShortestDecimalFloatingPoint>(
    _ number: ScannedNumber, of text: UnsafeBufferPointer<UInt8>, value: Value
  ) throws(TextFormProblem) {
    if !number.hasExponent, number.digits > 0, number.digits <= Value.decimalDigits {
      // So few digits are the shortest, and without an exponent they are laid out as written unless
      // a zero is at the end or more than five are behind the point.
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
