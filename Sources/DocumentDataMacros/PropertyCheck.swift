import SwiftSyntax

/// Finds the stored properties that `@Model` can neither persist nor leave alone.
struct PropertyCheck {
  let findings: [(ModelDiagnostic, Syntax)]

  init(_ variable: VariableDeclSyntax) {
    findings = Self.findings(in: variable).map { ($0, Syntax(variable)) }
  }

  private static func findings(in variable: VariableDeclSyntax) -> [ModelDiagnostic] {
    guard variable.isInstanceMember, let binding = variable.bindings.first else { return [] }
    let name = binding.pattern.trimmedDescription
    if variable.hasModifier(.lazy) {
      return variable.hasAttribute("Transient") ? [] : [.lazy(name)]
    }
    let isConstant = variable.isConstant
    guard isConstant || variable.isStoredInstanceVariable else { return [] }
    let hasValue = variable.bindings.allSatisfy {
      $0.initializer != nil || (!isConstant && $0.typeAnnotation?.type.isOptionalSugar ?? false)
    }
    if variable.hasAttribute("Transient") {
      let isWrapped = !wrappers.isDisjoint(with: attributeNames(of: variable))
      return hasValue || isWrapped ? [] : [.transientWithoutValue(name)]
    }
    if isConstant, hasValue { return [] }
    if variable.bindings.count > 1 { return [.severalNames] }
    guard binding.pattern.is(IdentifierPatternSyntax.self) else { return [.pattern] }
    if variable.hasModifier(.weak) || variable.hasModifier(.unowned) {
      return [.weakReference(name)]
    }
    if variable.hasAttribute("Attribute"), variable.hasAttribute("Relationship") {
      return [.attributeAndRelationship(name)]
    }
    if binding.typeAnnotation == nil, binding.initializer == nil { return [.typeMissing(name)] }
    if !hasValue, variable.isEphemeral { return [.ephemeralWithoutValue(name)] }
    if let wrapper = attributeNames(of: variable).first(where: wrappers.contains) {
      return [.propertyWrapper(name, wrapper: wrapper)]
    }
    return []
  }

  private static func attributeNames(of variable: VariableDeclSyntax) -> [String] {
    variable.attributes.compactMap { $0.as(AttributeSyntax.self)?.lastName }
  }

  /// Well-known property wrappers: a macro cannot distinguish a wrapper from another macro.
  ///
  /// For other wrappers the compiler reports that a wrapper cannot be combined with accessors.
  private static let wrappers: Set<String> = [
    "AppStorage", "Binding", "Environment", "EnvironmentObject", "ObservedObject", "Published",
    "Query", "SceneStorage", "State", "StateObject", "TaskLocal", "UserDefault",
  ]
}

extension VariableDeclSyntax {
  /// Whether `@Attribute` marks the property as not stored.
  fileprivate var isEphemeral: Bool {
    attributes.contains { element in
      guard let attribute = element.as(AttributeSyntax.self), attribute.lastName == "Attribute"
      else { return false }
      return attribute.options.contains("ephemeral")
    }
  }
}
