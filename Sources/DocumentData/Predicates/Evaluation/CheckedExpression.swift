/// A node that only changes how the node below it is evaluated.
package protocol CheckedNode: PredicateExpression {
  associatedtype Body: PredicateExpression

  var body: Body { get }
}

extension PredicateExpressions {
  /// An expression that throws an error where Foundation's evaluation would end the program.
  ///
  /// `#Predicate` and `#Expression` add this node to expressions with arithmetic, ranges, subscripts
  /// or forced unwraps, so that `evaluate` is as safe as a fetch.
  public struct Checked<Body: PredicateExpression>: PredicateExpression {
    /// The expression, as the closure describes it.
    public let body: Body

    /// Evaluates the expression for given values of the variables.
    ///
    /// - Throws: `PredicateError` if the expression has no value: an integer overflows, a number is
    ///   divided by zero, the bounds of a range are in the wrong order, an index is out of range, or
    ///   a nil is unwrapped.
    public func evaluate(_ bindings: PredicateBindings) throws -> Body.Output {
      try body.evaluation()(bindings)
    }
  }

  /// Builds the node of an expression that may have no value.
  public static func build_checked<Body>(_ body: Body) -> Checked<Body> { Checked(body: body) }
}

extension PredicateExpressions.Checked: CheckedNode {}

extension PredicateExpressions.Checked: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Body.Output { body.evaluation() }
}

extension PredicateExpressions.Checked: Sendable where Body: Sendable {}
extension PredicateExpressions.Checked: Codable where Body: Codable {}
extension PredicateExpressions.Checked: StandardPredicateExpression
where Body: StandardPredicateExpression {}
