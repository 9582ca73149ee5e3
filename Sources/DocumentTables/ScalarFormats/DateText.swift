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
/// To read, take the binary64 nearest to the exact rational, rounded once, and refuse any text that
/// is not what would be written for the result. `:60`, `24:00`, offsets and lower case are refused.
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
    // Bound: every byte read below 19, at 19 and at `count - 1` is within these 20 or more.
    guard text.count >= 20 else { return try parseSeconds(text) }
    if text[0] == UInt8(ascii: "@") { return try parseSeconds(text) }
    let second = try parseWholeSecond(text)
    guard text[text.count - 1] == UInt8(ascii: "Z") else { throw .malformed }
    // A whole second is a double exactly, and has no other spelling.
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
