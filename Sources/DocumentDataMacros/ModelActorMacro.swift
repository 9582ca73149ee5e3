import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@ModelActor`, which gives an actor a container and a context of its own.
package struct ModelActorMacro: MemberMacro, ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let actor = declaration.as(ActorDeclSyntax.self) else {
      context.diagnose(
        Diagnostic(node: node, message: NotAnActor(kind: declaration.introducer.text)))
      return []
    }
    let access = actor.access
    return [
      "\(raw: access)nonisolated let modelExecutor: any DocumentData.ModelExecutor",
      "\(raw: access)nonisolated let modelContainer: DocumentData.ModelContainer",
      """
      \(raw: access)init(modelContainer: DocumentData.ModelContainer) {
        let modelContext = DocumentData.ModelContext(modelContainer)
        self.modelExecutor = DocumentData.DefaultSerialModelExecutor(modelContext: modelContext)
        self.modelContainer = modelContainer
      }
      """,
    ]
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
    let declaration: DeclSyntax = "extension \(type.trimmed): DocumentData.ModelActor {}"
    return declaration.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

/// A diagnostic for `@ModelActor` on a declaration that is not an actor, with the correction.
private struct NotAnActor: DiagnosticMessage {
  let kind: String

  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "DocumentData", id: "model-actor-not-an-actor") }
  var message: String {
    "@ModelActor applies to an actor, not to this \(kind); write 'actor' instead of '\(kind)'"
  }
}

extension ActorDeclSyntax {
  /// The access level that makes members usable wherever the actor is visible.
  fileprivate var access: String {
    let names = modifiers.map(\.name.text)
    return ["public", "package"].first(where: names.contains).map { "\($0) " } ?? ""
  }
}
