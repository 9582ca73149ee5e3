import DocumentTables

/// Decimals in the forms in which programs write them.
enum DecimalWords {
  /// Returns the one spelling of a decimal that may have a sign, zeros in front and behind its point; nil for any other text.
  static func spelling(of text: String) -> String? {
    guard text.utf8.count <= DecimalText.longestText else { return nil }
    var digits = Substring(text)
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits.removeFirst() }
    guard digits.contains(where: \.isNumber) else { return nil }
    if digits.contains(".") {
      while digits.last == "0" { digits.removeLast() }
      if digits.last == "." { digits.removeLast() }
    }
    while digits.first == "0", digits.dropFirst().first?.isNumber ?? false { digits.removeFirst() }
    if digits.first == "." { digits = "0" + digits }
    if digits.isEmpty { digits = "0" }
    return try? ScalarType.decimal.spelling(of: (isNegative && digits != "0" ? "-" : "") + digits)
  }
}
