import DocumentTables

// Prices of reservations.
extension NodeReading {
  /// Returns the price of a reservation; nil if it states no amount, which the first edition did not ask for.
  func price(
    _ node: Tree, _ amounts: [NodePath], _ currencies: [NodePath], _ note: Note
  ) -> Tree? {
    var members: [String: Tree] = [:]
    let places = edition == .first ? Array(amounts.prefix(1)) : amounts
    if let path = places.first(where: { node.value(at: $0)?.isScalar ?? false }) ?? places.first,
      let value = node.value(at: path)
    {
      members["amount"] = Self.amount(value, edition).map { .spelled(.decimal, $0) }
      if members["amount"] == nil, edition != .first, let text = value.nodeText,
        let price = StatedPrice(text, hasDecimalComma: false)
          ?? StatedPrice(text, hasDecimalComma: true),
        case .object(let stated) = price.tree
      {
        for member in stated { members[member.name] = member.value }
      }
      if members["amount"] == nil { note(.unreadProperty, path.text, value.nodeText ?? "") }
    }
    if edition != .first, members["amount"] == nil { return nil }
    let stated = edition == .first ? Array(currencies.prefix(1)) : currencies
    if let currency = stated.lazy.compactMap({ node.text(at: $0) }).first {
      members["currency"] = .text(currency)
    }
    return members.isEmpty ? nil : .members(members)
  }

  /// Returns an amount, a number or its text, as a decimal; nil if it is none.
  private static func amount(_ value: Tree, _ edition: TimeEdition) -> String? {
    let text: String? =
      switch value {
      case .integer(let number): String(number)
      case .double(let number): FloatingPointText.text(number)
      default: value.nodeText
      }
    let decimal = text.flatMap { text in
      edition == .first
        ? try? ScalarType.decimal.spelling(of: text.trimmingSpaces)
        : DecimalWords.spelling(of: text.trimmingSpaces)
    }
    // A decimal may be NaN, which is no amount.
    return decimal == "NaN" ? nil : decimal
  }
}
