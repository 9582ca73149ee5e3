/// Degrees in words.
enum DegreeText {
  /// Returns degrees with their direction, such as `48.85° N`.
  static func text(
    _ degrees: Double, _ decimals: Int, _ positive: String, _ negative: String
  ) -> String {
    let text = DecimalDigits.text(abs(degrees), decimals)
    let isOnLine = text.allSatisfy { $0 == "0" || $0 == "." }
    if isOnLine || (positive == "E" && abs(degrees) == 180) { return text + "°" }
    return text + "° " + (degrees < 0 ? negative : positive)
  }
}

/// Numbers with a fixed number of decimals.
enum DecimalDigits {
  /// Returns a number, such as `12.50`; numbers beyond a million become that.
  static func text(_ number: Double, _ decimals: Int) -> String {
    let factor = (0..<decimals).reduce(1) { factor, _ in factor * 10 }
    let bounded = number.isFinite ? min(max(number, -1e6), 1e6) : 0
    // No overflow: below 10^6 times 10^decimals, which are at most six.
    let scaled = Int((bounded * Double(factor)).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(factor))
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return sign + "\(whole)" }
    let digits = String(rest)
    return sign + "\(whole)." + String(repeating: "0", count: decimals - digits.count) + digits
  }
}
