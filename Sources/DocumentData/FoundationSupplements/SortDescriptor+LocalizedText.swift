// On Apple's platforms a sort descriptor of a text compares by the current locale unless it is told
// otherwise; elsewhere Foundation compares as Swift's `<` does. Models get Apple's default, because
// code that is moved here relies on it; descriptors of other types keep Foundation's default.

extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by a text as people expect it: by the locale's rules, "Trip 9" before "Trip 10".
  public init(_ keyPath: any KeyPath<Compared, String> & Sendable, order: SortOrder = .forward) {
    self.init(keyPath, comparator: LocalizedTextComparator.localizedStandard, order: order)
  }

  /// Sorts by a text that may be missing, objects without one first.
  public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, order: SortOrder = .forward) {
    self.init(keyPath, comparator: LocalizedTextComparator.localizedStandard, order: order)
  }
}

extension SortDescriptor {
  /// Sorts by a text with a comparison by the locale's rules, in that comparison's order.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedTextComparator
  ) {
    self.init(keyPath, comparator: comparator, order: comparator.order)
  }

  /// Sorts by a text that may be missing with a comparison by the locale's rules.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedTextComparator
  ) {
    self.init(keyPath, comparator: comparator, order: comparator.order)
  }

  /// Sorts by a text with a comparison by the locale's rules, in an order.
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

  /// Sorts by a text that may be missing with a comparison by the locale's rules, in an order.
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

  /// How the descriptor compares the values of a property; nil if it sorts by something else.
  ///
  /// A descriptor keeps its key path and its order readable, but no comparison of ours: so the
  /// comparison by a locale is part of the key path, which is compared with the one that the
  /// property would have.
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
/// It consists of one that is and of a subscript whose argument is, but appending does not say so.
/// The cast always succeeds, because the mark does not exist at run time.
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
