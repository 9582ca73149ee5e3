/// The text form of a month: `YYYY-MM` (spec 4.14).
///
/// Years have four digits, so months are in the order of their texts.
package enum MonthText {
  package typealias Parts = (year: Int, month: Int)

  /// Reads a month of the years 1 to 9999.
  package static func parse(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> Parts {
    guard text.count == 7 else { throw .malformed }
    var digits = 0
    // Bound: the index is one of the text's own.
    for index in text.indices {
      if index == 4 {
        guard text[index] == UInt8(ascii: "-") else { throw .malformed }
      } else {
        let digit = text[index] &- UInt8(ascii: "0")
        guard digit <= 9 else { throw .malformed }
        // Six digits fit.
        digits = digits &* 10 &+ Int(digit)
      }
    }
    let parts = (year: digits / 100, month: digits % 100)
    guard exists(parts) else { throw .outOfRange }
    return parts
  }

  package static func exists(_ parts: Parts) -> Bool {
    (1...9999).contains(parts.year) && (1...12).contains(parts.month)
  }

  /// The text form of a month that exists.
  package static func text(_ parts: Parts) -> String {
    let (year, month) = (String(parts.year), String(parts.month))
    return String(repeating: "0", count: max(4 - year.utf8.count, 0)) + year
      + (month.utf8.count == 1 ? "-0" : "-") + month
  }
}
