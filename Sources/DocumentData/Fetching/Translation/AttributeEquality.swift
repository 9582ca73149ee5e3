import DocumentTables

/// `$0.attribute == value`, taken apart without asking what the types are.
protocol AttributeEquality: PredicateExpression {
  var variable: PredicateExpressions.VariableID { get }
  var attribute: AnyKeyPath { get }
  var value: Value { get }
}

/// What ``AttributeEquality`` has on its left.
protocol AttributeOfVariable: PredicateExpression {
  var variable: PredicateExpressions.VariableID { get }
  var attribute: AnyKeyPath { get }
}

/// What it has on its right.
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
  var variable: PredicateExpressions.VariableID { lhs.variable }
  var attribute: AnyKeyPath { lhs.attribute }
  var value: Value { rhs.tableValue }
}

/// How predicates that compare one indexed attribute with a value were translated in one context:
/// to be asked for such an object over and over again is what a translation would cost most in.
///
/// Nothing of it changes as long as the context lives, and nothing is remembered of values.
struct TranslatedEqualities {
  /// What is compared.
  final class Column {
    let position: Int
    let layout: ColumnLayout
    let description: ModelDescription

    init(_ position: Int, _ layout: ColumnLayout, _ description: ModelDescription) {
      self.position = position
      self.layout = layout
      self.description = description
    }
  }

  private struct Parts {
    var variable: PredicateExpressions.VariableID
    var attribute: AnyKeyPath
    var value: Value
  }

  private struct Shape {
    var type: any Any.Type
    /// Nil for an expression that is no such comparison.
    var parts: ((any StandardPredicateExpression<Bool>) -> Parts?)?
    /// Held, so that no other key path can have the place of one of them in memory.
    var attributes: [(keyPath: AnyKeyPath, column: Column?)] = []
  }

  /// A program has few forms of predicates; one that makes key paths as it goes has no end of them.
  private static let limit = 32

  private var shapes: [Shape] = []

  /// The comparison that a predicate consists of; nil for every other predicate.
  ///
  /// - Parameter translate: Asked once for each form of a predicate for the column that is compared.
  mutating func equality(
    of expression: any StandardPredicateExpression<Bool>,
    _ variable: PredicateExpressions.VariableID,
    translate: () -> Column?
  ) -> (column: Column, value: Value)? {
    guard let shape = shape(of: expression), let parts = shapes[shape].parts?(expression),
      parts.variable == variable, !parts.value.isNull
    else { return nil }
    for known in shapes[shape].attributes where known.keyPath === parts.attribute {
      return known.column.map { ($0, parts.value) }
    }
    guard shapes[shape].attributes.count < Self.limit else { return nil }
    let column = translate()
    shapes[shape].attributes.append((parts.attribute, column))
    return column.map { ($0, parts.value) }
  }

  /// The position of an expression's shape; nil where there are too many.
  private mutating func shape(of expression: any StandardPredicateExpression<Bool>) -> Int? {
    let type = type(of: expression)
    if let known = shapes.firstIndex(where: { $0.type == type }) { return known }
    guard shapes.count < Self.limit else { return nil }
    shapes.append(
      Shape(type: type, parts: (expression as? any AttributeEquality).map { Self.parts($0) }))
    return shapes.count - 1
  }

  private static func parts<Expression: AttributeEquality>(
    _: Expression
  ) -> (any StandardPredicateExpression<Bool>) -> Parts? {
    // Opened first: to look into an existential takes a cast far longer than to compare types.
    func read<Opened: StandardPredicateExpression>(_ opened: Opened) -> Parts? {
      guard let known = opened as? Expression else { return nil }
      return Parts(variable: known.variable, attribute: known.attribute, value: known.value)
    }
    return { read($0) }
  }
}
