import DocumentTables

/// A value that a fetch computes from many objects, without creating them where columns decide it.
///
/// Nil is left out of everything but ``count``: an average is that of the values that exist.
///
/// | aggregate | without objects | NaN |
/// |---|---|---|
/// | ``count``, `count(of:)`, `countDistinct(of:)` | 0 | a value like others |
/// | `min(of:)`, `max(of:)` | nil | left out, unless all values are NaN |
/// | `sum(of:)` | 0 | the sum is NaN |
/// | `average(of:)` | nil | the average is NaN |
///
/// Each takes a key path, or without the label an expression, which may follow to-one relationships and
/// read members of structures: `.sum(#Expression { (stay: Stay) in stay.price?.amount })`. The closure
/// states the type of its parameter, which the compiler does not infer in a list of aggregates.
///
/// SwiftData has no such type.
public struct FetchAggregate<Model: PersistentModel, Value> {
  let function: RowAggregate.Function
  /// The values; nil for a count of objects.
  let expression: GroupedExpression<Model>?
  let value: (RowAggregate.Result) throws -> Value
}

extension FetchAggregate where Value == Int {
  /// The number of objects.
  public static var count: FetchAggregate {
    FetchAggregate(function: .rowCount, expression: nil, value: \.number)
  }

  /// The number of objects whose property is not nil.
  public static func count<Content>(of keyPath: KeyPath<Model, Content>) -> FetchAggregate {
    count(GroupedExpression(keyPath))
  }

  /// The number of objects for which an expression is not nil.
  public static func count<Content>(
    _ expression: Expression<Model, Content>
  ) -> FetchAggregate { count(GroupedExpression(expression)) }

  /// The number of different values of a property, equal as group keys are, without nil.
  public static func countDistinct<Content>(
    of keyPath: KeyPath<Model, Content>
  ) -> FetchAggregate { countDistinct(GroupedExpression(keyPath)) }

  /// The number of different values of an expression, equal as group keys are, without nil.
  public static func countDistinct<Content>(
    _ expression: Expression<Model, Content>
  ) -> FetchAggregate { countDistinct(GroupedExpression(expression)) }

  private static func count(_ expression: GroupedExpression<Model>) -> FetchAggregate {
    FetchAggregate(function: .valueCount, expression: expression, value: \.number)
  }

  private static func countDistinct(_ expression: GroupedExpression<Model>) -> FetchAggregate {
    FetchAggregate(function: .distinctCount, expression: expression, value: \.number)
  }
}

// Extremes.
extension FetchAggregate {
  /// The least value of a property; nil if there is none.
  public static func min<Content: Comparable>(
    of keyPath: KeyPath<Model, Content>
  ) -> FetchAggregate where Value == Content? { least(GroupedExpression(keyPath)) }

  /// The least value of a property, without nil; nil if there is none.
  public static func min<Content: Comparable>(
    of keyPath: KeyPath<Model, Content?>
  ) -> FetchAggregate where Value == Content? { least(GroupedExpression(keyPath)) }

  /// The least value of an expression; nil if there is none.
  public static func min<Content: Comparable>(
    _ expression: Expression<Model, Content>
  ) -> FetchAggregate where Value == Content? { least(GroupedExpression(expression)) }

  /// The least value of an expression, without nil; nil if there is none.
  public static func min<Content: Comparable>(
    _ expression: Expression<Model, Content?>
  ) -> FetchAggregate where Value == Content? { least(GroupedExpression(expression)) }

  /// The greatest value of a property; nil if there is none.
  public static func max<Content: Comparable>(
    of keyPath: KeyPath<Model, Content>
  ) -> FetchAggregate where Value == Content? { greatest(GroupedExpression(keyPath)) }

  /// The greatest value of a property, without nil; nil if there is none.
  public static func max<Content: Comparable>(
    of keyPath: KeyPath<Model, Content?>
  ) -> FetchAggregate where Value == Content? { greatest(GroupedExpression(keyPath)) }

