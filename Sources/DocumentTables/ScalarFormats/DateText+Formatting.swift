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
  /// ``longestText`` bytes, and says how many.
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
    // Bound: the fields stand at fixed offsets below 20; the fraction takes at most 10 bytes more.
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
