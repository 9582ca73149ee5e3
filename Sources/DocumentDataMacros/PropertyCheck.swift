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
    if let attribute = variable.attribute(named: "Relationship") {
      if attribute.options.contains("unique"), binding.isArray { return [.uniqueList(name)] }
      if let minimum = attribute.count("minimumModelCount"),
        let maximum = attribute.count("maximumModelCount"), maximum > 0, minimum > maximum
      {
        return [.counts(name)]
      }
    }
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
    attribute(named: "Attribute")?.options.contains("ephemeral") ?? false
  }

  fileprivate func attribute(named name: String) -> AttributeSyntax? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.lastName == name }
  }
}

extension PatternBindingSyntax {
  /// Whether the stated type is an array or an optional array.
  fileprivate var isArray: Bool {
    guard let type = typeAnnotation?.type else {
      return initializer?.value.is(ArrayExprSyntax.self) ?? false
    }
    return type.is(ArrayTypeSyntax.self)
      || type.as(OptionalTypeSyntax.self)?.wrappedType.is(ArrayTypeSyntax.self) ?? false
  }
}

extension AttributeSyntax {
  /// Returns the number that an argument states as a literal.
  fileprivate func count(_ label: String) -> Int? {
    guard case .argumentList(let arguments)? = arguments,
      let argument = arguments.first(where: { $0.label?.text == label })
    else { return nil }
    return Int(argument.expression.trimmedDescription)
  }
}
