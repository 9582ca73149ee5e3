/// A condition on the rows of one hierarchy.
///
/// A condition is true or false, never unknown: every test of a null value is false, so its
/// ``not(_:)`` is true. Comparisons use Swift's operators on the values that the column represents.
package indirect enum Query: Sendable {
  case constant(Bool)
  case not(Query)
  /// A conjunction, tested from left to right; true if empty.
  case all([Query])
  /// A disjunction, tested from left to right; false if empty.
  case any([Query])
  /// Tests the row's entity by its discriminator; entities beyond the list are excluded.
  case kind([Bool])
  /// Tests the row's key.
  case keys(Set<ObjectKey>)
  case isNull(column: Int)
  /// Tests by Swift's `==`: texts by canonical equivalence, NaN equals nothing, 0 equals −0.
  case equals(column: Int, Value)
  /// Tests by `==` with each of the values.
  case isOneOf(column: Int, [Value])
  /// Tests by Swift's `<` and `<=`, texts in the order of `String`; NaN is in no range.
  case range(column: Int, ColumnRange)
  case text(column: Int, TextTest)
  /// Tests whether the object at the other end of a to-one relationship exists and satisfies a
  /// query over its hierarchy.
  case reference(RelationshipEnd, Query)
  /// Tests the objects at the other end of a to-many relationship.
  case members(RelationshipEnd, MembersTest)
  /// Calls a function with one column's value, which may be null.
  ///
  /// Inside a conjunction or disjunction, the function is called only for rows that the conditions
  /// before it leave undecided. An error of the function ends the query.
  case opaque(column: Int, @Sendable (Value) throws -> Bool)

  /// The maximum depth of nested conditions; a relationship counts as a level, a list inside a list
  /// of the same kind does not.
  package static let maximumDepth = 200
}

/// A condition on the characters of a text.
package enum TextTest: Hashable, Sendable {
  /// `contains(_:)` of collections of characters.
  case contains(String)
  /// `starts(with:)`.
  case hasPrefix(String)
  case hasSuffix(String)
  case isEmpty
  /// The number of characters.
  case count(ClosedRange<Int>)
}

/// A condition on the objects that a to-many relationship relates to; a null list has none.
package enum MembersTest: Sendable {
  /// `contains(where:)`.
  case some(Query)
  /// `allSatisfy`, which is true if there are no objects.
  case every(Query)
  case count(ClosedRange<Int>)
}
