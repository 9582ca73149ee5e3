import SwiftSyntax

/// The members that `@Model` adds to a class, as source text.
struct ModelMembers {
  let model: ModelClass

  var declarations: [String] {
    var result = [levelValues, slots, propertyCount, metadata, properties, statements]
    result += [superentity, visitLevels]
    if model.superclass == nil { result.append(state) }
    if !model.inheritsInitializers { result.append(materializingInitializer) }
    return result
  }

  private var overridable: String {
    let modifier = model.superclass == nil ? "" : "override "
    return model.nonisolated + model.overridableAccess + modifier
  }

  /// In a final class `static` is the shorter equivalent of `class`.
  private var typeMember: String { overridable + (model.isFinal ? "static" : "class") }

  /// The state of the object.
  ///
  /// Every access reads or writes one part of the state and ends at once. Dynamic exclusivity
  /// checks would cost an allocation for each access.
  private var state: String {
    "@exclusivity(unchecked) \(model.nonisolatedStorage)\(model.access)final var _$state = "
      + "DocumentData._ModelState()"
  }

  /// The box of values of this class.
  ///
  /// Every access takes, creates or replaces the box and ends at once; the contents are behind a
  /// reference.
  private var levelValues: String {
    "@exclusivity(unchecked) \(model.nonisolatedStorage)private var \(model.names.values) = "
      + "DocumentData._LevelValues()"
  }

  private var slots: String {
    let inherited = model.superclass.map { "\($0)._$propertyCount" } ?? "0"
    let constants = model.properties.enumerated().map { index, property in
      "static var \(property.marker): Int { \(index) }"
    }
    return """
      \(model.nonisolated)private enum \(model.names.slots) {
      static var base: Int { \(inherited) }
      \(constants.joined(separator: "\n"))
      }
      """
  }

  private var propertyCount: String {
    """
    \(typeMember) var _$propertyCount: Int {
    \(model.names.slots).base + \(model.properties.count)
    }
    """
  }

  private var metadata: String {
    """
    \(typeMember) var schemaMetadata: [DocumentData.Schema.PropertyMetadata] {
    \(asked("_$properties(as: \(model.name).self)"))
    }
    """
  }

  /// Wraps an expression that names key paths: key paths of a main-actor class can be named only on
  /// the main actor.
  private func asked(_ expression: String) -> String {
    model.isOnMainActor ? "DocumentData._mainActorMetadata { \(expression) }" : expression
  }

  /// The function that lists the properties, generic over the subclass because `\Sub.name` and
  /// `\Base.name` are different key paths.
  private var properties: String {
    let inherited = model.superclass.map { "\($0)._$properties(as: _S.self) + " } ?? ""
    let own = model.properties.map { "\n\(PropertyMetadataExpression(property: $0).text)," }
    return """
      \(model.access)static func _$properties<_S: \(model.name)>(
      as _: _S.Type
      ) -> [DocumentData.Schema.PropertyMetadata] {
      \(inherited)[\(own.joined())]
      }
      """
  }

  private var statements: String {
    let notes = model.notes.map { "\n\($0)," }
    return """
      \(typeMember) var _$statements: [DocumentData.Schema._Statement] {
      \(asked("[\(notes.joined())]"))
      }
      """
  }

  private var superentity: String {
    """
    \(typeMember) var _$superentity: (any DocumentData.PersistentModel.Type)? {
    \(model.superclass.map { "\($0).self" } ?? "nil")
    }
    """
  }

  private var visitLevels: String {
    """
    \(overridable)func _$visitLevels(_ body: (inout DocumentData._LevelValues) -> Void) {
    \(model.superclass == nil ? "" : "super._$visitLevels(body)\n")\
    \(keepingConstants)body(&\(model.names.values))
    }
    """
  }

  /// Statements that add a new object's constants to its values before the library reads the
  /// values.
  private var keepingConstants: String {
    let constants = model.constants.map { property in
      "\(model.name).\(property.constantFunction)(self.\(property.spelling), &\(model.names.values))\n"
    }
    return constants.isEmpty ? "" : "if _$state.hasNoRow {\n\(constants.joined())}\n"
  }

  private var materializingInitializer: String {
    let properties = model.properties.map { property in
      property.isConstant
        ? "self.\(property.spelling) = \(model.name).\(property.constantFunction)(state)\n"
        : "self.\(property.marker) = .init()\n"
    }
    let end =
      model.superclass == nil
      ? "self._$state = state" : "super.init(_$materializing: state)"
    return """
      \(model.nonisolated)\(model.access)required init(
      _$materializing state: consuming DocumentData._ModelState
      ) {
      \(properties.joined())\(end)
      }
      """
  }
}
