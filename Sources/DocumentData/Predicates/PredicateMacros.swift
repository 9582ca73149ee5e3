// Foundation declares both macros with the same generic signature. These must win wherever both
// modules are imported, or the compiler would call the use ambiguous: a `@Sendable` closure is a
// subtype of a closure, which makes them the more specialised overloads, and leaves everything
// else that the compiler weighs (packs delay what it knows about an operator's operands) the same.
// The closure never runs: only its text counts, so that `@Sendable` asks nothing of its captures.

/// Makes a predicate from a closure that tests values, usually one model object.
///
/// The closure is a single expression. What it does with its inputs must be one of the operations
/// that `PredicateExpressions` describes, or the evaluation of another predicate; everything else
/// is computed once, when the predicate is made, and has to be `Codable` and `Sendable`.
@freestanding(expression)
public macro Predicate<each Input>(
  @_implicitSelfCapture _ body: @escaping (repeat each Input) -> Bool
) -> Foundation.Predicate<repeat each Input> =
  #externalMacro(module: "DocumentDataMacros", type: "PredicateMacro")

/// Makes an expression from a closure that computes a value, for use in predicates.
///
/// The same holds for the closure as for that of a predicate.
@freestanding(expression)
public macro Expression<each Input, Output>(
  @_implicitSelfCapture _ body: @escaping (repeat each Input) -> Output
) -> Foundation.Expression<repeat each Input, Output> =
  #externalMacro(module: "DocumentDataMacros", type: "PredicateMacro")
