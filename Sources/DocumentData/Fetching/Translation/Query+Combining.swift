import DocumentTables

// Combining keeps the order of conditions, because a function among them is evaluated only for rows
// that the conditions before it leave undecided.
extension Query {
  /// Returns the conjunction of conditions, simplified where that is cheap.
  static func conjunction(_ parts: [Query]) -> Query {
    var list: [Query] = []
    for part in parts {
      switch part {
      case .constant(true): continue
      case .all(let inner): for query in inner { list.appendGuarded(query) }
      default: list.appendGuarded(part)
      }
      if case .constant(false)? = list.last { break }
    }
    if case .constant(false)? = list.first { return .constant(false) }
    guard let first = list.first else { return .constant(true) }
    return list.count == 1 ? first : .all(list)
  }

  /// Returns the disjunction of conditions, simplified where that is cheap.
  static func disjunction(_ parts: [Query]) -> Query {
    var list: [Query] = []
    for part in parts {
      switch part {
      case .constant(false): continue
      case .any(let inner): list += inner
      default: list.append(part)
      }
      if case .constant(true)? = list.last { break }
    }
    if case .constant(true)? = list.first { return .constant(true) }
    guard let first = list.first else { return .constant(false) }
    return list.count == 1 ? first : .any(list)
  }

  var negated: Query {
    switch self {
    case .constant(let outcome): .constant(!outcome)
    case .not(let query): query
    default: .not(self)
    }
  }

  /// Returns a query equal to `first` for rows that this query selects, and to `second` for the
  /// others.
  func choosing(_ first: Query, _ second: Query) -> Query {
    switch (first, second) {
    case (.constant(true), .constant(true)), (.constant(false), .constant(false)): first
    default:
      .disjunction([.conjunction([self, first]), .conjunction([negated, second])])
    }
  }

  /// Whether the query is small enough to run.
  ///
  /// Each choice may double the size of a query, so a chain of choices in captured predicates could
  /// grow without bound.
  var isManageable: Bool {
    var waiting = [(query: self, depth: 1)]
    var count = 0
    while let (query, depth) = waiting.popLast() {
      count += 1
      guard depth <= Self.greatestDepth, count <= Self.greatestCount else { return false }
      switch query {
      case .not(let inner), .reference(_, let inner), .members(_, .some(let inner)),
        .members(_, .every(let inner)):
        waiting.append((inner, depth + 1))
      case .all(let list), .any(let list):
        for inner in list { waiting.append((inner, depth + 1)) }
      default: continue
      }
    }
    return true
  }

  /// Lower than the limits of the tables.
  private static let greatestDepth = 150
  private static let greatestCount = 10_000

  /// Whether every row that this query selects is also selected by another one.
  fileprivate func implies(_ other: Query) -> Bool {
    switch (self, other) {
    case (.reference(let end, _), .reference(let other, .constant(true))): end == other
    case (.equals(let column, _), .not(.isNull(let other))),
      (.isOneOf(let column, _), .not(.isNull(let other))),
      (.range(let column, _), .not(.isNull(let other))),
      (.text(let column, _), .not(.isNull(let other))):
      column == other
    default: false
    }
  }
}

extension [Query] {
  /// Appends a condition, and first removes the last one if the new one implies it.
  fileprivate mutating func appendGuarded(_ query: Query) {
    if let last, query.implies(last) { removeLast() }
    append(query)
  }
}
