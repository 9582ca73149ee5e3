import FoundationEssentials

/// A sum of decimals without rounding.
///
/// Decimals between 10⁻⁶ and 10²⁴ are added as one integer of 128 bits; others are divided into
/// digits of base 10¹⁸, each of which has a sum of its own.
package struct ExactDecimal: Sendable {
  /// The sum in units of 10⁻⁶, without ``parts``; its magnitude stays below 2¹²¹.
  private var sum: Int128 = 0
  /// Further sums in units of powers of ten, by exponent; each is a sum of numbers below 10¹⁸.
  private var parts: [Int: Int128] = [:]
  private var isNaN = false

  private static let exponent = -6
  private static let base: Int128 = 1_000_000_000_000_000_000
  private static let largest: Int128 = 1 << 120
  private static let powers: [Int128] = (0...12).map { exponent in
    repeatElement(Int128(10), count: exponent).reduce(1, *)
  }

  /// Adds the number that a text spells (``DecimalText``).
  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    var digits = text[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard let first = digits.first, first &- UInt8(ascii: "0") <= 9 else {
      isNaN = true
      return
    }
    // No overflow: no text has more than `DecimalText.longestText` bytes.
    var exponent = digits.firstIndex(of: UInt8(ascii: ".")).map { $0 + 1 - digits.endIndex } ?? 0
    while !digits.isEmpty {
      // The last eighteen digits, which make a number below 10¹⁸.
      var number: Int64 = 0
      var power: Int64 = 1
      var count = 0
      while count < 18, let byte = digits.popLast() {
        let digit = byte &- UInt8(ascii: "0")
        guard digit <= 9 else { continue }
        number &+= Int64(digit) &* power
        power &*= 10
        count += 1
      }
      if number != 0 { add(isNegative ? -number : number, exponent) }
      exponent += count
    }
  }

  mutating func add(_ other: ExactDecimal) {
    if other.isNaN { isNaN = true }
    sum &+= other.sum
    carry()
    for (exponent, number) in other.parts { parts[exponent, default: 0] &+= number }
  }

  @inline(__always)
  private mutating func add(_ number: Int64, _ exponent: Int) {
    let shift = exponent - Self.exponent
    guard Self.powers.indices.contains(shift) else {
      // No overflow: fewer than 2⁶⁴ numbers below 2⁶⁰ are added.
      parts[exponent, default: 0] &+= Int128(number)
      return
    }
    // No overflow: below 2⁶⁰ · 10¹² and 2¹²⁰.
    sum &+= Int128(number) &* Self.powers[shift]
    if sum.magnitude >= Self.largest.magnitude { carry() }
  }

  /// Moves a large sum to the parts.
  private mutating func carry() {
    guard sum.magnitude >= Self.largest.magnitude else { return }
    var exponent = Self.exponent
    while sum != 0 {
      parts[exponent, default: 0] &+= sum % Self.base
      sum /= Self.base
      exponent += 18
    }
  }

  /// The sum in plain notation, as ``DecimalText`` writes it, with as many digits as it has.
  package var text: String {
    if isNaN { return "NaN" }
    var parts = parts
    parts[Self.exponent, default: 0] &+= sum
    guard let digits = Self.digits(of: parts) else {
      let negated = Self.digits(of: parts.mapValues { 0 &- $0 })
      return negated.map { "-" + $0.text } ?? "0"
    }
    return digits.text
  }

  /// The sum; nil if it has more digits than a decimal has room for.
  package var decimal: Decimal? { try? DecimalText.parse(text) }

  /// The digits of a number, the least significant first.
  private struct Digits {
    var exponent: Int
    var digits: [UInt8]

    var text: String {
      // Exponents are at most 0 here, so a point follows the digit of the exponent 0.
      let fraction = -exponent
      var end = digits.count
      while end > fraction + 1, digits[end - 1] == 0 { end -= 1 }
      var start = 0
      while start < fraction, digits[start] == 0 { start += 1 }
      var bytes: [UInt8] = []
      for position in (start..<end).reversed() {
        bytes.append(UInt8(ascii: "0") + digits[position])
        if position == fraction, position > start { bytes.append(UInt8(ascii: ".")) }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Returns the digits of a sum; nil if it is negative.
  private static func digits(of parts: [Int: Int128]) -> Digits? {
    let first = min(parts.keys.min() ?? 0, 0)
    let last = max(parts.keys.max() ?? 0, 0)
    var digits = Digits(exponent: first, digits: [])
    var carry: Int128 = 0
    var exponent = first
    // A carry ends as 0, or as −1 if the number is negative.
    while exponent <= last || (carry != 0 && carry != -1) {
      // No overflow: parts are below 2¹²⁶, and a carry is a tenth of one.
      let number = carry + (parts[exponent] ?? 0)
      let digit = (number % 10 + 10) % 10
      digits.digits.append(UInt8(truncatingIfNeeded: digit))
      carry = (number - digit) / 10
      exponent += 1
    }
    return carry == 0 ? digits : nil
  }
}
