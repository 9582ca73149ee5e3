import DocumentTables

/// A value of each object that a grouped fetch groups by or computes with.
struct GroupedExpression<T: PersistentModel> {
  /// Returns a related object as a stored value.
  typealias Reference = (any PersistentModel) -> Value

  /// The type of the value.
  let type: Any.Type
  /// The layout of a column of values.
  let layout: ColumnLayout
  /// The order of the values: that of the type, or else of the stored values.
  let comparison: ColumnOrder.Comparison
  /// Translates the expression for the rows of a hierarchy; nil if it depends on more than columns.
  let form: (Translator) -> TranslatedExpression?
  /// Returns the value of an object as it is stored; null if it has none.
  let value: (T, Reference) throws -> Value
  /// Returns a value that was computed from columns as it is stored.
  let stored: (Any) throws -> Value

  init<Content>(_ keyPath: KeyPath<T, Content>) {
    self.init(Content.self) { translator in
      translator.property(
        keyPath, of: ObjectForm(path: .row, hierarchy: translator.hierarchy))
    } read: { model in
      model[keyPath: keyPath]
    }
  }

  init<Content>(_ expression: Expression<T, Content>) {
    let variable = expression.variable
    let evaluate = expression.expression.evaluation()
    self.init(Content.self) { translator in
      translator.begin(variable.key)
      return translator.form(expression.expression)
    } read: { model in
      try evaluate(PredicateBindings((variable, model)))
    }
  }

  /// Creates an expression that is evaluated for each object.
  init<Content>(evaluating read: @escaping (T) throws -> Content) {
    self.init(Content.self, form: { _ in nil }, read: read)
  }

  private init<Content>(
    _ type: Content.Type, form: @escaping (Translator) -> TranslatedExpression?,
    read: @escaping (T) throws -> Content
  ) {
    let coding = AttributeCoding.shared(type)
    self.type = type
    self.form = form
    layout = GroupedCoding.layout(of: type)
    comparison = GroupedCoding.comparison(of: type)
    stored = { content in
      guard let coding, let content = content as? Content else {
        throw PredicateError.invalidInput
      }
      return try coding.encode(content)
    }
    value = { [isReference = GroupedCoding.modelType(of: type) != nil] model, reference in
      do {
        let content = try read(model)
        if isReference {
          return (unwrapped(content) as? any PersistentModel).map(reference) ?? .null
        }
        guard let coding else { throw GroupedCoding.unsupported(type) }
        return try coding.encode(content)
      } catch let error as PredicateError where error.isMissingValue {
        return .null
      }
    }
  }
}

/// A part of the key of a grouped fetch: an expression, or a function of one.
struct GroupKey<T: PersistentModel> {
  let expression: GroupedExpression<T>
  /// Computes the stored key from the stored value of the expression; nil if they are equal.
  let transform: ((Value) throws -> Value)?
  let layout: ColumnLayout
  let comparison: ColumnOrder.Comparison
  /// The type of the key.
  let type: Any.Type

  init(_ expression: GroupedExpression<T>) {
    self.expression = expression
    transform = nil
    layout = expression.layout
    comparison = expression.comparison
    type = expression.type
  }

  init<Content, Key>(
    _ expression: GroupedExpression<T>, of read: @escaping (T) throws -> Content,
    _ transform: @escaping (Content) throws -> Key
  ) {
    guard GroupedCoding.modelType(of: Content.self) == nil else {
      // Tables have no objects to pass to the function.
      self = GroupKey(GroupedExpression(evaluating: { try transform(try read($0)) }))
      return
    }
    self.expression = expression
    self.transform = { value in
      let content = try GroupedCoding.coding(of: Content.self).decode(value)
      return try GroupedCoding.coding(of: Key.self).encode(try transform(content))
    }
    layout = GroupedCoding.layout(of: Key.self)
    comparison = GroupedCoding.comparison(of: Key.self)
    type = Key.self
  }
}

/// How values of a type are stored while objects are grouped.
enum GroupedCoding {
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for a type that no attribute can have.
  static func coding<Content>(of type: Content.Type) throws -> AttributeCoding<Content> {
    guard let coding = AttributeCoding.shared(type) else { throw unsupported(type) }
    return coding
  }

  static func unsupported(_ type: Any.Type) -> SwiftDataError {
    SwiftDataError(
      .unsupportedKeyPath,
      "objects can be grouped by values of types that attributes can have, and by related objects; "
        + "\(String(reflecting: type)) is neither")
  }

  /// Returns the class of objects that values of a type are or wrap; nil for other types.
  static func modelType(of type: Any.Type) -> (any PersistentModel.Type)? {
    var type = type
    while let optional = type as? any OptionalType.Type { type = optional.wrappedType }
    return type as? any PersistentModel.Type
  }

  static func layout(of type: Any.Type) -> ColumnLayout {
    let content: ColumnLayout.Content =
      if modelType(of: type) != nil {
        .relationship(
          TableRelationship(name: "", destination: "", isToMany: false), .reference)
      } else {
        // A type without a coding has no values, because its expression throws.
        .attribute(
          TableAttribute(
            name: "",
            type: AttributeCodingFactory.coding(ofAny: type)?.attributeType.type ?? .scalar(.bool),
            isNullable: true))
      }
    return ColumnLayout(name: "", entity: "", content: content)
  }

  static func comparison(of type: Any.Type) -> ColumnOrder.Comparison {
    let wrapped = (type as? any OptionalType.Type)?.wrappedType ?? type
    guard wrapped != String.self, modelType(of: type) == nil,
      let comparable = wrapped as? any Comparable.Type
    else { return .natural }
    return ColumnComparison.order(of: comparable) ?? .natural
  }
}
