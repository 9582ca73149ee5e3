/// How texts are put in order.
package enum TextComparison: Hashable, Sendable {
  /// As Swift's `<` does.
  case natural
  /// As Foundation's `String.StandardComparator.lexical` does.
  case lexical
  /// By the rules of the current locale.
  case localized
  /// As file managers do: by the locale's rules, without regard to case at first, numbers by value.
  case localizedStandard

  /// The order of two texts.
  package func compare(_ left: String, _ right: String) -> ComparisonResult {
    switch self {
    case .natural:
      left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    case .lexical: String.StandardComparator.lexical.compare(left, right)
    case .localized: left.localizedCompare(right)
    case .localizedStandard: left.localizedStandardCompare(right)
    }
  }
}

/// A text that Swift's `<` puts in order as a comparison says.
struct OrderedText: Comparable {
  let text: String
  let comparison: TextComparison

  static func < (left: OrderedText, right: OrderedText) -> Bool {
    left.comparison.compare(left.text, right.text) == .orderedAscending
  }

  static func == (left: OrderedText, right: OrderedText) -> Bool {
    left.comparison.compare(left.text, right.text) == .orderedSame
  }
}
