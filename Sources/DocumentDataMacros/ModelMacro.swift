import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@Model`, which makes a class a persistent model.
package struct ModelMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self) else {
      context.diagnose(ModelDiagnostic.notAClass(declaration).at(node))
      return []
    }
    guard !context.lexicalContext.contains(where: \.isBody) else {
      context.diagnose(ModelDiagnostic.localClass.at(node))
      return []
    }
    if let actor = declaration.globalActor {
      context.diagnose(ModelDiagnostic.globalActor(actor).at(node))
      return []
    }
    let model = ModelClass(declaration, node, conformingTo: protocols)
    var findings = declaration.memberBlock.members
      .compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .flatMap { PropertyCheck($0).findings }
    findings += SchemaNoteCheck(declaration).findings
    // A wrong property may be the reason why there is no initialiser.
    if findings.isEmpty, model.lacksInitializer {
      findings.append((.initializerMissing(model.name), Syntax(declaration.name)))
    }
    for (diagnostic, place) in findings { context.diagnose(diagnostic.at(place)) }
    return ModelMembers(model: model).declarations.map { "\(raw: $0)" }
  }
}

extension ModelMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(ClassDeclSyntax.self), declaration.globalActor == nil,
      let variable = member.as(VariableDeclSyntax.self),
      let property = StoredProperty(variable)
    else { return [] }
    let name = property.isConstant ? "_PersistedConstant" : "_PersistedProperty"
    return variable.hasAttribute(name) ? [] : ["@DocumentData.\(raw: name)"]
  }
}

extension ModelMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ClassDeclSyntax.self) else {
      // The compiler requests no member expansion for an enum, so it is rejected here.
      if declaration.is(EnumDeclSyntax.self) {
        context.diagnose(ModelDiagnostic.notAClass(declaration).at(node))
      }
      return []
    }
    guard declaration.globalActor == nil else { return [] }
    let names = Set(protocols.compactMap { $0.trimmedDescription.split(separator: ".").last })
    var conformances: [String] = []
    if names.contains("PersistentModel") { conformances.append("DocumentData.PersistentModel") }
    if names.contains("Observable") { conformances.append("Observation.Observable") }
    let availability = declaration.attributes
      .compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.lastName == "available" }
      .map { $0.trimmedDescription + "\n" }
    var extensions: [String] = []
    if !conformances.isEmpty {
      extensions.append(
        availability.joined()
          + "nonisolated extension \(type.trimmed): \(conformances.joined(separator: ", ")) {}")
    }
    if names.contains("Sendable") {
      // The unavailable conformance gives a clear error if a model is sent to another thread; its
      // identifier may be sent.
      extensions.append(
        "@available(*, unavailable, message: \"a model stays with its context; "
          + "send its persistentModelID\")\n"
          + "extension \(type.trimmed): Swift.Sendable {}")
    }
    return extensions.compactMap { (text: String) -> ExtensionDeclSyntax? in
      let declaration: DeclSyntax = "\(raw: text)"
      return declaration.as(ExtensionDeclSyntax.self)
    }
  }
}

extension Syntax {
  /// Whether the syntax contains code that runs: types declared in it are local and cannot have
  /// extensions.
  fileprivate var isBody: Bool {
    self.is(FunctionDeclSyntax.self) || self.is(InitializerDeclSyntax.self)
      || self.is(AccessorDeclSyntax.self) || self.is(ClosureExprSyntax.self)
      || self.is(SubscriptDeclSyntax.self) || self.is(DeinitializerDeclSyntax.self)
  }
}

extension DeclGroupSyntax {
  /// The global actor in the declaration's attributes, recognised by its usual names.
  fileprivate var globalActor: String? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self)?.lastName }
      .first { $0.hasSuffix("Actor") && $0 != "ModelActor" && $0 != "MainActor" }
  }
}
