// Builders that `#Predicate` calls instead of Foundation's.

extension PredicateExpressions {
  /// Builds the node of a property that `#Predicate` names by a key path literal.
  ///
  /// Foundation's builder requires a Sendable key path. A key path to a property of a class on the
  /// main actor is not Sendable.
  public static func build_Property<Root, Value>(
    root: Root, keyPath: Swift.KeyPath<Root.Output, Value>
  ) -> KeyPath<Root, Value> {
    // The literal has no subscripts, so it captures nothing. A marker protocol has no
    // representation, so the cast returns the same reference.
    build_KeyPath(
      root: root,
      keyPath: unsafeBitCast(
        keyPath, to: (any Swift.KeyPath<Root.Output, Value> & Sendable).self))
  }
}

// Captured values pass through `build_capture`, so that the compiler names the requirement that a
// value does not meet, and not the type of the whole tree.

extension PredicateExpressions {
  /// Builds the node of a value that does not depend on the predicate's inputs.
  public static func build_capture<Output: Codable & Sendable>(_ value: Output) -> Value<Output> {
    Value(value)
  }

  /// Builds the node of a regular expression.
  @_disfavoredOverload
  public static func build_capture(_ value: some RegexComponent) -> Value<PredicateRegex> {
    build_Arg(value)
  }

  /// Refuses a model object: it belongs to one context, and a predicate may be used with several.
  @available(
    *, unavailable,
    message: "a predicate cannot capture a model object; compare its 'persistentModelID' instead"
  )
  public static func build_capture<Model: PersistentModel>(
    _ model: Model
  ) -> RefusedCapture<Model> {
    RefusedCapture()
  }

  /// Refuses an optional model object.
  @available(
    *, unavailable,
    message: "a predicate cannot capture a model object; compare its 'persistentModelID' instead"
  )
  public static func build_capture<Model: PersistentModel>(
    _ model: Model?
  ) -> RefusedCapture<Model?> {
    RefusedCapture()
  }

  /// Refuses a value that a predicate cannot send to another thread or encode.
  @available(
    *, unavailable, message: "a predicate captures only values that are Codable and Sendable"
  )
  @_disfavoredOverload
  public static func build_capture<Value>(_ value: Value) -> RefusedCapture<Value> {
    RefusedCapture()
  }

  /// A placeholder for a refused value in a tree that does not compile.
  ///
  /// It meets every requirement of a node, so that the refusal is the only error of the compiler.
  /// No tree at run time contains it.
  public struct RefusedCapture<Output>: StandardPredicateExpression {
    /// Evaluates the node for given values of the variables.
    ///
    /// - Throws: ``SwiftDataError/unsupportedPredicate``, always.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      throw SwiftDataError(.unsupportedPredicate, "a predicate cannot capture \(Output.self)")
    }
  }
}
