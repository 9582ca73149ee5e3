// Foundation declares both macros with the same generic signature. Where both modules are imported,
// the compiler must prefer these, or it would report an ambiguity. `@escaping` makes them the more
// specialised overloads, because an escaping closure is a subtype of a non-escaping one. The
// generic signature must stay the same: packs delay what the compiler knows about an operator's
// operands. The closure never runs, only its text matters, so `@_implicitSelfCapture` permits
// members of `self` without `self.`.

/// Creates a predicate from a closure that tests values, usually one model object.
///
/// The closure must be a single expression. Its inputs may be used in the operations that
/// `PredicateExpressions` describes and in evaluations of other predicates. Everything else in it
/// is evaluated once, when the predicate is created, and must be `Codable` and `Sendable`.
@freestanding(expression)
public macro Predicate<each Input>(
  @_implicitSelfCapture _ body: @escaping (repeat each Input) -> Bool
) -> Foundation.Predicate<repeat each Input> =
  #externalMacro(module: "DocumentDataMacros", type: "PredicateMacro")

/// Creates an expression from a closure that computes a value, for use in predicates.
///
/// The closure has the same restrictions as the closure of a predicate.
@freestanding(expression)
public macro Expression<each Input, Output>(
  @_implicitSelfCapture _ body: @escaping (repeat each Input) -> Output
) -> Foundation.Expression<repeat each Input, Output> =
  #externalMacro(module: "DocumentDataMacros", type: "PredicateMacro")
