// On Apple's platforms a sort descriptor of a text compares by the current locale unless it is told
// otherwise; elsewhere Foundation compares as Swift's `<` does. Models get Apple's default, because
// code that is moved here relies on it; descriptors of other types keep Foundation's.

extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by a text as people expect it: by the locale's rules, "Trip 9" before "Trip 10".
  public init(_ keyPath: any KeyPath<Compared, String> & Sendable, order: SortOrder = .forward) {
    self.init(keyPath, comparator: .localizedStandard, order: order)
  }

  /// Sorts by a text that may be missing, objects without one first.
  public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, order: SortOrder = .forward) {
    self.init(keyPath, comparator: .localizedStandard, order: order)
  }

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
    let place = OrderedTextPlace(keyPath: keyPath, comparison: comparator.comparison)
    self.init(\Compared[_ordered: place], order: order)
  }

  /// Sorts by a text that may be missing with a comparison by the locale's rules, in an order.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedTextComparator,
    order: SortOrder
  ) {
    let place = OrderedTextPlace(keyPath: keyPath, comparison: comparator.comparison)
    self.init(\Compared[_ordered: place], order: order)
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
        keyPath == \Compared[_ordered: OrderedTextPlace(keyPath: text, comparison: comparison)]
      {
        return comparison
      }
      if let text = property as? KeyPath<Compared, String?>,
        keyPath == \Compared[_ordered: OrderedTextPlace(keyPath: text, comparison: comparison)]
      {
        return comparison
      }
    }
    return nil
  }
}

/// A property of a model that holds a text, and how to compare it.
///
/// `@unchecked`, because a key path is not marked `Sendable`: it is an immutable object, those that
/// descriptors are made of are `Sendable`, and those of persisted properties that they are compared
/// with come from generated code and capture nothing.
struct OrderedTextPlace<Model, Text>: Hashable, @unchecked Sendable {
  let keyPath: KeyPath<Model, Text>
  let comparison: TextComparison
}

extension PersistentModel {
  subscript(_ordered place: OrderedTextPlace<Self, String>) -> OrderedText {
    OrderedText(text: self[keyPath: place.keyPath], comparison: place.comparison)
  }

  subscript(_ordered place: OrderedTextPlace<Self, String?>) -> OrderedText? {
    self[keyPath: place.keyPath].map { OrderedText(text: $0, comparison: place.comparison) }
  }
}