  /// The greatest value of an expression; nil if there is none.
  public static func max<Content: Comparable>(
    _ expression: Expression<Model, Content>
  ) -> FetchAggregate where Value == Content? { greatest(GroupedExpression(expression)) }

  /// The greatest value of an expression, without nil; nil if there is none.
  public static func max<Content: Comparable>(
    _ expression: Expression<Model, Content?>
  ) -> FetchAggregate where Value == Content? { greatest(GroupedExpression(expression)) }

  private static func least<Content>(
    _ expression: GroupedExpression<Model>
  ) -> FetchAggregate where Value == Content? {
    FetchAggregate(
      function: .minimum(expression.comparison), expression: expression, value: extreme())
  }

  private static func greatest<Content>(
    _ expression: GroupedExpression<Model>
  ) -> FetchAggregate where Value == Content? {
    FetchAggregate(
      function: .maximum(expression.comparison), expression: expression, value: extreme())
  }
}

/// Returns a function for the least or greatest value of a group.
private func extreme<Content>() -> (RowAggregate.Result) throws -> Content? {
  let coding = AttributeCoding.shared(Content?.self)
  return { result in
    guard case .value(let value) = result, !value.isNull else { return nil }
    guard let coding else { throw GroupedCoding.unsupported(Content.self) }
    return try coding.decode(value)
  }
}

// Sums.
extension FetchAggregate {
  /// The sum of the values of a property; 0 if there are none.
  ///
  /// Sums of integers and decimals are exact. Those of floating-point numbers are compensated for the
  /// rounding of each addition, so they hardly depend on the order of the objects.
  public static func sum<Content: FetchSummable>(
    of keyPath: KeyPath<Model, Content>
  ) -> FetchAggregate where Value == Content.FetchedSum {
    sum(GroupedExpression(keyPath), Content.self)
  }

  /// The sum of the values of an expression; 0 if there are none.
  public static func sum<Content: FetchSummable>(
    _ expression: Expression<Model, Content>
  ) -> FetchAggregate where Value == Content.FetchedSum {
    sum(GroupedExpression(expression), Content.self)
  }

  /// The arithmetic mean of the values of a property, without nil; nil if there are none.
  public static func average<Content: FetchSummable>(
    of keyPath: KeyPath<Model, Content>
  ) -> FetchAggregate where Value == Content.FetchedAverage? {
    average(GroupedExpression(keyPath), Content.self)
  }

  /// The arithmetic mean of the values of an expression, without nil; nil if there are none.
  public static func average<Content: FetchSummable>(
    _ expression: Expression<Model, Content>
  ) -> FetchAggregate where Value == Content.FetchedAverage? {
    average(GroupedExpression(expression), Content.self)
  }

  private static func sum<Content: FetchSummable>(
    _ expression: GroupedExpression<Model>, _ type: Content.Type
  ) -> FetchAggregate where Value == Content.FetchedSum {
    FetchAggregate(function: .total, expression: expression) { result in
      guard let sum = Content._$sum(result.total) else { throw unrepresentable("sum") }
      return sum
    }
  }

  private static func average<Content: FetchSummable>(
    _ expression: GroupedExpression<Model>, _ type: Content.Type
  ) -> FetchAggregate where Value == Content.FetchedAverage? {
    FetchAggregate(function: .total, expression: expression) { result in
      guard result.total.count > 0 else { return nil }
      guard let average = Content._$average(result.total) else { throw unrepresentable("average") }
      return average
    }
  }

  private static func unrepresentable(_ aggregate: String) -> SwiftDataError {
    SwiftDataError(
      .unrepresentableResult,
      "the \(aggregate) is outside the range of its type; fetch groups of fewer objects",
      entity: Schema.entityName(of: Model.self))
  }
}

extension RowAggregate.Result {
  fileprivate var number: Int { if case .count(let count) = self { count } else { 0 } }

  fileprivate var total: _FetchedTotal {
    if case .total(let total) = self { _FetchedTotal(total: total) } else { _FetchedTotal() }
  }
}
