/// The reason why a query cannot be answered, whatever the rows are.
package struct QueryProblem: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// The schema has no such hierarchy, or the hierarchy no such column.
    case unknownHierarchy(Int)
    case unknownColumn(Int)
    /// The relationship belongs to another hierarchy or another schema.
    case foreignRelationship(String)
    /// Conditions are nested to more than ``Query/maximumDepth`` levels.
    case tooDeep
  }

  package var code: Code

  init(_ code: Code) { self.code = code }
}

extension QueryProblem: CustomStringConvertible {
  package var description: String {
    switch code {
    case .unknownHierarchy(let index): "the schema has no hierarchy \(index)"
    case .unknownColumn(let index): "the table has no column \(index)"
    case .foreignRelationship(let name): "the relationship \(name) is not one of this table"
    case .tooDeep:
      "the conditions of the query are nested to more than \(Query.maximumDepth) levels"
    }
  }
}
