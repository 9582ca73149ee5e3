import DocumentTables

extension PredicateExpressions.TypeCheck: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let form = translator.form(input) else { return nil }
    return translator.distribute(form) { form in
      switch form {
      case .object(let object):
        translator.kinds(of: Desired.self, in: object).map {
          .condition(RowCondition(object.path.lift(.kind($0))))
        }
      case .constant, .attribute, .function:
        translator.map(form, as: Input.Output.self, result)
      default: nil
      }
    }
  }
}

extension PredicateExpressions.ConditionalCast: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let form = translator.form(input) else { return nil }
    return translator.distribute(form) { form in
      switch form {
      case .object(var object):
        guard let kinds = translator.kinds(of: Desired.self, in: object) else { return nil }
        object.path = object.path.appending(.kind(kinds))
        return .object(object)
      case .constant, .attribute, .function:
        return translator.map(form, as: Input.Output.self, result)
      default: return nil
      }
    }
  }
}

extension Translator {
  /// Returns which classes of an object's hierarchy equal or inherit from a class, by
  /// discriminator; nil if the type is not a model class.
  fileprivate func kinds<Desired>(of type: Desired.Type, in object: ObjectForm) -> [Bool]? {
    guard type is any PersistentModel.Type else { return nil }
    return schema.hierarchies[object.hierarchy].entities.map { entity in
      source.catalog.description(
        hierarchy: object.hierarchy, discriminator: entity.discriminator)?.type is Desired.Type
    }
  }
}
