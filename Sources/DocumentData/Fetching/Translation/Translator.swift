import DocumentTables

/// An expression of a predicate that may be translated into a condition on rows.
///
/// Each of Foundation's expressions says here what it comes to for a row; one that cannot say it
/// makes the conjunct that it stands in be evaluated object by object.
protocol TranslatableExpression: PredicateExpression {
  /// Nil if columns cannot tell.
  func form(in translator: Translator) -> TranslatedExpression?
}

/// Translates the expressions of one predicate for the rows of one hierarchy.
///
/// The depth of an expression is that of its type, which the compiler bounds; predicates that
/// evaluate captured predicates are followed to ``maximumNesting`` only.
final class Translator {
  static let maximumNesting = 32

  let core: ContextCore
  let hierarchy: Int
  /// The hierarchies whose rows do not tell the truth, because objects of them have pending
  /// changes.
  let pendingHierarchies: Set<Int>
  /// What variables stand for.
  var forms: [PredicateExpressions.VariableID: TranslatedExpression] = [:]
  /// Variables that stand for a value.
  var constants = PredicateBindings()
  /// Whether something translated so far may throw.
  var canThrow = false
  var nesting = 0
  /// How many more pairs of forms may be compared: alternatives multiply.
  var effort = 2000

  init(core: ContextCore, hierarchy: Int, pendingHierarchies: Set<Int>) {
    self.core = core
    self.hierarchy = hierarchy
    self.pendingHierarchies = pendingHierarchies
  }

  /// Makes ready for another conjunct of a predicate, whose variable stands for the row.
  func begin(_ variable: PredicateExpressions.VariableID) {
    forms = [variable: .object(ObjectForm(path: .row, hierarchy: hierarchy))]
    constants = PredicateBindings()
    canThrow = false
    effort = 2000
  }

  /// What an expression comes to; nil if that depends on more than columns.
  func form<E: PredicateExpression>(_ expression: E) -> TranslatedExpression? {
    if let translatable = expression as? any TranslatableExpression,
      let form = translatable.form(in: self)
    {
      return form
    }
    if let nested = expression as? any NestedEvaluation, let form = form(nested) { return form }
    // What can be evaluated without the row is the same for every row.
    return (try? expression.evaluate(constants)).map { .constant($0) }
  }

  /// The condition that an expression states; nil if that depends on more than columns.
  func condition<E: PredicateExpression>(_ expression: E) -> Query? {
    form(expression).flatMap(condition(of:))
  }

  /// Translates inside of a variable's scope.
  func binding<Output, Result>(
    _ variable: PredicateExpressions.Variable<Output>, to form: TranslatedExpression,
    _ body: (Translator) -> Result?
  ) -> Result? {
    if case .constant(let value) = form {
      guard let value = value as? Output else { return nil }
      constants[variable] = value
    }
    forms[variable.key] = form
    return body(self)
  }

  /// A translator for the objects at the other end of a to-many, of which a variable is one.
  ///
  /// The surrounding row is unknown to it.
  func inside(_ end: RelationshipEnd, _ variable: PredicateExpressions.VariableID) -> Translator {
    let inner = Translator(
      core: core, hierarchy: end.destinationHierarchy, pendingHierarchies: pendingHierarchies)
    inner.constants = constants
    inner.nesting = nesting
    inner.effort = effort
    for (key, form) in forms {
      if case .constant = form { inner.forms[key] = form }
    }
    inner.forms[variable] = .object(
      ObjectForm(path: .row, hierarchy: end.destinationHierarchy))
    return inner
  }

  /// A captured predicate or expression, applied to values of this one.
  private func form(_ nested: any NestedEvaluation) -> TranslatedExpression? {
    guard nesting < Self.maximumNesting, nested.variables.count == nested.inputs.count else {
      return nil
    }
    guard let body = nested.body else { return TranslatedExpression.nothing }
    nesting += 1
    defer { nesting -= 1 }
    for (variable, input) in zip(nested.variables, nested.inputs) {
      guard let form = form(input) else { return nil }
      forms[variable] = form
    }
    return form(body)
  }
}
