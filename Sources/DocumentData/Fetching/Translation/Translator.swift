import DocumentTables

/// An expression of a predicate that may be translated into a condition on rows.
///
/// Each of Foundation's expressions conforms with its own translation. If an expression cannot be
/// translated, its conjunct is evaluated object by object.
protocol TranslatableExpression: PredicateExpression {
  /// Translates the expression; nil if columns cannot decide it.
  func form(in translator: Translator) -> TranslatedExpression?
}

extension TranslatableExpression where Self: UnaryOperation {
  func form(in translator: Translator) -> TranslatedExpression? {
    translator.form(operand).flatMap { translator.map($0, as: Operand.Output.self, result) }
  }
}

extension TranslatableExpression where Self: BinaryOperation {
  func form(in translator: Translator) -> TranslatedExpression? {
    form(in: translator) { _, _ in nil }
  }

  /// Translates the operation as `special` defines, or else as a function of columns.
  func form(
    in translator: Translator,
    special: (TranslatedExpression, TranslatedExpression) -> TranslatedExpression?
  ) -> TranslatedExpression? {
    guard let left = translator.form(operands.left), let right = translator.form(operands.right)
    else { return nil }
    return translator.combine(left, right, result, special: special)
  }
}

/// A translator for the expressions of one predicate, for the rows of one hierarchy.
///
/// The type of an expression fixes its depth, which the compiler limits. Captured predicates that
/// evaluate further predicates are translated up to a depth of ``maximumNesting``.
final class Translator {
  static let maximumNesting = 32

  let source: FetchSource
  let hierarchy: Int
  /// The hierarchies whose rows are not up to date, because some of their objects have pending
  /// changes.
  let pendingHierarchies: Set<Int>
  /// The forms that variables are bound to.
  var forms: [PredicateExpressions.VariableID: TranslatedExpression] = [:]
  /// The values of variables that are bound to constants.
  var constants = PredicateBindings()
  /// Whether any part translated so far may throw an error of the program.
  var canThrow = false
  var nesting = 0
  /// The number of pairs of forms that may still be combined; choices multiply them.
  var effort = 2000

  init(_ source: FetchSource, hierarchy: Int, pendingHierarchies: Set<Int>) {
    self.source = source
    self.hierarchy = hierarchy
    self.pendingHierarchies = pendingHierarchies
  }

  var schema: TableSchema { source.catalog.schema }

  /// Resets the translator for another conjunct of a predicate, whose variable denotes the row.
  func begin(_ variable: PredicateExpressions.VariableID) {
    forms = [variable: .object(ObjectForm(path: .row, hierarchy: hierarchy))]
    constants = PredicateBindings()
    canThrow = false
    effort = 2000
  }

  /// Translates an expression; nil if it depends on more than columns.
  func form<E: PredicateExpression>(_ expression: E) -> TranslatedExpression? {
    if let translatable = expression as? any TranslatableExpression,
      let form = translatable.form(in: self)
    {
      return form
    }
    if let nested = expression as? any NestedEvaluation, let form = form(nested) { return form }
    // An expression that can be evaluated without the row has the same value for every row.
    return constant { try expression.evaluation()(constants) }
  }

  /// Translates an expression into a condition; nil if it depends on more than columns.
  func condition<E: PredicateExpression>(_ expression: E) -> RowCondition? {
    form(expression).flatMap(condition(of:))
  }

  /// Runs a translation in the scope of a variable.
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

  /// Returns a translator for the objects at the other end of a to-many relationship, which a
  /// variable denotes.
  ///
  /// The surrounding row is not available to it.
  func inside(_ end: RelationshipEnd, _ variable: PredicateExpressions.VariableID) -> Translator {
    let inner = Translator(
      source, hierarchy: end.destinationHierarchy, pendingHierarchies: pendingHierarchies)
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

  /// Translates a captured predicate or expression that is applied to values of this one.
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
