import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@_PersistedConstant`, which `@Model` attaches to every `let` that it persists.
///
/// The constant keeps its own storage, because Swift does not allow accessors for a `let`. The
/// peers read the value from the row of an existing object, and copy it to the values of a new
/// object.
package struct PersistedConstantMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self).flatMap(StoredProperty.init),
      property.isConstant, let type = property.type?.trimmedDescription,
      let declaration = context.lexicalContext.first?.as(ClassDeclSyntax.self)
    else { return [] }
    let model = GeneratedNames(declaration)
    let read = property.isTransformable ? "transformableConstant" : "constant"
    let slot = "\(model.slots).\(property.marker)"
    let function =
      (declaration.isOnMainActor ? "nonisolated " : "")
      + "private static func \(property.constantFunction)"
    return [
      """
      \(raw: function)(_ state: borrowing DocumentData._ModelState) -> \(raw: type) {
        state.\(raw: read)(\(raw: model.slots).base + \(raw: slot), of: \(raw: model.name).self)
      }
      """,
      """
      \(raw: function)(_ value: \(raw: type), _ values: inout DocumentData._LevelValues) {
        guard values.lacks(\(raw: slot)) else { return }
        values.\(raw: property.initialization(model, to: "value"))
      }
      """,
    ]
  }
}
