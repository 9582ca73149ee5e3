/// The text form of a `Double` or `Float`: the shortest decimal that reads back, as ECMAScript lays
/// it out.
///
/// The layout is that of `Number::toString` (ECMA-262, 6.1.6.1.20), save that negative zero keeps
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
/// Zero is `0`, negative zero `-0`. What is not finite is a word, `INF`, `-INF` or `NaN`; NaN is
/// one value, whatever its bits. In JSON a word is a string. Reading is correctly rounded to the
/// width; overflow, and underflow of what is not zero to zero, are refused.
@usableFromInline
package enum FloatingPointText {
  /// Which spellings of a number a reader takes.
  @usableFromInline
  package enum Spelling: Hashable, Sendable {
    /// Only the spelling that a writer makes.
    case canonical
    /// Every number of the JSON grammar (RFC 8259, section 6).
    case anyNumber
  }

  /// Reads a number; words are not numbers.
  @inlinable
  package static func parse<Value: ShortestDecimalFloatingPoint>(
    _ text: UnsafeBufferPointer<UInt8>, as type: Value.Type = Value.self, spelling: Spelling
  ) throws(TextFormProblem) -> Value {
    let number = try ScannedNumber(text)
    let value = try nearest(number, of: text, as: type)
    if spelling == .canonical { try requireCanonical(number, of: text, value: value) }
    return value
  }

  /// Reads a number; words are not numbers.
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

  /// The word for a value that is not finite; nil for a finite one.
  @inlinable
  package static func word(for value: some BinaryFloatingPoint) -> StaticString? {
    if value.isFinite { return nil }
    if value.isNaN { return "NaN" }
    return value < 0 ? "-INF" : "INF"
  }

  /// The canonical spelling of a number, or the word for what is not finite.
  package static func text(_ value: some ShortestDecimalFloatingPoint) -> String {
    TextForm.string { bytes in append(value, to: &bytes) }
  }
}
