import DocumentTables

/// How predicates that compare one indexed attribute with a value were translated in one context:
/// to be asked for such an object over and over again is what a translation would cost most in.
///
/// Nothing of it changes as long as the context lives, and nothing is remembered of values.
final class TranslatedEqualities {
  /// What is compared, and the plan that finds it.
  final class Column {
    let lookup: PointLookup
    let description: ModelDescription

    init(_ lookup: PointLookup, _ description: ModelDescription) {
      self.lookup = lookup
      self.description = description
    }
  }

  /// What a comparison consists of.
  struct Parts {
    let variable: PredicateExpressions.VariableID
    let attribute: AnyKeyPath
    let value: Value
  }

  /// Predicates that differ in nothing but their values and key paths.
  final class Shape {
    /// Nil for an expression that is no such comparison.
    fileprivate let read: ((any StandardPredicateExpression<Bool>) -> Parts?)?
    /// Held, so that no other key path can have the place of one of them in memory.
    private var attributes: [(keyPath: AnyKeyPath, column: Column?)] = []

    fileprivate init(_ read: ((any StandardPredicateExpression<Bool>) -> Parts?)?) {
      self.read = read
    }

    /// The parts of an expression of this shape; nil for one that is no comparison with a value.
    func parts(of expression: any StandardPredicateExpression<Bool>) -> Parts? {
      read?(expression)
    }

    /// The column that an attribute stands in.
    ///
    /// - Parameter translate: Asked once for each attribute.
    func column(of attribute: AnyKeyPath, translate: () -> Column?) -> Column? {
      for position in attributes.indices where attributes[position].keyPath === attribute {
        return attributes[position].column
      }
      guard attributes.count < TranslatedEqualities.limit else { return nil }
      let column = translate()
      attributes.append((attribute, column))
      return column
    }
  }

  /// A program has few forms of predicates; one that makes key paths as it goes has no end of them.
  private static let limit = 32

  /// The types of expressions, and the shape of each.
  private var types: [ObjectIdentifier] = []
  private var shapes: [Shape] = []

  /// The shape of an expression; nil where there are too many.
  func shape(of expression: any StandardPredicateExpression<Bool>) -> Shape? {
    let type = ObjectIdentifier(type(of: expression))
    if let known = types.firstIndex(of: type) { return shapes[known] }
    guard shapes.count < Self.limit else { return nil }
    let shape = Shape((expression as? any AttributeEquality).map { Self.reader($0) })
    types.append(type)
    shapes.append(shape)
    return shape
  }

  private static func reader<Expression: AttributeEquality>(
    _: Expression
  ) -> (any StandardPredicateExpression<Bool>) -> Parts? {
    // To ask what an existential holds takes a cast far longer than to compare types.
    func read<Opened: StandardPredicateExpression>(_ opened: Opened) -> Parts? {
      guard ObjectIdentifier(Opened.self) == ObjectIdentifier(Expression.self) else { return nil }
      // Bound: one value, whose type has just been found to be this one. Lifetime: the pointer is
      // used inside the closure.
      return withUnsafePointer(to: opened) {
        UnsafeRawPointer($0).assumingMemoryBound(to: Expression.self).pointee.parts
      }
    }
    return { read($0) }
  }
}
