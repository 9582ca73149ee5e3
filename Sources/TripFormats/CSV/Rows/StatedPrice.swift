import DocumentTables

/// A price as people write it: `120`, `1,250.00 EUR`, `€ 99`, `12,50 zł`.
struct StatedPrice: Hashable {
  /// The amount as a decimal.
  let amount: String
  /// The code of the currency, or the sign if that is one of several currencies; nil if there is none.
  let currency: String?

  /// The signs and names of one currency each.
  ///
  /// Dollars, crowns and the sign of yen and yuan are of several.
  private static let codes = [
    "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₺": "TRY", "₽": "RUB", "₪": "ILS", "₴": "UAH",
    "zł": "PLN", "zl": "PLN", "euro": "EUR", "euros": "EUR", "円": "JPY", "元": "CNY",
  ]

  /// Nil for a text that is no price, or whose digits mean two amounts.
  init?(_ text: String, hasDecimalComma: Bool) {
    guard text.utf8.count <= 64 else { return nil }
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    guard let first = text.firstIndex(where: { isDigit($0) || $0 == "-" }),
      let last = text.lastIndex(where: isDigit), first <= last
    else { return nil }
    let (before, behind) = (text[..<first], text[text.index(after: last)...])
    let words = [before, behind].map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
    guard words.count < 2, words.allSatisfy(Self.isCurrency),
      let plain = Self.plain(text[first...last], hasDecimalComma),
      let amount = DecimalWords.spelling(of: plain)
    else { return nil }
    self.amount = amount
    currency = words.first.map(Self.code)
  }

  /// The signs of several currencies in letters.
  private static let signs: Set<String> = [
    "kr", "kr.", "fr", "fr.", "sfr", "sfr.", "rs", "rs.", "ft", "kč", "lei", "лв", "лв.",
  ]

  /// Whether a text is the code, the sign or the name of a currency, and not of what the price is for.
  private static func isCurrency(_ text: String) -> Bool {
    let word = text.lowercased()
    if codes[word] != nil || signs.contains(word) || isCode(text) { return true }
    return text.count <= 4
      && text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
  }

  private static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { $0 &- UInt8(ascii: "A") < 26 }
  }

  /// Returns the code of a currency, or the text if it has no code that is known.
  static func code(of text: String) -> String {
    codes[text.lowercased()] ?? text
  }

  /// Returns digits with a decimal point and without marks between groups; nil if they mean two amounts.
  private static func plain(_ text: Substring, _ hasDecimalComma: Bool) -> String? {
    let isNegative = text.first == "-"
    var digits = text.filter { !" \u{A0}\u{202F}'’-".contains($0) }
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }) else {
      return nil
    }
    let marks = digits.filter { $0 == "." || $0 == "," }
    if let mark = marks.last {
      let behind = digits[digits.index(after: digits.lastIndex(of: mark) ?? digits.startIndex)...]
      let isGroup = marks.count > 1 && Set(marks).count == 1
      let own: Character = hasDecimalComma ? "," : "."
      if isGroup || marks.count == 1 && behind.count == 3 {
        guard behind.count == 3, isGroup || mark != own else { return nil }
        digits.removeAll { $0 == mark }
      } else {
        let other: Character = mark == "." ? "," : "."
        guard marks.count(where: { $0 == mark }) == 1 else { return nil }
        digits.removeAll { $0 == other }
        digits = digits.replacing(String(mark), with: ".")
      }
    }
    return digits.isEmpty ? nil : (isNegative ? "-" : "") + digits
  }

  /// The price as a value of the trip schema.
  var tree: Tree {
    var members: [String: Tree] = ["amount": .spelled(.decimal, amount)]
    members["currency"] = currency.map { .text($0) }
    return .members(members)
  }

  /// Returns a price as the text of a cell; empty if it has no amount.
  static func text(of price: Tree, hasDecimalComma: Bool, statesCurrency: Bool) -> String {
    guard case .spelled(_, let amount)? = price["amount"] else { return "" }
    let number = hasDecimalComma ? amount.replacing(".", with: ",") : amount
    let currency = statesCurrency ? price["currency"]?.textValue ?? "" : ""
    return currency.isEmpty ? number : number + " " + currency
  }
}
