/// The comparisons of texts by the rules of the current locale.
///
/// On Apple's platforms these are members of `String.StandardComparator`, whose only member in
/// Foundation on other platforms is `lexical`. Code that writes `comparator: .localizedStandard`
/// compiles unchanged; code that names the type does not.
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
