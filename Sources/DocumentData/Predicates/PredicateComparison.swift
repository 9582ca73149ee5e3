/// Compares the parts of two predicates.
///
/// The type of a predicate's expression determines its operations and their order. Key paths,
/// captured values and the variables of closures remain to be compared.
struct PredicateComparison {
  private var variables: [PredicateExpressions.VariableID: PredicateExpressions.VariableID] = [:]
  /// The pairs that remain to be compared; a list, because captured predicates can be nested to any
  /// depth.
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
        // A closure's variable first occurs in the closure's own node, in both predicates alike.
        guard variables.updateValue(right, forKey: left) ?? right == right else { return false }
      } else if let left = left as? any Equatable {
        guard Self.areEqual(left, right) else { return false }
      } else {
        guard haveSameChildren(left, right) else { return false }
      }
    }
    return true
  }

  /// Adds the children of two values to the waiting pairs, if the values are parts of predicates.
  ///
  /// Two values of any other type without equality count as different, because nothing proves that
  /// they are equal.
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

/// A whole predicate or expression, which another one can capture.
protocol PredicateTree {}

extension Predicate: PredicateTree {}
extension Expression: PredicateTree {}
