/// What a fetch groups objects by: a property, or a value that is computed from properties.
///
/// Two objects are in one group if their keys are equal as unique keys are: texts by canonical
/// equivalence, numbers by value; lists and values of a program's own types by what a document has of
/// them. Nil is a key like any other.
///
/// ```swift
/// let groups = try context.fetchGroups(
///   FetchDescriptor<Stay>(), by: .key(\.checkinDate) { $0?.year },
///   .expression(#Expression { $0.price?.currency }), aggregates: .count)
/// ```
///
/// SwiftData has no such type.
public struct FetchGroupKey<Model: PersistentModel, Value> {
  let key: GroupKey<Model>

  /// Groups by a property: an attribute, or a to-one relationship.
  ///
  /// Properties that are stored are read from columns. Any other key path is evaluated for each
  /// object, such as one through an optional: write an expression
  /// with `stay.price?.currency` for `\.price?.currency`.
  public static func key(_ keyPath: KeyPath<Model, Value>) -> FetchGroupKey {
    FetchGroupKey(key: GroupKey(GroupedExpression(keyPath)))
  }

  /// Groups by a function of a property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - transform: The function, which is called once for each distinct value of the property if the
  ///     property is stored, else once for each object.
  public static func key<Content>(
    _ keyPath: KeyPath<Model, Content>, _ transform: @escaping (Content) throws -> Value
  ) -> FetchGroupKey {
    FetchGroupKey(
      key: GroupKey(GroupedExpression(keyPath), of: { $0[keyPath: keyPath] }, transform))
  }

  /// Groups by an expression, which may follow to-one relationships and read members of structures.
  ///
  /// Expressions are translated as predicates are; what columns cannot decide is evaluated for each
  /// object. An operation without a value, such as a division by zero, gives nil.
  public static func expression(_ expression: Expression<Model, Value>) -> FetchGroupKey {
    FetchGroupKey(key: GroupKey(GroupedExpression(expression)))
  }

  /// Groups by a function of an expression's value.
  public static func expression<Content>(
    _ expression: Expression<Model, Content>, _ transform: @escaping (Content) throws -> Value
  ) -> FetchGroupKey {
    let (variable, evaluate) = (expression.variable, expression.expression.evaluation())
    return FetchGroupKey(
      key: GroupKey(
        GroupedExpression(expression),
        of: { try evaluate(PredicateBindings((variable, $0))) }, transform))
  }
}

/// The objects of a fetch that have equal keys, and what was computed from them.
///
/// SwiftData has no such type.
public struct FetchedGroup<Key, Values> {
  /// The key, or a tuple of the keys if the fetch has several: that of the group's first object.
  public let key: Key
  /// The result of the aggregate, or a tuple of the results if the fetch has several; `Void` if it
  /// has none.
  public let values: Values
}

extension FetchedGroup: Sendable where Key: Sendable, Values: Sendable {}
