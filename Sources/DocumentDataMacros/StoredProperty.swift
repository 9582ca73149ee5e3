import SwiftSyntax

/// A stored property that `@Model` persists: an instance `var` with one name and without a getter,
/// or a `let` that the initialiser sets.
struct StoredProperty {
  /// As it is written, with backticks where it has them.
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
    // Generated members go by such names; the compiler shows them to `@Model` like any other.
    guard !name.hasPrefix("_$") else { return nil }
    type = binding.typeAnnotation?.type
    isConstant = declaration.isConstant
    initializer = binding.initializer?.value
    attributes = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
    willSet = PropertyObserver("willSet", defaultParameter: "newValue", of: binding)
    didSet = PropertyObserver("didSet", defaultParameter: "oldValue", of: binding)
  }

  static let markerType = "DocumentData._Marker"

  /// The stand-in that the property's init accessor initialises, and the name of its slot.
  ///
  /// `_name` alone is what property wrappers, and people, call theirs.
  var marker: String {
    let bare = "_$marker_" + name
    return isPlain(bare) ? bare : "`\(bare)`"
  }

  private func isPlain(_ name: String) -> Bool {
    name.allSatisfy { "_$".contains($0) || $0.isLetter || $0.isNumber }
  }

  /// `var days: Int?` begins as nil although nothing says so.
  ///
  /// A `let` does not, but the schema states the same of both, so that one may become the other.
  var isImplicitlyNil: Bool {
    initializer == nil && (type?.isOptionalSugar ?? false)
  }

  /// Whether an initialiser need not set the property.
  var hasDefault: Bool { initializer != nil || isImplicitlyNil && !isConstant }

  /// The name of the type methods that take a constant's value from a row and to the class's storage.
  var constantFunction: String {
    let bare = "_$constant_" + name
    return isPlain(bare) ? bare : "`\(bare)`"
  }

  /// Whether a value transformer makes the stored form, so that the type need not be `Codable`.
  var isTransformable: Bool {
    attribute(named: "Attribute")?.options.contains("transformable") ?? false
  }

  func attribute(named name: String) -> AttributeSyntax? {
    attributes.first { $0.lastName == name }
  }
}

extension VariableDeclSyntax {
  /// An instance `var` that is neither computed, nor lazy, nor an override.
  var isStoredInstanceVariable: Bool {
    bindingSpecifier.tokenKind == .keyword(.var) && isInstanceMember
      && !hasModifier(.lazy) && !hasModifier(.override) && bindings.allSatisfy(\.isStored)
  }

  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether an initialiser sets the constant; one with a value is the same in every object.
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
  /// Without accessors, or with `willSet` and `didSet` alone.
  fileprivate var isStored: Bool {
    switch accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let list):
      list.allSatisfy {
        $0.accessorSpecifier.tokenKind == .keyword(.willSet)
          || $0.accessorSpecifier.tokenKind == .keyword(.didSet)
      }
    }
  }
}

extension TypeSyntax {
  var isOptionalSugar: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}

extension AttributeSyntax {
  /// `Attribute` for `@Attribute` and for `@DocumentData.Attribute`.
  var lastName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }
}

extension AttributeSyntax {
  /// The names of the options among the arguments: `unique` for `.unique`, `transformable` for
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
