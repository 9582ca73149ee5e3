import DocumentTables
import Foundation

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
    let before = text[..<first]
    var behind = text[text.index(after: last)...]
    // No cents: 50,-
    if [",-", ".-", ",–", ".–"].contains(where: behind.hasPrefix) { behind = behind.dropFirst(2) }
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
    let isSign = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .currencySymbol
    }
    // Such as US$.
    return text.count <= 4 && text.unicodeScalars.last.map(isSign) ?? false
      && text.unicodeScalars.dropLast().allSatisfy { "A"..."Z" ~= $0 }
  }

  private static func isCode(_ text: String) -> Bool {
    // Other codes are words in small letters: all, try, top.
    isoCodes.contains(text) || ["eur", "usd", "gbp", "chf"].contains(text)
  }

  private static let isoCodes = Set(Locale.Currency.isoCurrencies.map(\.identifier))

  /// Divides a header from the currency at its end, as in `Price (EUR)`, `Betrag in €` and `Cost USD`; nil for a header without a
  /// currency.
  static func dividedCurrency(of header: String) -> (header: String, currency: String)? {
    guard header.utf8.count <= 80 else { return nil }
    let marks: Set<Character> = ["(", ")", "[", "]", "/", ":", ",", " ", "\u{A0}"]
    let words = header.split { marks.contains($0) }
    guard words.count > 1, let last = words.last.map(String.init), isCurrency(last) else {
      return nil
    }
    let rest = words.dropLast(words.dropLast().last == "in" && words.count > 2 ? 2 : 1)
    return (rest.joined(separator: " "), code(of: last))
  }

  /// Returns the code of a currency, or the text if it has no code that is known.
  static func code(of text: String) -> String {
    isCode(text) ? text.uppercased() : codes[text.lowercased()] ?? text
  }

  /// Returns digits with a decimal point and without marks between groups; nil if they mean two amounts or none.
  private static func plain(_ text: Substring, _ hasDecimalComma: Bool) -> String? {
    let isNegative = text.first == "-"
    let unsigned = isNegative ? text.dropFirst() : text
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    let parts = unsigned.split(
      omittingEmptySubsequences: false, whereSeparator: { !isDigit($0) })
    let marks = unsigned.filter { !isDigit($0) }
    guard parts.allSatisfy({ !$0.isEmpty }),
      marks.allSatisfy({ " \u{A0}\u{202F}'’.,".contains($0) })
    else { return nil }
    let digits: String
    if let last = parts.last, let mark = marks.last, hasDecimals(parts, marks) {
      guard mark == "." || mark == ",", !marks.dropLast().contains(mark),
        isGrouped(parts.dropLast(), marks.dropLast())
      else { return nil }
      digits = parts.dropLast().joined() + "." + last
    } else {
      let own: Character = hasDecimalComma ? "," : "."
      guard isGrouped(parts[...], marks[...]), marks.count != 1 || marks.first != own else {
        return nil
      }
      digits = parts.joined()
    }
    return (isNegative ? "-" : "") + digits
  }

  /// Whether the last mark is that of decimals: no three digits are behind it, or only other marks in front of it.
  private static func hasDecimals(_ parts: [Substring], _ marks: String) -> Bool {
    guard let mark = marks.last, let last = parts.last else { return false }
    if last.count != 3 { return true }
    return marks.count > 1 && marks.dropLast().allSatisfy { $0 != mark }
  }

  /// Whether parts are groups of three digits, with one mark between them.
  private static func isGrouped(_ parts: ArraySlice<Substring>, _ marks: Substring) -> Bool {
    guard parts.count > 1 else { return true }
    return Set(marks).count == 1 && (parts.first.map { 1...3 ~= $0.count } ?? false)
      && parts.dropFirst().allSatisfy { $0.count == 3 }
  }

  /// Whether a text is a price with a comma before its one or two last digits.
  static func hasDecimalComma(_ text: String) -> Bool {
    guard StatedPrice(text, hasDecimalComma: true) != nil,
      let comma = text.lastIndex(of: ","), text.count(where: { $0 == "," }) == 1
    else { return false }
    let behind = text[text.index(after: comma)...].prefix { $0.isASCII && $0.isNumber }
    return 1...2 ~= behind.count
  }

  /// The price as a value of the trip schema.
  var tree: Tree {
    var members: [String: Tree] = ["amount": .spelled(.decimal, amount)]
    members["currency"] = currency.map { .text($0) }
    return .members(members)
  }

  /// Returns the currency of a price; empty if it has none.
  static func currency(of price: Value) -> String {
    if case .tree(let tree) = price { tree["currency"]?.textValue ?? "" } else { "" }
  }

  /// Returns a price as the text of a cell; empty if it has no amount.
  static func text(of price: Tree, hasDecimalComma: Bool, statesCurrency: Bool) -> String {
    guard case .spelled(_, let amount)? = price["amount"] else { return "" }
    let parts = amount.split(separator: ".", maxSplits: 1).map(String.init)
    var decimals = parts.count > 1 ? parts[1] : ""
    // The comma says that the file has decimal commas.
    while hasDecimalComma, decimals.count < 2 { decimals += "0" }
    // Three digits behind a mark would be a group.
    if decimals.count == 3 { decimals += "0" }
    let number =
      (parts.first ?? "") + (decimals.isEmpty ? "" : (hasDecimalComma ? "," : ".") + decimals)
    let currency = statesCurrency ? price["currency"]?.textValue ?? "" : ""
    return currency.isEmpty ? number : number + " " + currency
  }
}
