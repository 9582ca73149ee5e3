import DocumentTables

/// A condition on rows, which may have no value for some of them (``ThreeValuedLogic``).
///
/// A query is true or false for each row. A condition without a value is neither, so two queries
/// describe it.
struct RowCondition {
  /// The rows for which the condition is true.
  let isTrue: Query
  /// The rows for which the condition is false; nil if these are all others.
  private let falseRows: Query?

  /// A condition that has a value for every row.
  init(_ query: Query) {
    isTrue = query
    falseRows = nil
  }

  init(isTrue: Query, isFalse: Query?) {
    self.isTrue = isTrue
    falseRows = isFalse
  }

  /// A condition that has no value for any row.
  static let missing = RowCondition(isTrue: .constant(false), isFalse: .constant(false))

  /// Whether the condition has a value for every row.
  var isTotal: Bool { falseRows == nil }

  var isFalse: Query { falseRows ?? isTrue.negated }

  /// The value of the condition, if every row has the same.
  var constant: Bool? {
    switch (isTrue, falseRows) {
    case (.constant(let outcome), nil): outcome
    case (.constant(true), _): true
    case (_, .constant(true)?): false
    default: nil
    }
  }

  var negated: RowCondition {
    isTotal
      ? RowCondition(isTrue.negated) : RowCondition(isTrue: isFalse, isFalse: isTrue)
  }

  /// The condition that is true for the rows for which this one has a value, and false for no row.
  var hasValue: RowCondition {
    isTotal
      ? RowCondition(.constant(true))
      : RowCondition(isTrue: .disjunction([isTrue, isFalse]), isFalse: .constant(false))
  }

  static func conjunction(_ parts: [RowCondition]) -> RowCondition {
    RowCondition(
      isTrue: .conjunction(parts.map(\.isTrue)),
      isFalse: parts.allSatisfy(\.isTotal) ? nil : .disjunction(parts.map(\.isFalse)))
  }

  static func disjunction(_ parts: [RowCondition]) -> RowCondition {
    RowCondition(
      isTrue: .disjunction(parts.map(\.isTrue)),
      isFalse: parts.allSatisfy(\.isTotal) ? nil : .conjunction(parts.map(\.isFalse)))
  }

  /// Returns a condition equal to `first` for rows for which this one is true, and to `second` for
  /// those for which it is false.
  func choosing(_ first: RowCondition, _ second: RowCondition) -> RowCondition {
    func choose(_ first: Query, _ second: Query) -> Query {
      isTotal
        ? isTrue.choosing(first, second)
        : .disjunction([.conjunction([isTrue, first]), .conjunction([isFalse, second])])
    }
    let isTotal = isTotal && first.isTotal && second.isTotal
    return RowCondition(
      isTrue: choose(first.isTrue, second.isTrue),
      isFalse: isTotal ? nil : choose(first.isFalse, second.isFalse))
  }
}

extension RowPath {
  /// Returns a condition on the object at the end of the path; rows without such an object fulfil
  /// neither it nor its negation.
  func lift(_ condition: RowCondition) -> RowCondition {
    RowCondition(
      isTrue: lift(condition.isTrue), isFalse: condition.isTotal ? nil : lift(condition.isFalse))
  }
}
