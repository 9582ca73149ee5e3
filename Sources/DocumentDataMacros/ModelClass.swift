import SwiftSyntax

/// The facts about a class that `@Model` needs.
struct ModelClass {
  let declaration: ClassDeclSyntax
  let names: GeneratedNames
  let properties: [StoredProperty]
  /// The class's statements beside its properties, as elements of the generated list.
  let notes: [String]
  /// The superclass; nil for a root class, whose superclass, if any, is not a model.
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
    notes = [renaming].compactMap { $0 } + lists.flatMap(\.expressions)
    declaresDesignatedInitializer = members.contains { member in
      guard let initializer = member.as(InitializerDeclSyntax.self) else { return false }
      return !initializer.modifiers.contains { $0.name.tokenKind == .keyword(.convenience) }
    }
  }

  var name: String { declaration.name.text }

  /// The persisted properties that are `let`.
  var constants: [StoredProperty] { properties.filter(\.isConstant) }

  /// The access level, followed by a space, of generated members that other code uses.
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

  /// The modifier of generated members that the library uses on any thread.
  var nonisolated: String { isOnMainActor ? "nonisolated " : "" }

  /// The modifier of stored generated members.
  ///
  /// The library accesses them for a context; like its objects, a context belongs to one actor at a
  /// time.
  var nonisolatedStorage: String { isOnMainActor ? "nonisolated(unsafe) " : "" }

  /// Whether the class itself is declared to belong to the main actor.
  var isOnMainActor: Bool { declaration.isOnMainActor }

  var isFinal: Bool {
    declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
  }

  /// Whether no code can create an object.
  ///
  /// Another macro may add an initialiser.
  var lacksInitializer: Bool {
    guard !declaresDesignatedInitializer, !inheritsInitializers else { return false }
    return declaration.attributes.allSatisfy { element in
      guard let attribute = element.as(AttributeSyntax.self) else { return false }
      return ["Model", "MainActor", "available", "objc", "objcMembers"].contains(attribute.lastName)
    }
  }

  /// Whether the class inherits its superclass's initialisers.
  ///
  /// Swift inherits them only if the class has none of its own, generated ones included, and every
  /// property has a default.
  var inheritsInitializers: Bool {
    superclass != nil && !declaresDesignatedInitializer && properties.allSatisfy(\.hasDefault)
  }
}

extension ClassDeclSyntax {
  /// Whether the class itself is declared to belong to the main actor.
  var isOnMainActor: Bool { hasAttribute("MainActor") }
}

extension AttributeSyntax {
  /// The expression that `@Model(originalName:)` states.
  fileprivate var originalName: String? {
    guard case .argumentList(let arguments) = arguments else { return nil }
    return arguments.first { $0.label?.text == "originalName" }?.expression.trimmedDescription
  }
}
