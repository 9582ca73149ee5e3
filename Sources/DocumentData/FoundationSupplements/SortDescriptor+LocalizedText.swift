// On Apple's platforms a sort descriptor for a text compares by the current locale by default; on
// others, Foundation compares like Swift's `<`. Descriptors for models have Apple's default
// everywhere, because model code that moves here relies on it. Other descriptors keep Foundation's
// default.

extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by a text in the order that people expect: by the locale's rules, "Trip 9" before "Trip
  /// 10".
  public init(_ keyPath: any KeyPath<Compared, String> & Sendable, order: SortOrder = .forward) {
    self.init(keyPath, comparator: LocalizedTextComparator.localizedStandard, order: order)
  }

  /// Sorts by an optional text in the order that people expect; objects without a text come first.
  public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, order: SortOrder = .forward) {
    self.init(keyPath, comparator: LocalizedTextComparator.localizedStandard, order: order)
  }
}

extension SortDescriptor {
  /// Sorts by a text with a comparison by the locale's rules, in the comparison's own direction.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedTextComparator
  ) {
    self.init(keyPath, comparator: comparator, order: comparator.order)
  }

  /// Sorts by an optional text with a comparison by the locale's rules, in the comparison's own
  /// direction.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedTextComparator
  ) {
    self.init(keyPath, comparator: comparator, order: comparator.order)
  }

  /// Sorts by a text with a comparison by the locale's rules, in the given direction.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedTextComparator,
    order: SortOrder
  ) {
    let path = keyPath.appending(path: \String[_ordered: comparator.comparison])
    guard let path = sendable(path, as: (any KeyPath<Compared, OrderedText> & Sendable).self) else {
      self.init(keyPath, order: order)
      return
    }
    self.init(path, order: order)
  }

  /// Sorts by an optional text with a comparison by the locale's rules, in the given direction.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedTextComparator,
    order: SortOrder
  ) {
    let path = keyPath.appending(path: \String?[_ordered: comparator.comparison])
    guard let path = sendable(path, as: (any KeyPath<Compared, OrderedText?> & Sendable).self)
    else {
      self.init(keyPath, order: order)
      return
    }
    self.init(path, order: order)
  }

  /// Returns how the descriptor compares the values of a property; nil if it sorts by something
  /// else.
  ///
  /// A descriptor's key path and direction can be read, but a custom comparison cannot. So the
  /// comparison by a locale is part of the key path, and this function compares that key path with
  /// those that the property would have.
  package func comparison(ofPropertyAt property: AnyKeyPath) -> TextComparison? {
    guard let keyPath else { return nil }
    if keyPath == property { return stringComparator == nil ? .natural : .lexical }
    for comparison in [TextComparison.localizedStandard, .localized] {
      if let text = property as? KeyPath<Compared, String>,
        keyPath == text.appending(path: \String[_ordered: comparison])
      {
        return comparison
      }
      if let text = property as? KeyPath<Compared, String?>,
        keyPath == text.appending(path: \String?[_ordered: comparison])
      {
        return comparison
      }
    }
    return nil
  }
}

/// Marks a key path as `Sendable`.
///
/// The key path consists of a Sendable one and of a subscript with a Sendable argument, but the
/// type that `appending(path:)` returns does not say so. The cast always succeeds, because the mark
/// does not exist at run time.
private func sendable<Path, Marked>(_ path: Path, as type: Marked.Type) -> Marked? {
  path as? Marked
}

extension String {
  subscript(_ordered comparison: TextComparison) -> OrderedText {
    OrderedText(text: self, comparison: comparison)
  }
}

extension String? {
  subscript(_ordered comparison: TextComparison) -> OrderedText? {
    map { OrderedText(text: $0, comparison: comparison) }
  }
}
