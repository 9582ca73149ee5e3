/// Which objects to fetch, and in what order.
///
/// Predicates become queries over columns as far as columns tell; what is left is evaluated object
/// by object. Any predicate that compiles can be used, and every order.
public struct FetchDescriptor<T: PersistentModel> {
  /// What an object must satisfy; nil for every object.
  public var predicate: Predicate<T>? {
    didSet { condition = predicate.map(FetchCondition.init) }
  }
  /// The order, the most significant first; without any, that of insertion.
  public var sortBy: [SortDescriptor<T>]
  /// The most objects to fetch; nil and 0 mean all.
  public var fetchLimit: Int?
  /// How many objects to leave out at the beginning.
  public var fetchOffset: Int?
  /// Whether changes count that the context has not saved.
  ///
  /// If not, the stored values decide which objects are found and in what order; the objects
  /// themselves are the context's own and show its changes.
  public var includePendingChanges = true
  /// The properties that the caller will read.
  ///
  /// Values are read from columns when they are asked for, so there is nothing to fetch early. Key
  /// paths that lead to no persisted property are refused.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships that the caller will follow.
  ///
  /// Related objects are made of rows in memory when they are asked for, so there is nothing to
  /// fetch early. Key paths that lead to no relationship are refused.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// What ``predicate`` is made of.
  @usableFromInline private(set) var condition: FetchCondition?

  /// Asks for the objects that satisfy a predicate, in an order.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    condition = predicate.map(FetchCondition.init)
    self.sortBy = sortBy
  }
}

// Unchecked, because a list of `PartialKeyPath` is not marked Sendable, while predicates and orders
// are: a key path is immutable, and one to a property, which is all that is accepted here, captures
// nothing but the arguments of subscripts, which are Hashable values and no persisted properties.
extension FetchDescriptor: @unchecked Sendable {}

extension FetchDescriptor: Equatable {
  /// Whether two descriptors ask for the same.
  ///
  /// Predicates have no equality of their own: they are equal here if they are the same operations
  /// on the same key paths and equal captured values.
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
  /// The condition, where nothing else decides what is found.
  @inlinable var onlyCondition: FetchCondition? {
    guard fetchLimit == nil || fetchLimit == 1, fetchOffset == nil, sortBy.isEmpty,
      propertiesToFetch.isEmpty, relationshipKeyPathsForPrefetching.isEmpty
    else { return nil }
    return condition
  }

  var offset: Int { max(0, fetchOffset ?? 0) }

  /// Nil for all.
  var limit: Int? { fetchLimit.flatMap { $0 > 0 ? $0 : nil } }

  /// The part between offset and limit.
  func window<Element>(of elements: [Element]) -> [Element] {
    guard offset > 0 || limit != nil else { return elements }
    return Array(elements.dropFirst(offset).prefix(limit ?? Int.max))
  }

  /// How many of some elements are between offset and limit.
  func windowCount(of count: Int) -> Int {
    min(max(0, count - offset), limit ?? Int.max)
  }

  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for what is no property, or no relationship.
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

/// The expression of a predicate and what stands for the object in it.
///
/// A copy of these is much cheaper than one of the predicate, whose type has to be asked how.
@usableFromInline
struct FetchCondition {
  @usableFromInline let expression: any StandardPredicateExpression<Bool>
  @usableFromInline let variable: PredicateExpressions.VariableID

  init<T>(_ predicate: Predicate<T>) {
    expression = predicate.expression
    variable = predicate.variable.key
  }
}
