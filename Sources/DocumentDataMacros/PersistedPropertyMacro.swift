import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@_PersistedProperty`, which `@Model` attaches to every property that it persists.
///
/// The accessors read and write the object's row. A peer of zero size lets the compiler see that an
/// initialiser sets the property.
package struct PersistedPropertyMacro: AccessorMacro, PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self).flatMap(StoredProperty.init),
      !property.isConstant,
      let model = context.lexicalContext.first?.as(ClassDeclSyntax.self).map(GeneratedNames.init)
    else { return [] }
    let slot = "\(model.slots).\(property.marker)"
    return [
      """
      @storageRestrictions(accesses: \(raw: model.values), initializes: \(raw: property.marker))
      init(initialValue) {
        \(raw: model.values).\(raw: property.initialization(model, to: "initialValue"))
        \(raw: property.marker) = .init()
      }
      """,
      """
      get {
        \(raw: property.isTransformable ? "_$getTransformable" : "_$get")(
          \(raw: model.values), \(raw: model.slots).base, \(raw: slot),
          \\.\(raw: property.spelling))
      }
      """,
      """
      set {
        \(raw: setter(property, model, slot: slot))
      }
      """,
    ]
  }

  /// Returns the body of the setter.
  ///
  /// The box is created and read in one access, after the turn has begun: observers that the change
  /// calls may read and write the object, so no access to the box may be in progress.
  private static func setter(
    _ property: StoredProperty, _ model: GeneratedNames, slot: String
  ) -> String {
    let set = property.isTransformable ? "_$setTransformable" : "_$set"
    let change = """
      \(set)(
      \(model.values).prepared(), \(model.slots).base, \(slot), \\.\(property.spelling),
      to: newValue)
      """
    guard property.willSet != nil || property.didSet != nil else { return change }
    // Setting a property in its own observers does not call them again.
    var lines = [
      """
      guard _$beginObserving(\(model.values).prepared(), \(slot)) else {
      \(change)
      return
      }
      defer { _$endObserving(\(model.values), \(slot)) }
      """
    ]
    // Local functions, because a `return` in an observer leaves only the observer.
    if let observer = property.willSet {
      if observer.usesParameter, observer.parameter != "newValue" {
        lines.append("let \(observer.parameter) = newValue")
      }
      lines.append("func _$willSet() {\n\(observer.body)\n}\n_$willSet()")
    }
    if let observer = property.didSet, observer.usesParameter {
      lines.append("let \(observer.parameter) = self.\(property.spelling)")
    }
    lines.append(change)
    if let observer = property.didSet {
      lines.append("func _$didSet() {\n\(observer.body)\n}\n_$didSet()")
    }
    return lines.joined(separator: "\n")
  }

  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self).flatMap(StoredProperty.init),
      !property.isConstant
    else { return [] }
    return ["private var \(raw: property.marker): \(raw: StoredProperty.markerType)"]
  }
}

extension StoredProperty {
  /// Returns the call on the class's storage that sets the property's first value.
  func initialization(_ model: GeneratedNames, to value: String) -> String {
    let slot = "\(model.slots).\(marker)"
    guard isTransformable else { return "initialize(\(slot), \(label): \(value))" }
    // The class knows the value transformer.
    return "initializeTransformable(\(model.slots).base, \(slot), to: \(value), "
      + "in: \(model.name).self)"
  }

  /// The label of the value, by which the compiler checks whether the type goes with the options.
  private var label: String {
    if attribute(named: "Relationship") != nil { return "relationship" }
    return attribute(named: "Attribute")?.options.contains("unique") ?? false ? "unique" : "to"
  }
}
