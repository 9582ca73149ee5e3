import DocumentTables

extension Translator {
  /// Returns a query for the rows for which a form is true.
  func condition(of form: TranslatedExpression) -> Query? {
    switch form {
    case .constant(let value): return (value as? Bool).map { .constant($0) }
    case .condition(let query): return query
    case .attribute(let attribute):
      if attribute.attribute.type == .scalar(.bool) {
        return attribute.path.lift(.equals(column: attribute.column, .bool(true)))
      }
      return condition(of: attribute.function)
    case .function(let function): return condition(of: function)
    case .choice(let query, let first, let second):
      guard let first = condition(of: first), let second = condition(of: second) else { return nil }
      return query.choosing(first, second)
    case .failure(let error): return failure(error)
    default: return nil
    }
  }

  /// Returns a condition that throws for every row.
  private func failure(_ error: any Error & Sendable) -> Query? {
    canThrow = true
    guard schema.hierarchies[hierarchy].columns.first != nil else { return nil }
    return .opaque(column: 0) { _ in throw error }
  }

  private func condition(of form: FunctionForm) -> Query? {
    guard let column = form.columns.first, form.columns.count == 1 else { return nil }
    let function = form.function
    let test: @Sendable (Value) throws -> Bool = { value in
      do {
        return try function.read([value]) as? Bool ?? false
      } catch is NoValue {
        return false
      }
    }
    if let list = Self.listed(test, form.attribute, column) { return form.path.lift(list) }
    return form.path.lift(.opaque(column: column, test))
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

  /// Returns a query for the rows for which an optional is not nil.
  func isSome<Wrapped>(_ form: TranslatedExpression, _ type: Wrapped.Type) -> Query? {
    switch form {
    case .constant(let value):
      return (value as? Wrapped?).map { .constant($0 != nil) }
    case .object(let object), .identifier(let object): return object.path.exists
    case .attribute(let form):
      return form.path.lift(
        form.attribute.isNullable ? .not(.isNull(column: form.column)) : .constant(true))
    case .function:
      return map(form, as: Wrapped?.self) { $0 != nil }.flatMap(condition(of:))
    case .members(let members):
      // A model reads a null list as empty.
      return members.path.exists
    case .memberCount(let members): return members.path.exists
    case .textLength(let attribute): return attribute.path.exists
    case .condition: return .constant(true)
    case .choice(let query, let first, let second):
      guard let first = isSome(first, type), let second = isSome(second, type) else { return nil }
      return query.choosing(first, second)
    case .failure(let error): return failure(error)
    }
  }

  /// Returns the wrapped value of an optional that is known not to be nil.
  func unwrapped(_ form: TranslatedExpression) -> TranslatedExpression? {
    switch form {
    case .constant(let value): (value as? any OptionalType)?.wrappedAny.map { .constant($0) }
    case .choice(_, let first, let second) where second.isNil: unwrapped(first)
    case .choice(_, let first, let second) where first.isNil: unwrapped(second)
    case .choice(let query, let first, let second):
      if let first = unwrapped(first), let second = unwrapped(second) {
        .choice(query, first, second)
      } else {
        nil
      }
    default: form
    }
  }
}
