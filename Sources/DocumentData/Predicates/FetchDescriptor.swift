/// The objects to fetch, and their order.
///
/// Predicates become queries over columns as far as possible; the rest is evaluated object by
/// object. Every predicate that compiles and every order can be used.
public struct FetchDescriptor<T: PersistentModel> {
  /// The condition that objects must satisfy; nil for all objects.
  public var predicate: Predicate<T>? {
    didSet { condition = predicate.map(FetchCondition.init) }
  }
  /// The order, most significant descriptor first; objects are in insertion order if it is empty.
  public var sortBy: [SortDescriptor<T>]
  /// The maximum number of objects to fetch; nil and 0 mean all.
  public var fetchLimit: Int?
  /// The number of objects to skip at the beginning.
  public var fetchOffset: Int?
  /// Whether the fetch includes changes that the context has not saved.
  ///
  /// If false, the stored values determine which objects are found and in what order. The objects
  /// themselves belong to the context and show its changes.
  public var includePendingChanges = true
  /// The properties that the caller will read.
  ///
  /// Values are read from columns on demand, so nothing is fetched early. Fetches refuse key paths
  /// that lead to no persisted property.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships that the caller will follow.
  ///
  /// Related objects are created on demand from rows in memory, so nothing is fetched early.
  /// Fetches refuse key paths that lead to no relationship.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// The expression and the variable of ``predicate``.
  @usableFromInline private(set) var condition: FetchCondition?

  /// Creates a descriptor for the objects that satisfy a predicate, in an order.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    condition = predicate.map(FetchCondition.init)
    self.sortBy = sortBy
  }
}

// Unchecked, because arrays of `PartialKeyPath` are not marked Sendable, while predicates and sort
// descriptors are: a key path is immutable, and it captures nothing but the arguments of
// subscripts, which are Hashable values. Fetches accept only key paths to persisted properties, and
// these have no subscripts.
extension FetchDescriptor: @unchecked Sendable {}

extension FetchDescriptor: Equatable {
  /// Whether two descriptors request the same objects in the same order.
  ///
  /// Predicates have no equality of their own. Two predicates are equal here if they consist of the
  /// same operations on the same key paths and on equal captured values.
  public static func == (left: FetchDescriptor, right: FetchDescriptor) -> Bool {
    left.sortBy == right.sortBy && left.fetchLimit == right.fetchLimit
      && left.fetchOffset == right.fetchOffset
      && left.includePendingChanges == right.includePendingChanges
      && left.propertiesToFetch == right.propertiesToFetch
      && left.relationshipKeyPathsForPrefetching == right.relationshipKeyPathsForPrefetching
      && PredicateComparison.areEqual(left.predicate, right.predicate)
  }
}

extension FetchDescriptor {
  /// The condition, if nothing else in the descriptor determines the result; a limit of 1 is
  /// allowed.
  @inlinable var onlyCondition: FetchCondition? {
    guard fetchLimit == nil || fetchLimit == 1, fetchOffset == nil, sortBy.isEmpty,
      propertiesToFetch.isEmpty, relationshipKeyPathsForPrefetching.isEmpty
    else { return nil }
    return condition
  }

  var offset: Int { max(0, fetchOffset ?? 0) }

  /// Nil for no limit.
  var limit: Int? { fetchLimit.flatMap { $0 > 0 ? $0 : nil } }

  /// The number of elements up to the end of the window; nil without a limit.
  var windowEnd: Int? {
    guard let limit else { return nil }
    let (end, overflows) = offset.addingReportingOverflow(limit)
    return overflows ? nil : end
  }

  /// Returns the elements between offset and limit.
  func window<Element>(of elements: [Element]) -> [Element] {
    guard offset > 0 || limit != nil else { return elements }
    return Array(elements.dropFirst(offset).prefix(limit ?? Int.max))
  }

  /// Returns how many of `count` elements are between offset and limit.
  func windowCount(of count: Int) -> Int {
    min(max(0, count - offset), limit ?? Int.max)
  }

  /// Checks ``propertiesToFetch`` and ``relationshipKeyPathsForPrefetching``.
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for a key path to no property or no
  ///   relationship.
  func checkKeyPaths(_ description: ModelDescription) throws {
    for keyPath in propertiesToFetch {
      guard case .slot? = PropertyIndex.of(T.self)[keyPath] else {
        throw SwiftDataError(
          .unsupportedKeyPath,
          "propertiesToFetch names \(keyPath), which is no persisted property of this class",
          entity: description.entityName)
      }
    }
    for keyPath in relationshipKeyPathsForPrefetching {
      let property: ModelDescription.Slot? =
        if case .slot(let slot)? = PropertyIndex.of(T.self)[keyPath] {
          description.slots[slot]
        } else { nil }
      guard property?.end != nil else {
        throw SwiftDataError(
          .unsupportedKeyPath,
          "relationshipKeyPathsForPrefetching names \(keyPath), which is no relationship of this "
            + "class", entity: description.entityName, property: property?.name)
      }
    }
  }
}

/// The expression of a predicate, and its variable for the object.
///
/// Copying these is much cheaper than copying the predicate, because the copy of a predicate goes
/// through the metadata of its type.
@usableFromInline
struct FetchCondition {
  @usableFromInline let expression: any StandardPredicateExpression<Bool>
  @usableFromInline let variable: PredicateExpressions.VariableID

  init<T>(_ predicate: Predicate<T>) {
    expression = predicate.expression
    variable = predicate.variable.key
  }
}
