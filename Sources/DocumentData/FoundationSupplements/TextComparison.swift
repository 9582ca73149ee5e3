/// An order of texts.
package enum TextComparison: Hashable, Sendable {
  /// The order of Swift's `<`.
  case natural
  /// The order of Foundation's `String.StandardComparator.lexical`.
  case lexical
  /// The alphabetical order of the current locale.
  case localized
  /// The order of file managers: by the locale's rules, ignoring case at first, with numbers by
  /// value.
  case localizedStandard

  /// Returns the order of two texts.
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

/// A text that Swift's `<` compares by a given comparison.
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
