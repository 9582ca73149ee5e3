import SwiftSyntax

/// A stored property that `@Model` persists: an instance `var` with one name and no getter, or a
/// `let` that the initialiser sets.
struct StoredProperty {
  /// The name as written, including any backticks.
  let spelling: String
  let name: String
  let type: TypeSyntax?
  let initializer: ExprSyntax?
  let attributes: [AttributeSyntax]
  /// Whether the property is a `let`.
  let isConstant: Bool
  let willSet: PropertyObserver?
  let didSet: PropertyObserver?

  init?(_ declaration: VariableDeclSyntax) {
    guard declaration.isStoredInstanceVariable || declaration.isInstanceConstantWithoutValue,
      !declaration.hasAttribute("Transient"),
      declaration.bindings.count == 1, let binding = declaration.bindings.first,
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      binding.typeAnnotation != nil || binding.initializer != nil
    else { return nil }
    spelling = identifier.text
    name = identifier.nameWithoutBackticks
    // Generated members have such names; the compiler passes them to `@Model` like other members.
    guard !name.hasPrefix("_$") else { return nil }
    type = binding.typeAnnotation?.type
    isConstant = declaration.isConstant
    initializer = binding.initializer?.value
    attributes = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
    willSet = PropertyObserver("willSet", defaultParameter: "newValue", of: binding)
    didSet = PropertyObserver("didSet", defaultParameter: "oldValue", of: binding)
  }

  static let markerType = "DocumentData._Marker"

  /// The name of the placeholder that the property's init accessor initialises, and of the
  /// property's slot.
  ///
  /// `_name` would collide with names in property wrappers and in user code.
  var marker: String {
    let bare = "_$marker_" + name
    return isPlain(bare) ? bare : "`\(bare)`"
  }

  private func isPlain(_ name: String) -> Bool {
    name.allSatisfy { "_$".contains($0) || $0.isLetter || $0.isNumber }
  }

  /// Whether the property is nil by default without an initialiser, as in `var days: Int?`.
  ///
  /// A `let` has no such default, but the schema states the same for both, so that one can replace
  /// the other.
  var isImplicitlyNil: Bool {
    initializer == nil && (type?.isOptionalSugar ?? false)
  }

  /// Whether an initialiser may leave the property unset.
  var hasDefault: Bool { initializer != nil || isImplicitlyNil && !isConstant }

  /// The name of the type methods that read a constant from a row and copy it to the class's
  /// storage.
  var constantFunction: String {
    let bare = "_$constant_" + name
    return isPlain(bare) ? bare : "`\(bare)`"
  }

  /// Whether a value transformer produces the stored form, so that the type need not be `Codable`.
  var isTransformable: Bool {
    attribute(named: "Attribute")?.options.contains("transformable") ?? false
  }

  func attribute(named name: String) -> AttributeSyntax? {
    attributes.first { $0.lastName == name }
  }
}

extension VariableDeclSyntax {
  /// Whether the declaration is an instance `var` that is not computed, lazy or an override.
  var isStoredInstanceVariable: Bool {
    bindingSpecifier.tokenKind == .keyword(.var) && isInstanceMember
      && !hasModifier(.lazy) && !hasModifier(.override) && bindings.allSatisfy(\.isStored)
  }

  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether this is an instance constant that an initialiser sets; a constant with a value is the
  /// same in every object.
  var isInstanceConstantWithoutValue: Bool {
    isConstant && isInstanceMember && bindings.allSatisfy { $0.initializer == nil }
  }

  var isInstanceMember: Bool { !hasModifier(.static) && !hasModifier(.class) }

  func hasModifier(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension WithAttributesSyntax {
  func hasAttribute(_ name: String) -> Bool {
    attributes.contains { $0.as(AttributeSyntax.self)?.lastName == name }
  }
}

extension PatternBindingSyntax {
  /// Whether the binding has no accessors, or only `willSet` and `didSet`.
  fileprivate var isStored: Bool {
    guard let accessors = accessorBlock?.accessors else { return true }
    guard let list = accessors.as(AccessorDeclListSyntax.self) else { return false }
    return list.allSatisfy {
      $0.accessorSpecifier.tokenKind == .keyword(.willSet)
        || $0.accessorSpecifier.tokenKind == .keyword(.didSet)
    }
  }
}

extension TypeSyntax {
  var isOptionalSugar: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}

extension AttributeSyntax {
  /// The attribute's name without a module: `Attribute` for `@Attribute` and
  /// `@DocumentData.Attribute`.
  var lastName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }
}

extension AttributeSyntax {
  /// The names of the options in the arguments: `unique` for `.unique`, `transformable` for
  /// `.transformable(by: "Color")`.
  var options: [String] {
    guard case .argumentList(let arguments)? = arguments else { return [] }
    return arguments.compactMap { argument in
      let expression =
        argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression
        ?? argument.expression
      return expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }
  }
}

extension TokenSyntax {
  var nameWithoutBackticks: String { identifier?.name ?? text }
}
