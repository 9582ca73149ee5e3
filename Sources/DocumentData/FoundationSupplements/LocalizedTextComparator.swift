/// The comparisons of texts by the rules of the current locale.
///
/// On Apple's platforms these are values of `String.StandardComparator`. Foundation's type has only
/// `lexical` on other platforms, and no other value of it can be made. `comparator:
/// .localizedStandard` and `comparator: String.StandardComparator.localizedStandard` compile
/// unchanged; a variable that is declared as a `String.StandardComparator` holds `lexical` only.
public struct LocalizedTextComparator: SortComparator, Hashable, Sendable {
  /// As file managers do: without regard to case at first, numbers by value.
  public static let localizedStandard = LocalizedTextComparator(.localizedStandard)
  /// By the alphabet of the locale.
  public static let localized = LocalizedTextComparator(.localized)

  let comparison: TextComparison
  /// Whether the comparison is turned round.
  public var order = SortOrder.forward

  private init(_ comparison: TextComparison) { self.comparison = comparison }

  /// The order of two texts.
  public func compare(_ left: String, _ right: String) -> ComparisonResult {
    let result = comparison.compare(left, right)
    guard order == .reverse else { return result }
    switch result {
    case .orderedAscending: return .orderedDescending
    case .orderedDescending: return .orderedAscending
    case .orderedSame: return .orderedSame
    }
  }
}

#if !canImport(Darwin)
  // Where Foundation has these, they are its own.

  extension SortComparator where Self == LocalizedTextComparator {
    /// Compares texts as file managers do: without regard to case at first, numbers by value.
    public static var localizedStandard: LocalizedTextComparator { .localizedStandard }
    /// Compares texts by the alphabet of the locale.
    public static var localized: LocalizedTextComparator { .localized }
  }

  extension String.StandardComparator {
    /// Compares texts as file managers do: without regard to case at first, numbers by value.
    public static var localizedStandard: LocalizedTextComparator { .localizedStandard }
    /// Compares texts by the alphabet of the locale.
    public static var localized: LocalizedTextComparator { .localized }
  }

  extension String.Comparator {
    /// Compares texts as file managers do: without regard to case at first, numbers by value.
    public static var localizedStandard: LocalizedTextComparator { .localizedStandard }
    /// Compares texts by the alphabet of the locale.
    public static var localized: LocalizedTextComparator { .localized }
  }
#endif
