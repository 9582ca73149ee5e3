import SwiftSyntax

/// What `@Model` needs to know of the class that it is attached to.
struct ModelClass {
  let declaration: ClassDeclSyntax
  let names: GeneratedNames
  let properties: [StoredProperty]
  /// What the class says beside its properties: elements of the generated list of statements.
  let notes: [String]
  /// Nil for a root: a class whose superclass, if it has one, is no model.
  let superclass: String?
  private let declaresDesignatedInitializer: Bool

  init(
    _ declaration: ClassDeclSyntax, _ attribute: AttributeSyntax,
    conformingTo protocols: [TypeSyntax]
  ) {
    self.declaration = declaration
    names = GeneratedNames(declaration)
    let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription)
    // The compiler lists only the conformances that the class does not inherit (SE-0407).
    let statesModel = { (name: String) in name.split(separator: ".").last == "PersistentModel" }
    let isRoot =
      protocols.contains { statesModel($0.trimmedDescription) }
      || (inherited ?? []).contains(where: statesModel)
    superclass = isRoot ? nil : inherited?.first
    let members = declaration.memberBlock.members.map(\.decl)
    properties = members.compactMap {
      $0.as(VariableDeclSyntax.self).flatMap(StoredProperty.init)
    }
    let lists = members.compactMap {
      $0.as(MacroExpansionDeclSyntax.self).flatMap {
        SchemaNote($0, in: declaration.name.text)
      }
    }
    let renaming = attribute.originalName.map { ".originalName(\($0))" }
    notes = [renaming].compactMap { $0 } + lists.map(\.expression)
    declaresDesignatedInitializer = members.contains { member in
      guard let initializer = member.as(InitializerDeclSyntax.self) else { return false }
      return !initializer.modifiers.contains { $0.name.tokenKind == .keyword(.convenience) }
    }
  }

  var name: String { declaration.name.text }

  /// The persisted properties that are `let`.
  var constants: [StoredProperty] { properties.filter(\.isConstant) }

  /// The access level of generated members that others see, with a space after it.
  var access: String {
    switch accessKeyword {
    case .public, .open: "public "
    case .package: "package "
    default: ""
    }
  }

  /// The access level of generated members that subclasses override.
  var overridableAccess: String { accessKeyword == .open ? "open " : access }

  private var accessKeyword: Keyword? {
    for modifier in declaration.modifiers {
      if case .keyword(let keyword) = modifier.name.tokenKind,
        [.public, .open, .package].contains(keyword)
      {
        return keyword
      }
    }
    return nil
  }

  /// What generated members begin with that the library uses wherever it runs.
  var nonisolated: String { isOnMainActor ? "nonisolated " : "" }

  /// The same for stored members.
  ///
  /// The library reads and writes them for a context, which belongs to one actor at a time, as an
  /// object does.
  var nonisolatedStorage: String { isOnMainActor ? "nonisolated(unsafe) " : "" }

  /// Whether the class itself says that it belongs to the main actor.
  var isOnMainActor: Bool { declaration.isOnMainActor }

  var isFinal: Bool {
    declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
  }

  /// A subclass inherits the initialisers of its superclass only if it has none of its own,
  /// generated ones included, and every property has a default.
  var inheritsInitializers: Bool {
    superclass != nil && !declaresDesignatedInitializer && properties.allSatisfy(\.hasDefault)
  }
}

extension ClassDeclSyntax {
  /// Whether the class itself says that it belongs to the main actor.
  var isOnMainActor: Bool { hasAttribute("MainActor") }
}

extension AttributeSyntax {
  /// The expression that `@Model(originalName:)` states.
  fileprivate var originalName: String? {
    guard case .argumentList(let arguments) = arguments else { return nil }
    return arguments.first { $0.label?.text == "originalName" }?.expression.trimmedDescription
  }
}
