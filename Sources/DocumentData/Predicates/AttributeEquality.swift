import DocumentTables

/// An expression `$0.attribute == value` whose parts can be read without knowing its types.
protocol AttributeEquality: PredicateExpression {
  var parts: TranslatedEqualities.Parts { get }
}

/// The left side of an ``AttributeEquality``: an attribute of an input.
protocol AttributeOfVariable: PredicateExpression {
  var variable: PredicateExpressions.VariableID { get }
  var attribute: AnyKeyPath { get }
}

/// The right side of an ``AttributeEquality``: a captured value.
protocol CapturedAttributeValue: PredicateExpression {
  var tableValue: Value { get }
}

/// An input of a predicate.
protocol PredicateVariable: PredicateExpression {
  var variable: PredicateExpressions.VariableID { get }
}

extension PredicateExpressions.Variable: PredicateVariable {
  var variable: PredicateExpressions.VariableID { key }
}

extension PredicateExpressions.KeyPath: AttributeOfVariable where Root: PredicateVariable {
  var variable: PredicateExpressions.VariableID { root.variable }
  var attribute: AnyKeyPath { keyPath }
}

extension PredicateExpressions.Value: CapturedAttributeValue where Output: _PersistentValue {
  var tableValue: Value { value.tableValue }
}

extension PredicateExpressions.Equal: AttributeEquality
where LHS: AttributeOfVariable, RHS: CapturedAttributeValue {
  var parts: TranslatedEqualities.Parts {
    TranslatedEqualities.Parts(
      variable: lhs.variable, attribute: lhs.attribute, value: rhs.tableValue)
  }
}
