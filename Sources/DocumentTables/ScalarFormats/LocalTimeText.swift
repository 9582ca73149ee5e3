/// What a clock shows, without the zone of the clock: `2026-07-01T19:30:00` (spec 4.13, 4.14).
///
/// Fractions have at most nine digits and do not end in zero.
package struct LocalTimeText: Hashable, Sendable {
  /// The seconds from 2001-01-01T00:00:00 on the same clock.
  package let second: Int64

  /// The fraction of the second, 0..<1,000,000,000.
  package let nanosecond: Int64

  /// The bytes of a text without a fraction.
  private static let shortestText = 19

  /// Creates a time of its parts; nil if a document cannot state one of them.
  package init?(second: Int64, nanosecond: Int64) {
    guard second >= DateText.firstSecond, second < DateText.endSecond,
      (0..<1_000_000_000).contains(nanosecond)
    else { return nil }
    (self.second, self.nanosecond) = (second, nanosecond)
  }

  private init(unchecked second: Int64, _ nanosecond: Int64) {
    (self.second, self.nanosecond) = (second, nanosecond)
  }

  /// The time for a property without a value.
  static let blank = LocalTimeText(unchecked: 0, 0)

  /// Reads a text that is a local time and nothing else.
  init(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) {
    guard text.count > Self.shortestText else {
      self.init(unchecked: try Self.wholeSecond(text), 0)
      return
    }
    let prefix = try Self.prefix(of: text)
    guard prefix.end == text.count else { throw .malformed }
    guard prefix.isCanonical else { throw .notCanonical }
    self = prefix.time
  }

  /// Reads a text without a fraction.
  private static func wholeSecond(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> Int64 {
    guard text.count == shortestText else { throw .malformed }
    // Bound: the text has 19 bytes; words of eight are read at 0 and 8, and three bytes behind them.
    let raw = UnsafeRawBufferPointer(text)
    let (first, second) = (
      raw.loadUnaligned(as: UInt64.self), raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    )
    let third = UInt32(text[16]) | UInt32(text[17]) &<< 8 | UInt32(text[18]) &<< 16
    return try DateText.wholeSecond(
      UInt64(littleEndian: first), UInt64(littleEndian: second), third)
  }

  /// Appends the text form.
  func append(to bytes: inout [UInt8]) {
    var digits = nanosecond == 0 ? 0 : 9
    var fraction = UInt64(nanosecond.magnitude)
    while digits > 0, fraction % 10 == 0 {
      fraction /= 10
      digits -= 1
    }
    let local = DateFraction(second: second, fraction: fraction, digits: digits)
    // Bound: a moment of the calendar takes at most 30 bytes. Lifetime: the buffer is used before the
    // closure returns.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DateText.longestText) { text in
      guard let start = text.baseAddress else { return }
      let count = DateText.writeCalendar(local, to: start)
      // Without the `Z` at the end.
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<(count - 1)]))
    }
  }
}

extension LocalTimeText {
  /// A local time at the beginning of a text.
  struct Prefix {
    let time: LocalTimeText
    /// The position behind it.
    let end: Int
    /// Whether the fraction is spelled as ``append(to:)`` spells it.
    let isCanonical: Bool
  }

  /// Reads the local time at the beginning of a text of at least 20 bytes.
  static func prefix(of text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) -> Prefix {
    guard text.count > shortestText else { throw .malformed }
    let second = try DateText.parseWholeSecond(text)
    // Bound: every read follows a comparison with the count.
    var at = shortestText
    var isCanonical = true
    var fraction: Int64 = 0
    if text[at] == UInt8(ascii: ".") {
      let start = at + 1
      at = start
      while at < text.count, at < start + 9, text[at] &- UInt8(ascii: "0") <= 9 {
        fraction = fraction * 10 + Int64(text[at] &- UInt8(ascii: "0"))
        at += 1
      }
      guard at > start else { throw .malformed }
      if text[at - 1] == UInt8(ascii: "0") { isCanonical = false }
      for _ in (at - start)..<9 { fraction *= 10 }
    }
    return Prefix(
      time: LocalTimeText(unchecked: second, fraction), end: at, isCanonical: isCanonical)
  }
}
