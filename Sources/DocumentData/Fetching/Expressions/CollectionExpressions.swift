import DocumentTables

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    form(in: translator) { sequence, element in
      switch (sequence, element) {
      case (.constant, .constant): nil
      case (.members(let members), .constant(let value)):
        (value as? any PersistentModel).map {
          .condition(RowCondition(members.some(.keys(translator.keys(of: [$0])))))
        }
      case (.constant(let value), _):
        translator.membership(element, value).map { .condition(RowCondition($0)) }
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
          .map { .condition(members.contains($0)) }
      case .constant(let value):
        translator.conditions(test, of: value, variable)
          .map { .condition(RowCondition.disjunction($0)) }
      default:
        translator.function(form, LHS.Output.self, test, variable) { elements, test in
          try ThreeValuedLogic.contains(elements, where: test)
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
          .map { .condition(members.allSatisfy($0)) }
      case .constant(let value):
        translator.conditions(test, of: value, variable)
          .map { .condition(RowCondition.conjunction($0)) }
      default:
        translator.function(form, LHS.Output.self, test, variable) { elements, test in
          try ThreeValuedLogic.allSatisfy(elements, test)
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
        guard let condition = translator.condition(filter, of: members, variable.key) else {
          return nil
        }
        members.filter = .conjunction((members.filter.map { [$0] } ?? []) + [condition.isTrue])
        return .members(members)
      case .constant: return nil
      default:
        return translator.function(form, LHS.Output.self, filter, variable) { elements, test in
          try elements.filter { element in try ThreeValuedLogic.isTrue { try test(element) } }
        }
      }
    }
  }
}

extension PredicateExpressions.SequenceMinimum: TranslatableExpression {}
extension PredicateExpressions.SequenceMaximum: TranslatableExpression {}
extension PredicateExpressions.CollectionIndexSubscript: TranslatableExpression {}
extension PredicateExpressions.CollectionRangeSubscript: TranslatableExpression {}
extension PredicateExpressions.DictionaryKeySubscript: TranslatableExpression {}

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
  ) -> [RowCondition]? {
    guard let list = list as? any Collection<Element>, list.count <= Self.longestList else {
      return nil
    }
    var conditions: [RowCondition] = []
    for element in list {
      guard
        let condition = binding(variable, to: .constant(element), { $0.condition(test) })
      else { return nil }
      conditions.append(condition)
    }
    return conditions
  }

  /// Applies a function to a list in a column and a test of its elements; nil if the test reads more
  /// than its element and constants.
  fileprivate func function<List: Sequence, Test: PredicateExpression, Output>(
    _ form: TranslatedExpression, _ type: List.Type, _ test: Test,
    _ variable: PredicateExpressions.Variable<List.Element>,
    _ transform: @escaping (List, (List.Element) throws -> Test.Output) throws -> Output
  ) -> TranslatedExpression? {
    guard !dependsOnRow(test) else { return nil }
    canThrow = true
    let (constants, test) = (constants, test.evaluation())
    return map(form, as: type) { list in
      var values = constants
      return try transform(list) { element in
        values[variable] = element
        return try test(values)
      }
    }
  }

  /// Whether an expression mentions a variable whose value differs between rows.
  private func dependsOnRow(_ expression: some PredicateExpression) -> Bool {
    var waiting: [Any] = [expression]
    while let next = waiting.popLast() {
      if let variable = next as? any PredicateVariable {
        if let form = forms[variable.variable], !form.isConstant { return true }
        continue
      }
      let mirror = Mirror(reflecting: next)
      guard
        next is any PredicateExpression || next is any PredicateTree
          || mirror.displayStyle == .tuple || mirror.displayStyle == .optional
      else { continue }
      waiting += mirror.children.map(\.value)
    }
    return false
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
