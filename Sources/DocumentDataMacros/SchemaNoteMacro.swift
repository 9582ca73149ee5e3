import SwiftSyntax
import SwiftSyntaxMacros

/// `#Unique` and `#Index`, which expand to nothing.
///
/// A class may state each several times, and generated members need distinct names: so `@Model`
/// copies the arguments of all of them into one member.
package struct SchemaNoteMacro: DeclarationMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
