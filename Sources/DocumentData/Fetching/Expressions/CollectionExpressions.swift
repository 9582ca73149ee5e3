import DocumentTables

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let sequence = translator.form(sequence), let element = translator.form(element) else {
      return nil
    }
    return translator.combine(sequence, element) { (sequence: LHS.Output, element: RHS.Output) in
      sequence.contains(element)
    } special: { sequence, element in
      switch (sequence, element) {
      case (.constant, .constant): nil
      case (.members(let members), .constant(let value)):
        (value as? any PersistentModel).flatMap {
          translator.condition(members, some: .keys(translator.keys(of: [$0])))
            .map { .condition($0) }
        }
      case (.constant(let value), _):
        translator.membership(element, value).map { .condition($0) }
      default: nil
      }
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let sequence = translator.form(sequence) else { return nil }
    return translator.distribute(sequence) { form in
      switch form {
      case .members(let members):
        translator.condition(test, of: members, variable.key)
          .flatMap { translator.condition(members, some: $0) }.map { .condition($0) }
      case .constant(let value):
        translator.conditions(test, of: value, variable).map { .condition(.disjunction($0)) }
      default:
        translator.function(form, LHS.Output.self) { sequence, constants in
          try sequence.contains { element in
            try test.evaluate(constants.binding(variable, to: element))
          }
        }
      }
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let sequence = translator.form(sequence) else { return nil }
    return translator.distribute(sequence) { form in
      switch form {
      case .members(let members):
        translator.condition(test, of: members, variable.key)
          .flatMap { translator.condition(members, every: $0) }.map { .condition($0) }
      case .constant(let value):
        translator.conditions(test, of: value, variable).map { .condition(.conjunction($0)) }
      default:
        translator.function(form, LHS.Output.self) { sequence, constants in
          try sequence.allSatisfy { element in
            try test.evaluate(constants.binding(variable, to: element))
          }
        }
      }
    }
  }
}

extension PredicateExpressions.Filter: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let sequence = translator.form(sequence) else { return nil }
    return translator.distribute(sequence) { form in
      switch form {
      case .members(var members):
        guard let query = translator.condition(filter, of: members, variable.key) else {
          return nil
        }
        members.filter = .conjunction((members.filter.map { [$0] } ?? []) + [query])
        return .members(members)
      case .constant: return nil
      default:
        return translator.function(form, LHS.Output.self) { sequence, constants in
          try sequence.filter { try filter.evaluate(constants.binding(variable, to: $0)) }
        }
      }
    }
  }
}

extension PredicateExpressions.SequenceMinimum: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    translator.form(elements).flatMap { form in
      translator.map(form, as: Elements.Output.self) { $0.min() }
    }
  }
}

extension PredicateExpressions.SequenceMaximum: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    translator.form(elements).flatMap { form in
      translator.map(form, as: Elements.Output.self) { $0.max() }
    }
  }
}

extension PredicateExpressions.DictionaryKeySubscript: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let wrapped = translator.form(wrapped), let key = translator.form(key) else { return nil }
    return translator.combine(wrapped, key) {
      (dictionary: Wrapped.Output, key: Key.Output) in dictionary[key]
    }
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let wrapped = translator.form(wrapped), let key = translator.form(key),
      case .constant(let other)? = translator.form(self.default),
      let other = other as? Default.Output
    else { return nil }
    return translator.combine(wrapped, key) {
      (dictionary: Wrapped.Output, key: Key.Output) in dictionary[key] ?? other
    }
  }
}

extension Translator {
  /// The longest captured list to translate, because each element becomes a condition; longer lists
  /// are evaluated object by object.
  private static let longestList = 64

  /// Translates a test for each element of a captured list.
  fileprivate func conditions<Element, Test: PredicateExpression>(
    _ test: Test, of list: Any, _ variable: PredicateExpressions.Variable<Element>
  ) -> [Query]? {
    guard let list = list as? any Collection<Element>, list.count <= Self.longestList else {
      return nil
    }
    var queries: [Query] = []
    for element in list {
      guard
        let query = binding(variable, to: .constant(element), { $0.condition(test) })
      else { return nil }
      queries.append(query)
    }
    return queries
  }

  /// Applies a function to a list in a column; the function may read only the list and constants.
  fileprivate func function<List, Output>(
    _ form: TranslatedExpression, _ type: List.Type,
    _ transform: @escaping (List, PredicateBindings) throws -> Output
  ) -> TranslatedExpression? {
    canThrow = true
    let constants = constants
    return map(form, as: type) { try transform($0, constants) }
  }

  /// Returns a query for the rows for which the value of a form is in a captured list.
  fileprivate func membership(_ form: TranslatedExpression, _ list: Any) -> Query? {
    guard let list = list as? any Collection, !(list is any BoundedRange) else { return nil }
    func elements<List: Collection>(_ list: List) -> [Any] { list.map { $0 } }
    let values = elements(list)
    let present = values.compactMap { DocumentData.unwrapped($0) }
    let hasNil = present.count < values.count
    switch form {
    case .attribute(let attribute):
      guard attribute.isDirect else { return nil }
      let stored = present.compactMap { ($0 as? any _PersistentValue)?.tableValue }
      guard stored.count == present.count else { return nil }
      return attribute.path.lift(
        .disjunction(
          (stored.isEmpty ? [] : [.isOneOf(column: attribute.column, stored)])
            + (hasNil ? [.isNull(column: attribute.column)] : [])))
    case .identifier(let object):
      let identifiers = present.compactMap { $0 as? PersistentIdentifier }
      guard !hasNil, identifiers.count == present.count else { return nil }
      return object.path.lift(.keys(keys(of: identifiers, in: object.hierarchy)))
    case .object(let object):
      let models = present.compactMap { $0 as? any PersistentModel }
      guard !hasNil, models.count == present.count else { return nil }
      return object.path.lift(.keys(keys(of: models)))
    default: return nil
    }
  }
}
