import DocumentTables

/// The path from a row to the object whose properties are tested: to-one relationships and casts.
struct RowPath: Hashable {
  enum Step: Hashable {
    case follow(RelationshipEnd)
    /// A cast: the object's class is one of these, by discriminator.
    case kind([Bool])
  }

  var steps: [Step] = []

  static let row = RowPath()

  func appending(_ step: Step) -> RowPath { RowPath(steps: steps + [step]) }

  /// Returns a query for the rows whose object at the end of the path satisfies a query; rows
  /// without such an object are not selected.
  func lift(_ query: Query) -> Query {
    steps.reversed().reduce(query) { query, step in
      switch step {
      case .follow(let end): .reference(end, query)
      case .kind(let kinds): .conjunction([.kind(kinds), query])
      }
    }
  }

  /// The query for rows that have an object at the end of the path.
  var exists: Query { lift(.constant(true)) }
}
