import DocumentTables

extension PredicateExpressions.Equal: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    form(in: translator) { left, right in
      translator.equality(left, right).map { .condition($0) }
    }
  }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    form(in: translator) { left, right in
      translator.equality(left, right).map { .condition($0.negated) }
    }
  }
}

extension Translator {
  /// Translates the equality of a constant with a column, an object, a count or a condition.
  func equality(_ left: TranslatedExpression, _ right: TranslatedExpression) -> RowCondition? {
    switch (left, right) {
    case (.constant, .constant): nil
    case (.constant(let value), .condition(let condition)),
      (.condition(let condition), .constant(let value)):
      equality(condition, with: DocumentData.unwrapped(value))
    case (.constant(let value), let form), (let form, .constant(let value)):
      equality(form, with: DocumentData.unwrapped(value)).map { RowCondition($0) }
    default: nil
    }
  }

  private func equality(_ condition: RowCondition, with value: Any?) -> RowCondition {
    guard let value = value as? Bool else {
      return condition.choosing(RowCondition(.constant(false)), RowCondition(.constant(false)))
    }
    return value ? condition : condition.negated
  }

  private func equality(_ form: TranslatedExpression, with value: Any?) -> Query? {
    switch form {
    case .attribute(let attribute):
      guard attribute.isDirect else { return nil }
      guard let value else {
        return attribute.path.lift(.isNull(column: attribute.column))
      }
      return (value as? any _PersistentValue).map {
        attribute.path.lift(.equals(column: attribute.column, $0.tableValue))
      }
    case .object(let object):
      guard let value else { return object.path.exists.negated }
      return (value as? any PersistentModel).map { object.path.lift(.keys(keys(of: [$0]))) }
    case .identifier(let object):
      guard let value else { return object.path.exists.negated }
      return (value as? PersistentIdentifier).map {
        object.path.lift(.keys(keys(of: [$0], in: object.hierarchy)))
      }
    case .memberCount(let members):
      guard let count = value as? Int else { return .constant(false) }
      return condition(members, countIn: count...count)
    case .textLength(let text):
      guard let count = value as? Int else { return .constant(false) }
      return text.path.lift(.text(column: text.column, .count(count...count)))
    case .members(let members):
      guard value == nil else { return nil }
      return members.path.exists.negated
    case .constant, .condition, .function, .choice, .missing: return nil
    }
  }

  /// Returns the keys of captured objects that belong to this context.
  func keys(of models: [any PersistentModel]) -> Set<ObjectKey> {
    Set(
      models.compactMap { model in
        source.identityMap.holds(model) ? model._$state.key : nil
      })
  }

  /// Returns the keys of the rows that have one of the given identifiers.
  func keys(of identifiers: [PersistentIdentifier], in hierarchy: Int) -> Set<ObjectKey> {
    let table = source.tables.tables[hierarchy]
    return Set(
      identifiers.compactMap { identifier in
        guard schema.entity(named: identifier.entityName) != nil,
          let key = source.backing.key(of: identifier), let location = table.location(of: key)
        else { return nil }
        let discriminator = table.segments[location.segment].entities[location.row]
        let entity = schema.hierarchies[hierarchy].entities[Int(discriminator)].name
        // The object may have got a new key since the identifier was read.
        if identifier.isUnsaved { return entity == identifier.entityName ? key : nil }
        return source.backing.identifier(of: key, entity) == identifier ? key : nil
      })
  }
}
