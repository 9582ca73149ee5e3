import DocumentTables

/// The translations of predicates that compare one indexed attribute with a value, for one context.
///
/// Translation would take most of the time of such a fetch, and programs repeat these fetches
/// often. A translation contains no values of predicates, and stays valid as long as the context
/// lives.
final class TranslatedEqualities {
  /// The compared attribute's look-up plan and model class.
  final class Column {
    let lookup: PointLookup
    let description: ModelDescription

    init(_ lookup: PointLookup, _ description: ModelDescription) {
      self.lookup = lookup
      self.description = description
    }
  }

  /// The parts of a comparison.
  struct Parts {
    let variable: PredicateExpressions.VariableID
    let attribute: AnyKeyPath
    let value: Value
  }

  /// The predicates with expressions of one type; they differ only in values and key paths.
  final class Shape {
    /// Nil if the expressions are not comparisons of an attribute with a value.
    fileprivate let read: ((any StandardPredicateExpression<Bool>) -> Parts?)?
    /// The translated key paths, retained so that no other key path can have the address of one of
    /// them.
    private var attributes: [(keyPath: AnyKeyPath, column: Column?)] = []

    fileprivate init(_ read: ((any StandardPredicateExpression<Bool>) -> Parts?)?) {
      self.read = read
    }

    /// Returns the parts of an expression of this shape; nil for one that is no comparison with a
    /// value.
    func parts(of expression: any StandardPredicateExpression<Bool>) -> Parts? {
      read?(expression)
    }

    /// Returns the column of an attribute.
    ///
    /// - Parameter translate: Called once for each attribute.
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

  /// The maximum number of shapes, and of attributes of a shape.
  ///
  /// Programs have few shapes of predicates, but a program that creates key paths while it runs can
  /// have any number of these.
  private static let limit = 32

  /// The types of expressions, and the shape of each.
  private var types: [ObjectIdentifier] = []
  private var shapes: [Shape] = []

  /// Returns the shape of an expression; nil if there are too many shapes.
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
    // Comparing types is much faster than a cast, which determines the type of an existential's
    // content.
    func read<Opened: StandardPredicateExpression>(_ opened: Opened) -> Parts? {
      guard ObjectIdentifier(Opened.self) == ObjectIdentifier(Expression.self) else { return nil }
      // Bound: one value, whose type was just found to be this one. Lifetime: the pointer is used
      // only inside the closure.
      return withUnsafePointer(to: opened) {
        UnsafeRawPointer($0).assumingMemoryBound(to: Expression.self).pointee.parts
      }
    }
    return { read($0) }
  }
}
