/// A condition on the rows of one hierarchy.
///
/// It knows two outcomes only: no test of a value holds for a nil, and ``not(_:)`` of it then does.
/// Comparisons are those that Swift makes of the values that a column stands for.
package indirect enum Query: Sendable {
  case constant(Bool)
  case not(Query)
  /// All of them, tested from left to right; of none, every row.
  case all([Query])
  /// One of them, tested from left to right; of none, no row.
  case any([Query])
  /// The row's entity, by its discriminator; entities beyond the list are excluded.
  case kind([Bool])
  /// The row's own key.
  case keys(Set<ObjectKey>)
  case isNull(column: Int)
  /// Swift's `==`: texts by canonical equivalence, NaN equals nothing, 0 equals −0.
  case equals(column: Int, Value)
  /// `==` with one of the values.
  case isOneOf(column: Int, [Value])
  /// Swift's `<` and `<=`: those of `String` for texts; a NaN is in no range.
  case range(column: Int, ColumnRange)
  case text(column: Int, TextTest)
  /// The object at the other end of a to-one exists and satisfies a query over its hierarchy.
  case reference(RelationshipEnd, Query)
  /// The objects at the other end of a to-many.
  case members(RelationshipEnd, MembersTest)
  /// A function of one column's value, nil included.
  ///
  /// It is asked only about rows that the conditions before it leave open, in a list of which it is
  /// part, and its error ends the query.
  case opaque(column: Int, @Sendable (Value) throws -> Bool)
}

/// A condition on a text, by Swift's characters.
package enum TextTest: Hashable, Sendable {
  /// `Collection.contains(_:)` of a collection of characters.
  case contains(String)
  /// `starts(with:)`.
  case hasPrefix(String)
  case hasSuffix(String)
  case isEmpty
  /// The number of characters.
  case count(ClosedRange<Int>)
}

/// A condition on the objects that a to-many relates to; a null list has none.
package enum MembersTest: Sendable {
  /// `contains(where:)`.
  case some(Query)
  /// `allSatisfy`, which holds where there is none.
  case every(Query)
  case count(ClosedRange<Int>)
}
