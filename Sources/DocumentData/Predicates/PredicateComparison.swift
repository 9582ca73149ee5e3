/// Compares two predicates by what they are made of.
///
/// The type of a predicate's expression says which operations there are and in what order; what is
/// left are key paths, captured values and the variables of closures.
struct PredicateComparison {
  private var variables: [PredicateExpressions.VariableID: PredicateExpressions.VariableID] = [:]
  /// Pairs that are still to be compared; captured predicates may stand in one another as deep as
  /// they like.
  private var waiting: [(Any, Any)] = []

  static func areEqual<T>(_ left: Predicate<T>?, _ right: Predicate<T>?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    var comparison = PredicateComparison()
    comparison.variables[left.variable.key] = right.variable.key
    return comparison.areEqual(left.expression, right.expression)
  }

  private mutating func areEqual(_ left: Any, _ right: Any) -> Bool {
    waiting = [(left, right)]
    while let (left, right) = waiting.popLast() {
      guard type(of: left) == type(of: right) else { return false }
      if let left = left as? PredicateExpressions.VariableID,
        let right = right as? PredicateExpressions.VariableID
      {
        // A closure's variable is met first where the closure is, in both predicates alike.
        guard variables.updateValue(right, forKey: left) ?? right == right else { return false }
      } else if let left = left as? any Equatable {
        guard Self.areEqual(left, right) else { return false }
      } else {
        guard haveSameChildren(left, right) else { return false }
      }
    }
    return true
  }

  /// Only what predicates are made of is taken apart; whether two values of another type without
  /// equality are the same cannot be told.
  private mutating func haveSameChildren(_ left: Any, _ right: Any) -> Bool {
    let (first, second) = (Mirror(reflecting: left), Mirror(reflecting: right))
    guard
      left is any PredicateExpression || left is any PredicateTree
        || first.displayStyle == .tuple || first.displayStyle == .optional,
      first.children.count == second.children.count
    else { return false }
    waiting += zip(first.children, second.children).map { ($0.value, $1.value) }
    return true
  }

  private static func areEqual<Content: Equatable>(_ left: Content, _ right: Any) -> Bool {
    left == right as? Content
  }
}

/// A predicate or an expression as a whole, which another one may hold.
private protocol PredicateTree {}

extension Predicate: PredicateTree {}
extension Expression: PredicateTree {}
