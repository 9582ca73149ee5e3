import DocumentTables

/// The way from a row to the object whose properties are tested: to-one relationships that are
/// followed, and casts.
struct RowPath: Hashable {
  enum Step: Hashable {
    case follow(RelationshipEnd)
    /// The object's class is one of these, by discriminator.
    case kind([Bool])
  }

  var steps: [Step] = []

  static let row = RowPath()

  func appending(_ step: Step) -> RowPath { RowPath(steps: steps + [step]) }

  /// The rows whose object at the end of the way satisfies a query; not those where there is none.
  func lift(_ query: Query) -> Query {
    steps.reversed().reduce(query) { query, step in
      switch step {
      case .follow(let end): .reference(end, query)
      case .kind(let kinds): .conjunction([.kind(kinds), query])
      }
    }
  }

  /// The rows that have an object at the end of the way.
  var exists: Query { lift(.constant(true)) }
}
