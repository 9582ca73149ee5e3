// What a predicate captures goes through here, so that the compiler names the requirement that a
// value does not meet instead of the type of the whole tree.

extension PredicateExpressions {
  /// What `#Predicate` makes of a value that does not depend on its inputs.
  public static func build_capture<Output: Codable & Sendable>(_ value: Output) -> Value<Output> {
    Value(value)
  }

  /// What `#Predicate` makes of a regular expression.
  @_disfavoredOverload
  public static func build_capture(_ value: some RegexComponent) -> Value<PredicateRegex> {
    build_Arg(value)
  }

  /// Refuses a model object, which belongs to one context while a predicate may serve several.
  @available(
    *, unavailable,
    message: "a predicate cannot capture a model object; compare its 'persistentModelID' instead"
  )
  public static func build_capture<Model: PersistentModel>(
    _ model: Model
  ) -> RefusedCapture<Model> {
    RefusedCapture()
  }

  /// Refuses a model object that may be missing.
  @available(
    *, unavailable,
    message: "a predicate cannot capture a model object; compare its 'persistentModelID' instead"
  )
  public static func build_capture<Model: PersistentModel>(
    _ model: Model?
  ) -> RefusedCapture<Model?> {
    RefusedCapture()
  }

  /// Refuses what a predicate could not hand over to another thread or write down.
  @available(
    *, unavailable, message: "a predicate captures only values that are Codable and Sendable"
  )
  @_disfavoredOverload
  public static func build_capture<Value>(_ value: Value) -> RefusedCapture<Value> {
    RefusedCapture()
  }

  /// Stands for a refused value in a tree that does not compile.
  ///
  /// It meets every requirement, so that the reason is the compiler's one complaint. No tree has it.
  public struct RefusedCapture<Output>: StandardPredicateExpression {
    /// The node's value for the values of the variables.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      throw SwiftDataError(.unsupportedPredicate, "a predicate cannot capture \(Output.self)")
    }
  }
}
