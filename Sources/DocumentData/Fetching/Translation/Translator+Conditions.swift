import DocumentTables

extension Translator {
  /// Returns the condition that a form is true.
  func condition(of form: TranslatedExpression) -> RowCondition? {
    switch form {
    case .constant(let value): return (value as? Bool).map { RowCondition(.constant($0)) }
    case .condition(let condition): return condition
    case .attribute(let attribute):
      if attribute.attribute.type == .scalar(.bool) {
        return RowCondition(
          attribute.path.lift(.equals(column: attribute.column, .bool(true))))
      }
      return condition(of: attribute.function)
    case .function(let function): return condition(of: function)
    case .choice(let condition, let first, let second):
      guard let first = self.condition(of: first), let second = self.condition(of: second) else {
        return nil
      }
      return condition.choosing(first, second)
    case .missing: return .missing
    default: return nil
    }
  }

  private func condition(of form: FunctionForm) -> RowCondition? {
    guard let column = form.columns.first, form.columns.count == 1 else { return nil }
    func query(_ outcome: Bool) -> Query {
      let function = form.function
      let test: @Sendable (Value) throws -> Bool = { value in
        try ThreeValuedLogic.isTrue { try function.read([value]) as? Bool == outcome }
      }
      return Self.listed(test, form.attribute, column) ?? .opaque(column: column, test)
    }
    return form.path.lift(RowCondition(isTrue: query(true), isFalse: query(false)))
  }

  /// Returns a list of the cases of a closed enumeration for which a function is true, which an
  /// index can look up; nil if the function throws or the attribute is no such enumeration.
  private static func listed(
    _ test: (Value) throws -> Bool, _ attribute: TableAttribute?, _ column: Int
  ) -> Query? {
    guard let attribute, let cases = attribute.cases else { return nil }
    do {
      let chosen = try cases.filter(test)
      let isNullChosen = try attribute.isNullable && test(.null)
      return .disjunction(
        (chosen.isEmpty ? [] : [.isOneOf(column: column, chosen)])
          + (isNullChosen ? [.isNull(column: column)] : []))
    } catch {
      return nil
    }
  }

  /// Returns the condition that an optional is not nil.
  func isSome<Wrapped>(_ form: TranslatedExpression, _ type: Wrapped.Type) -> RowCondition? {
    switch form {
    case .constant(let value):
      return (value as? Wrapped?).map { RowCondition(.constant($0 != nil)) }
    case .object(let object), .identifier(let object): return RowCondition(object.path.exists)
    case .attribute(let form):
      return RowCondition(
        form.path.lift(
          form.attribute.isNullable ? .not(.isNull(column: form.column)) : .constant(true)))
    case .function:
      return map(form, as: Wrapped?.self) { $0 != nil }.flatMap(condition(of:))
    case .members(let members):
      // A model reads a null list as empty.
      return RowCondition(members.path.exists)
    case .memberCount(let members): return RowCondition(members.path.exists)
    case .textLength(let attribute): return RowCondition(attribute.path.exists)
    case .condition(let condition): return condition.hasValue
    case .choice(let condition, let first, let second):
      guard let first = isSome(first, type), let second = isSome(second, type) else { return nil }
      return condition.choosing(first, second)
    case .missing: return .missing
    }
  }

  /// Returns the wrapped value of an optional that is known not to be nil.
  func unwrapped(_ form: TranslatedExpression) -> TranslatedExpression? {
    switch form {
    case .constant(let value): (value as? any OptionalType)?.wrappedAny.map { .constant($0) }
    case .choice(_, let first, let second) where second.isNil: unwrapped(first)
    case .choice(_, let first, let second) where first.isNil: unwrapped(second)
    case .choice(let condition, let first, let second):
      if let first = unwrapped(first), let second = unwrapped(second) {
        .choice(condition, first, second)
      } else {
        nil
      }
    default: form
    }
  }
}
