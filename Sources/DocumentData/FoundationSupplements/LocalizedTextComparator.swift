/// A comparison of texts by the rules of the current locale.
///
/// On Apple's platforms such comparisons are values of `String.StandardComparator`. On other
/// platforms, Foundation's type has only `lexical`, and no other value of it can be created.
/// `comparator: .localizedStandard` and `comparator: String.StandardComparator.localizedStandard`
/// compile unchanged, but a variable that is declared as a `String.StandardComparator` can only be
/// `lexical`.
public struct LocalizedTextComparator: SortComparator, Hashable, Sendable {
  /// The order of file managers: case is ignored at first, and numbers are compared by value.
  public static let localizedStandard = LocalizedTextComparator(.localizedStandard)
  /// The alphabetical order of the locale.
  public static let localized = LocalizedTextComparator(.localized)

  let comparison: TextComparison
  /// The direction of the comparison.
  public var order = SortOrder.forward

  private init(_ comparison: TextComparison) { self.comparison = comparison }

  /// Returns the order of two texts.
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
  // On Apple's platforms, Foundation has these members.

  extension SortComparator where Self == LocalizedTextComparator {
    /// Compares texts as file managers do: case is ignored at first, and numbers are compared by
    /// value.
    public static var localizedStandard: LocalizedTextComparator { .localizedStandard }
    /// Compares texts in the alphabetical order of the locale.
    public static var localized: LocalizedTextComparator { .localized }
  }

  extension String.StandardComparator {
    /// Compares texts as file managers do: case is ignored at first, and numbers are compared by
    /// value.
    public static var localizedStandard: LocalizedTextComparator { .localizedStandard }
    /// Compares texts in the alphabetical order of the locale.
    public static var localized: LocalizedTextComparator { .localized }
  }

  extension String.Comparator {
    /// Compares texts as file managers do: case is ignored at first, and numbers are compared by
    /// value.
    public static var localizedStandard: LocalizedTextComparator { .localizedStandard }
    /// Compares texts in the alphabetical order of the locale.
    public static var localized: LocalizedTextComparator { .localized }
  }
#endif
